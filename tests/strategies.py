"""Small structures for tests: all of a size by enumeration, or drawn by Hypothesis.

Trivial ones are always among them: one cluster, all singletons, one item, biclusters
without cells. By default every run draws the same; with ``HYPOTHESIS_PROFILE=fresh`` in
the environment, as in the scheduled run, every run draws new examples. The profile
"brief", which `.ci/run` sets for its jobs newest and oldest, draws a fifth as many
examples.
"""

import math
import os
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
from hypothesis import settings, strategies as st

from sklearn_cocluster_metrics.tables import ContingencyTable

settings.register_profile("repeatable", derandomize=True, deadline=None)
# A failure prints the decorator that repeats its example.
settings.register_profile("fresh", derandomize=False, deadline=None, print_blob=True)
# This profile is for other versions of Python and of the dependencies, because what
# fails only there fails for nearly all examples.
settings.register_profile("brief", derandomize=True, deadline=None, max_examples=20)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def about(n_examples):
    """Return settings with this number of examples, or a fifth of it in "brief"."""
    share = settings.default.max_examples / 100
    return settings(max_examples=math.ceil(share * n_examples))


@cache
def set_partitions(n_items):
    """Every partition of so many items, as tuples of labels numbered as they come."""
    if n_items == 0:
        return [()]
    return [
        (*labels, label)
        for labels in set_partitions(n_items - 1)
        for label in range(max(labels, default=-1) + 2)
    ]


def integer_partitions(n_items, largest=None):
    """Every way to cut so many items into clusters, sizes in descending order."""
    if n_items == 0:
        yield ()
    for size in range(min(n_items, largest or n_items), 0, -1):
        for smaller_sizes in integer_partitions(n_items - size, size):
            yield (size, *smaller_sizes)


def labels_of(sizes):
    """One labeling with these cluster sizes."""
    return [label for label, size in enumerate(sizes) for _ in range(size)]


def tables_with_margins(true, pred):
    """Every table with these margins, and how many permutations give it.

    The last row has all that the rows before it leave, so it may be large.
    """
    if len(true) == 1:
        yield (tuple(pred),), 1
        return
    for row in product(*(range(min(true[0], size) + 1) for size in pred)):
        if sum(row) == true[0]:
            n_ways = math.prod(map(math.comb, pred, row))
            remaining = tuple(size - n for size, n in zip(pred, row, strict=True))
            for rows_below, n_ways_below in tables_with_margins(true[1:], remaining):
                yield (row, *rows_below), n_ways * n_ways_below


def coclusterings(shape):
    """Every co-clustering of a matrix, or of an array of more modes."""
    return product(*map(tuple, map(set_partitions, shape)))


def arrangements(labels):
    """Every distinct order of the labels; each stands for equally many permutations."""
    return _arrangements(tuple(labels))


@cache
def _arrangements(labels):
    return sorted(set(permutations(labels)))


def modes_of(labels):
    """The modes of a clustering (one) or of a co-clustering."""
    return labels if isinstance(labels, tuple) else (labels,)


def as_lists(modes):
    """The labels of each mode as a list: a tuple of numbers would be refused."""
    return tuple(map(list, modes))


def object_array(labels):
    """Labels as an array of these very objects."""
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    return array


def table_of(counts):
    """A contingency table from its counts."""
    counts = np.array(counts, dtype=np.int64)
    return ContingencyTable(counts, *map(np.arange, counts.shape))


def coarrangements(modes):
    """Every way to reorder each mode, independently of the others."""
    return product(*map(arrangements, modes))


def cells_of(modes):
    """Block of every cell, one by one, in row-major order."""
    return list(product(*modes))


def clusters_of(labels):
    """Clusters as a set of sets of positions: what is left without label names."""
    members = defaultdict(list)
    for position, label in enumerate(labels):
        members[label].append(position)
    return {frozenset(cluster) for cluster in members.values()}


def enumerate_pairs(true, pred):
    """Tally every pair of items one by one: n11, n10, n01, n00."""
    tally = dict.fromkeys(product((True, False), repeat=2), 0)
    for (t, p), (u, q) in combinations(zip(true, pred, strict=True), 2):
        tally[t == u, p == q] += 1
    return tuple(tally.values())


def entropy(labels):
    """Entropy of a list of anything, in nats."""
    n = len(labels)
    return -math.fsum(k / n * math.log(k / n) for k in Counter(labels).values())


def information(true, pred):
    """Mutual information of two lists of labels in nats, pair of labels by pair."""
    n = len(true)
    rows, columns = Counter(true), Counter(pred)
    return math.fsum(
        count / n * math.log(count * n / (rows[row] * columns[column]))
        for (row, column), count in Counter(zip(true, pred, strict=True)).items()
    )


def flat(labels):
    """Labels of samples, or of cells, that scikit-learn takes: small integers."""
    numbers = {}
    items = cells_of(labels) if isinstance(labels, tuple) else labels
    return [numbers.setdefault(item, len(numbers)) for item in items]


def labelings(n_items):
    """Labels of so many items; the two trivial clusterings come often."""
    return st.one_of(
        st.lists(st.integers(0, 3), min_size=n_items, max_size=n_items),
        st.lists(st.integers(0, n_items), min_size=n_items, max_size=n_items),
        st.just([0] * n_items),
        st.just(list(range(n_items))),
    )


def random_pairs(n_pairs, n_modes, largest, seed):
    """Pairs drawn at random: few or many clusters, copies, merges, trivial ones."""
    generator = np.random.default_rng(seed)
    for _ in range(n_pairs):
        pair = []
        for _ in range(n_modes):
            n_items = generator.integers(1, largest + 1)
            true = draw_labels(generator, n_items)
            pred = draw_labels(generator, n_items)
            kind = generator.integers(4)
            if kind == 0:
                pred = generator.permutation(50)[true % 50]  # equal or merged
            elif kind == 1:
                pred = true // 2  # coarser
            pair.append((true, pred))
        sides = tuple(true for true, _ in pair), tuple(pred for _, pred in pair)
        yield sides if n_modes > 1 else (sides[0][0], sides[1][0])


def draw_labels(generator, n_items):
    """Labels, trivial ones often."""
    n_clusters = generator.choice([1, 2, 3, 5, n_items])
    if n_clusters == n_items:
        return generator.permutation(n_items)
    return generator.integers(0, n_clusters, n_items)


@cache
def stirling_row(n_items):
    """Stirling numbers of the second kind {n_items, 0}, ..., {n_items, n_items}."""
    if n_items == 0:
        return (1,)
    above = (*stirling_row(n_items - 1), 0)
    return (0, *(k * above[k] + above[k - 1] for k in range(1, n_items + 1)))


def stirling_law(n_items, n_bins):
    """Eq. (14) for every size from 1 to n_items - n_bins + 1, as written."""
    return [
        Fraction(
            math.comb(n_items, b) * stirling_row(n_items - b)[n_bins - 1],
            n_bins * stirling_row(n_items)[n_bins],
        )
        for b in range(1, n_items - n_bins + 2)
    ]


@st.composite
def clustering_pairs(draw, max_items=8):
    """Two clusterings of the same samples."""
    n_items = draw(st.integers(1, max_items))
    return draw(labelings(n_items)), draw(labelings(n_items))


@st.composite
def cocluster_pairs(draw, n_modes=2, max_items=5):
    """Two co-clusterings of the same array of so many modes."""
    pairs = [draw(clustering_pairs(max_items)) for _ in range(n_modes)]
    return tuple(true for true, _ in pairs), tuple(pred for _, pred in pairs)


def partition_pairs(n_modes=None, max_items=5):
    """Two clusterings (one mode) or two co-clusterings (two or three modes)."""
    if n_modes is None:
        return st.integers(1, 3).flatmap(partition_pairs)
    return clustering_pairs() if n_modes == 1 else cocluster_pairs(n_modes, max_items)


def indicators(n_biclusters, n_items):
    """Indicator of which bicluster has which rows, or which columns, as bits."""
    members = st.integers(0, 2**n_items - 1)
    drawn = st.lists(members, min_size=n_biclusters, max_size=n_biclusters)
    bits = 1 << np.arange(n_items)
    return drawn.map(
        lambda numbers: (np.array(numbers, dtype=int)[:, None] & bits > 0).astype(int)
    )


@st.composite
def biclusterings(draw, shape, max_biclusters=4):
    """Biclusters that may overlap, be empty, be equal, or be none at all."""
    n_biclusters = draw(st.integers(0, max_biclusters))
    return tuple(draw(indicators(n_biclusters, n_items)) for n_items in shape)


@st.composite
def bicluster_pairs(draw, max_items=5):
    """Two biclusterings of the same matrix."""
    shape = draw(st.tuples(st.integers(1, max_items), st.integers(1, max_items)))
    return draw(biclusterings(shape)), draw(biclusterings(shape))


def without_overlaps(biclusters):
    """The biclusters that share no cell with an earlier one of them."""
    rows, columns = biclusters
    n_shared_cells = (rows @ rows.T) * (columns @ columns.T)
    disjoint = []
    for bicluster in range(len(rows)):
        if not n_shared_cells[bicluster, disjoint].any():
            disjoint.append(bicluster)
    return rows[disjoint], columns[disjoint]


def disjoint_bicluster_pairs():
    """Two biclusterings of the same matrix, no cell in two biclusters of one."""
    return bicluster_pairs().map(lambda pair: tuple(map(without_overlaps, pair)))


def leave_one_out(metric, *structures):
    """Values of a metric without one entry, for every entry of each mode."""
    n_entries_of_modes = [len(labels) for labels in modes_of(structures[0])]
    values_of_modes = []
    for mode, n_entries in enumerate(n_entries_of_modes):
        values = []
        for entry in range(n_entries):
            shortened = [without_entry(side, mode, entry) for side in structures]
            values.append(metric(*shortened))
        values_of_modes.append(np.array(values))
    return values_of_modes


def without_entry(structure, mode, entry):
    """A clustering or co-clustering without one entry of a mode."""
    modes = [np.asarray(labels) for labels in modes_of(structure)]
    modes[mode] = np.delete(modes[mode], entry)
    return modes[0] if len(modes) == 1 else tuple(modes)


def jackknife(values_of_modes):
    """Standard error, and the degrees of freedom of Satterthwaite."""
    total = 0.0
    total_of_shares = 0.0
    for values in values_of_modes:
        n_entries = len(values)
        variance = np.var(values, ddof=1) * (n_entries - 1) ** 2 / n_entries
        total += variance
        total_of_shares += variance**2 / (n_entries - 1)
    if total == 0:
        return 0.0, 1.0
    return math.sqrt(total), total**2 / total_of_shares
