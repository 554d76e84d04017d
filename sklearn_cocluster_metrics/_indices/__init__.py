"""One module per family: public functions of labels, formulas of counts."""
