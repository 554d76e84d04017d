"""Indices from tables that were counted part by part."""

import numpy as np
import pytest

from sklearn_cocluster_metrics import (
    cari_score,
    contingency_table,
    pair_counting_score,
    score_from_tables,
)


def counted_in_parts(true, pred, n_parts):
    tables = [
        contingency_table(*part)
        for part in zip(
            np.array_split(true, n_parts), np.array_split(pred, n_parts), strict=True
        )
    ]
    return sum(tables[1:], start=tables[0])


def test_labels_counted_in_parts_score_as_the_whole():
    generator = np.random.default_rng(0)
    rows, columns = (
        (generator.integers(0, 5, n), generator.integers(0, 4, n)) for n in (300, 200)
    )
    tables = (counted_in_parts(*rows, 7), counted_in_parts(*columns, 3))
    true, pred = zip(rows, columns, strict=True)
    for null_model in ("cells", "product"):
        assert score_from_tables("cari", tables, null_model=null_model) == cari_score(
            true, pred, null_model=null_model
        )


def test_one_table_is_a_clustering():
    table = contingency_table([0, 0, 1], [0, 1, 1])
    assert score_from_tables("jaccard", table) == pair_counting_score(
        [0, 0, 1], [0, 1, 1], index="jaccard"
    )


def test_what_is_no_table_is_refused():
    with pytest.raises(TypeError, match="`tables` must be a ContingencyTable or a seq"):
        score_from_tables("cari", [[2, 0], [1, 1]])
    with pytest.raises(ValueError, match="`tables` is empty"):
        score_from_tables("cari", ())


def test_unknown_metrics_and_options_are_refused():
    table = contingency_table([0, 0, 1], [0, 1, 1])
    with pytest.raises(ValueError, match="`metric` must be one of"):
        score_from_tables("cary", table)
    with pytest.raises(ValueError, match="`metric` must be one of"):
        score_from_tables("mocice_bcubed", table)
    with pytest.raises(TypeError, match="'cari' has no option `beta`"):
        score_from_tables("cari", table, beta=1)
    with pytest.raises(TypeError, match="'jaccard' has no option `index`"):
        score_from_tables("jaccard", table, index="rand")
    with pytest.raises(ValueError, match="`null_model` must be one of"):
        score_from_tables("cari", table, null_model="rows")
    with pytest.raises(ValueError, match="defined for two modes"):
        score_from_tables("nce", table, normalization="printed")
