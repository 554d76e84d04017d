"""A warning before pairs of cells are counted for minutes."""

from collections.abc import Callable

from .._structures import warn_caller

_MANY = 2 * 10**10
_PER_SECOND = 5 * 10**7  # on one core of a laptop


def warn_if_long(bound: int, n_products: Callable[[], float]) -> None:
    """Warn if more than minutes of work are ahead.

    `bound` is an upper bound that costs nothing. `n_products` returns a closer one; it
    is called only if `bound` does not rule out long work.
    """
    if bound <= _MANY:
        return
    expected = n_products()
    if expected > _MANY:
        minutes = expected / _PER_SECOND / 60
        warn_caller(
            "these biclusters overlap in many different ways: up to "
            f"{expected:.1e} products of pairs of rows and pairs of columns have to be "
            f"computed, which may take about {minutes:,.0f} minutes; it can be "
            "interrupted. Fewer biclusters, or a sample of the rows and columns, take "
            "less."
        )
