"""Colors of all figures: Okabe and Ito's, which color-blind readers can distinguish."""

BLUE, ORANGE, GREEN = "#0072b2", "#e69f00", "#009e73"
VERMILION, PURPLE, SKY_BLUE = "#d55e00", "#cc79a7", "#56b4e9"
YELLOW, BLACK = "#f0e442", "#000000"

CURVES = (BLUE, VERMILION, GREEN, PURPLE, SKY_BLUE, ORANGE, BLACK)
MARKED = VERMILION  # borders, and the one value or point that matters
