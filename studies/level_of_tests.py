"""What is the true level of `permutation_test`, and what is its power?

``python studies/level_of_tests.py`` calls `permutation_test` for every table that a
permutation can give, in all small designs of one mode and in many of two and three
modes, and adds up the probabilities of the tables that are rejected. Then it counts
rejections of unrelated labels in designs whose tables are drawn, and those of labels
that agree in part. It ends with an error if any level is above the nominal one.

A number gives that of samples in each drawn design and for the power, 1000 by default.
"""

import math
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
from scipy.stats import binom
from threadpoolctl import threadpool_limits

from sklearn_cocluster_metrics import permutation_test

LEVELS = (0.05, 0.01, 0.001)
ALTERNATIVES = ("any_mode", "index", "all_modes")
Sizes = tuple[int, ...]
Mode = tuple[Sizes, Sizes]


def partitions(n: int, largest: int | None = None) -> Iterator[Sizes]:
    """Yield the sizes of clusters of n entries, the largest first."""
    if n == 0:
        yield ()
    for first in range(min(n, largest or n), 0, -1):
        yield from ((first, *rest) for rest in partitions(n - first, first))


def rows_of(size: int, columns: Sizes) -> Iterator[Sizes]:
    """Yield the rows with this sum, none larger than what the columns have left."""
    if len(columns) == 1:
        yield from [(size,)] * (size <= columns[0])
        return
    for first in range(min(size, columns[0]) + 1):
        yield from ((first, *rest) for rest in rows_of(size - first, columns[1:]))


def tables(rows: Sizes, columns: Sizes) -> Iterator[tuple[Sizes, ...]]:
    """Yield all tables with these sums."""
    if not rows:
        yield ()
        return
    for row in rows_of(rows[0], columns):
        left = tuple(c - cell for c, cell in zip(columns, row, strict=True))
        yield from ((row, *others) for others in tables(rows[1:], left))


def chance_of(table: tuple[Sizes, ...]) -> Fraction:
    """Probability of a table if labels are permuted: Fisher's hypergeometric law."""
    sides = [sum(row) for row in table], [sum(c) for c in zip(*table, strict=True)]
    numerator = math.prod(math.factorial(size) for side in sides for size in side)
    cells = math.prod(math.factorial(cell) for row in table for cell in row)
    return Fraction(numerator, math.factorial(sum(sides[0])) * cells)


def labels_of(table: tuple[Sizes, ...]) -> tuple[list[int], list[int]]:
    """True and predicted labels with this table."""
    pairs = [
        pair
        for i, row in enumerate(table)
        for j, cell in enumerate(row)
        for pair in [(i, j)] * cell
    ]
    return tuple(map(list, zip(*pairs, strict=True)))


def exact_levels(modes: tuple[Mode, ...], alternative: str) -> list[Fraction]:
    """True level of the test at each nominal one, over all tables of the modes."""
    rejected = [Fraction(0)] * len(LEVELS)
    for found in product(*(tables(*mode) for mode in modes)):
        true, pred = zip(*map(labels_of, found), strict=True)
        sides = (true, pred) if len(modes) > 1 else (true[0], pred[0])
        pvalue = permutation_test(*sides, alternative=alternative).pvalue
        chance = math.prod(map(chance_of, found))
        for place, level in enumerate(LEVELS):
            rejected[place] += chance * (pvalue <= level * (1 + 1e-12))
    return rejected


def small_designs(most_tables: int = 200) -> Iterator[tuple[Mode, ...]]:
    """Yield designs of one mode, then those of several modes with few tables."""
    modes = [
        (true, pred)
        for n in range(3, 8)
        for true, pred in combinations_with_replacement(list(partitions(n)), 2)
        if 1 < len(true) < n and 1 < len(pred) < n
    ]
    n_tables = {mode: sum(1 for _ in tables(*mode)) for mode in modes}
    yield from ((mode,) for mode in modes if n_tables[mode] <= most_tables)
    rng = np.random.default_rng(0)
    for n_modes, n_designs in ((2, 40), (3, 15)):
        for _ in range(n_designs):
            design = ()
            while not design or math.prod(map(n_tables.get, design)) > most_tables:
                design = tuple(modes[k] for k in rng.integers(len(modes), size=n_modes))
            yield design


def greatest_ratios(designs) -> dict[tuple[int, str], list[float]]:
    """Greatest true level over the nominal ones, by number of modes and alternative."""
    greatest: dict[tuple[int, str], list[float]] = {}
    for modes in designs:
        for alternative in ALTERNATIVES[: 3 if len(modes) > 1 else 1]:
            try:
                found = exact_levels(modes, alternative)
            except ValueError as error:  # a mode that no permutation changes
                if "no permutation changes" not in str(error):
                    raise
                continue
            ratios = [float(f) / level for f, level in zip(found, LEVELS, strict=True)]
            old = greatest.get((len(modes), alternative), [0.0] * len(LEVELS))
            greatest[len(modes), alternative] = [*map(max, old, ratios)]
    return greatest


# true and predicted sizes of each mode, so large that tables are drawn
DRAWN = {
    "400 labels in 8": [((50,) * 8, (50,) * 8)],
    "2000 rows in 5 x 5 columns, 4 to 1": [((400,) * 5,) * 2, ((4, 1), (4, 1))],
    "400 x 300 in 8 x 6": [((50,) * 8,) * 2, ((50,) * 6,) * 2],
}


def drawn_rejections(modes, alternative, n_samples, n_draws=199) -> list[int]:
    """Count the unrelated labels that are rejected, of so many."""
    rng = np.random.default_rng(0)
    sides = [[np.repeat(range(len(s)), s) for s in mode] for mode in modes]
    counts = np.zeros(len(LEVELS), dtype=int)
    for sample in range(n_samples):
        true, pred = zip(*((t, rng.permutation(p)) for t, p in sides), strict=True)
        pair = (true, pred) if len(modes) > 1 else (true[0], pred[0])
        options = {"n_draws": n_draws, "random_state": sample}
        test = permutation_test(*pair, alternative=alternative, **options)
        counts += test.pvalue <= np.array(LEVELS)
    return counts.tolist()


# rows, columns, clusters of rows and columns, share of labels kept
SETTINGS = [
    (1000, 6, 4, 2, 0.15, 0.0),
    (1000, 6, 4, 2, 0.08, 0.6),
    (60, 40, 3, 3, 0.25, 0.25),
    (12, 8, 3, 2, 0.6, 0.6),
]


def keep(rng, labels, share):
    """Permute the labels but for a share of them."""
    moved = np.flatnonzero(rng.random(len(labels)) >= share)
    labels = labels.copy()
    labels[moved] = labels[rng.permutation(moved)]
    return labels


def powers(setting, n_samples, seed=0):
    """Share of samples that each alternative rejects at 5 %."""
    n_rows, n_columns, row_clusters, column_clusters, *shares = setting
    rng = np.random.default_rng(seed)
    true = np.arange(n_rows) % row_clusters, np.arange(n_columns) % column_clusters
    rejected = dict.fromkeys(ALTERNATIVES, 0)
    for sample in range(n_samples):
        pred = tuple(map(lambda one, share: keep(rng, one, share), true, shares))
        for alternative in rejected:
            options = {"random_state": sample, "n_draws": 999}
            test = permutation_test(true, pred, alternative=alternative, **options)
            rejected[alternative] += test.pvalue <= 0.05
    return {name: count / n_samples for name, count in rejected.items()}


def main(n_samples=1000):
    designs, too_high = list(small_designs()), []
    print("all tables: greatest level / nominal level at", *LEVELS)
    for (n_modes, alternative), ratios in greatest_ratios(designs).items():
        n_designs = sum(len(design) == n_modes for design in designs)
        shown = " ".join(f"{ratio:.2f}" for ratio in ratios)
        print(f"{n_modes} modes, {n_designs:3} designs, {alternative:>9}: {shown}")
        if max(ratios) > 1 + 1e-12:
            too_high.append(f"{n_modes} modes, {alternative}")
    most = [int(binom(n_samples, level).ppf(0.999)) for level in LEVELS]
    print(f"{n_samples} unrelated labels; more than {most} would show a higher level")
    for name, modes in DRAWN.items():
        for alternative in ALTERNATIVES[: 3 if len(modes) > 1 else 1]:
            counts = drawn_rejections(modes, alternative, n_samples)
            print(f"{name}, {alternative}: {counts}")
            if any(count > limit for count, limit in zip(counts, most, strict=True)):
                too_high.append(f"{name}, {alternative}")
    for setting in SETTINGS:
        found = powers(setting, n_samples)
        print(setting, *(f"{name} {power:.2f}" for name, power in found.items()))
    if too_high:
        sys.exit(f"Levels are too high: {'; '.join(too_high)}.")


if __name__ == "__main__":
    with threadpool_limits(1):
        main(*map(int, sys.argv[1:]))
