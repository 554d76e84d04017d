"""Biclusterings drawn at random, and measures written straight from their definitions.

A biclustering is here a list of (set of rows, set of columns); its cells are listed,
the pairs of its cells too, and everything is an exact fraction where it can be.
"""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
from hypothesis import strategies as st

from sklearn_cocluster_metrics._statistics._comparison import compare_biclusters


def indicators(pairs, shape):
    """Biclusters as a user passes them: indicators of the rows and of the columns."""
    rows = np.zeros((len(pairs), shape[0]), dtype=np.int64)
    columns = np.zeros((len(pairs), shape[1]), dtype=np.int64)
    for k, (row_set, column_set) in enumerate(pairs):
        rows[k, list(row_set)] = 1
        columns[k, list(column_set)] = 1
    return rows, columns


def comparison(true, pred, shape):
    return compare_biclusters(indicators(true, shape), indicators(pred, shape))


def cells(pairs):
    return [frozenset(product(rows, columns)) for rows, columns in pairs]


def nonempty(clusters):
    return [cluster for cluster in clusters if cluster]


def same(true, pred):
    return Counter(true) == Counter(pred)


# Random biclusterings


def draw_biclusters(rng, shape, most=4):
    """Draw overlapping, nested, repeated, empty, partial or whole biclusters."""
    drawn = []
    for _ in range(rng.integers(most + 1)):
        kind = rng.integers(8)
        if kind == 0 and drawn:
            drawn.append(drawn[rng.integers(len(drawn))])
            continue
        if kind == 1 and drawn:
            rows, columns = drawn[rng.integers(len(drawn))]
            rows = {row for row in rows if rng.random() < 0.6}
        else:
            chance = 1.0 if kind == 2 else rng.choice([0.3, 0.6])
            rows, columns = (
                {item for item in range(n_items) if rng.random() < chance}
                for n_items in shape
            )
        drawn.append((frozenset(rows), frozenset(columns)))
    return drawn


def draw_pair(rng, largest=4, most=4):
    shape = tuple(int(n) for n in rng.integers(1, largest + 1, size=2))
    true = draw_biclusters(rng, shape, most)
    kind = rng.integers(6)
    pred = draw_biclusters(rng, shape, most)
    if kind == 0:
        pred = [true[k] for k in rng.permutation(len(true))]
    elif kind == 1 and true:
        pred = true[1:] + pred[:1]
    return true, pred, shape


def disjoint_part(pairs):
    """Keep the biclusters that share no cell with an earlier one."""
    kept, covered = [], set()
    for pair, own in zip(pairs, cells(pairs), strict=True):
        if not own & covered:
            kept.append(pair)
            covered |= own
    return kept


@st.composite
def pairs_of_biclusterings(draw, largest=4, most=3):
    shape = (draw(st.integers(1, largest)), draw(st.integers(1, largest)))
    subset = [st.frozensets(st.integers(0, n_items - 1)) for n_items in shape]
    side = st.lists(st.tuples(*subset), max_size=most)
    return draw(side), draw(side), shape


# Hanczar and Nadif


def matched_pair(index, true, pred, weight):
    """One of the five indices of two sets of cells, from precision and recall."""
    if not true or not pred:
        return Fraction(0)
    both = (Fraction(len(true & pred), len(side)) for side in (pred, true))
    return combined(index, *both, weight)


def combined(index, precision, recall, weight):
    if index == "precision":
        return precision
    if index == "recall":
        return recall
    if index == "goodness":
        return (weight * precision + recall) / (weight + 1)
    if precision == recall == 0:
        return Fraction(0)
    if index == "jaccard":
        return precision * recall / (precision + recall - precision * recall)
    square = weight**2
    return (1 + square) * precision * recall / (square * precision + recall)


# Pairs of cells


def bcubed_oracle(true, pred):
    """MOCICE-BCubed precision and recall of eqs. (15), (16), pair by pair."""
    universe = frozenset().union(*true, *pred)

    in_true, in_pred = (
        {x: frozenset(k for k, c in enumerate(side) if x in c) for x in universe}
        for side in (true, pred)
    )

    @cache
    def phi(of_pred, of_true):
        best = (max(jaccard(pred[g], true[c]) for c in of_true) for g in of_pred)
        return sum(best) / len(of_pred)

    def mean(clusters):
        total, covered = Fraction(0), frozenset().union(*clusters)
        for one in covered:
            inner = Fraction(0)
            reach = frozenset().union(*(c for c in clusters if one in c))
            for other in reach:
                g, c = in_pred[one] & in_pred[other], in_true[one] & in_true[other]
                if g and c:
                    own = len(g if clusters is pred else c)
                    inner += Fraction(min(len(g), len(c)), own) * phi(g, c)
            total += inner / len(reach)
        return total / len(covered) if covered else total

    return mean(pred), mean(true)


def common(clusters, one, other):
    """In how many clusters two cells are together."""
    return sum(one in cluster and other in cluster for cluster in clusters)


def csi_oracle(true, pred, shape):
    """Campello soft index a / (a + d), pair by pair; 1 if a + d = 0.

    The value for a + d = 0 is that of Proposition 27 of Horta & Campello.
    """
    agreement = whole = 0
    for one, other in combinations(product(*map(range, shape)), 2):
        of_both = [[common(side, one, other) for side in (true, pred)]]
        for x in (one, other):
            of_both.append([max(common(side, x, x), 1) - 1 for side in (true, pred)])
        agreement += sum(map(min, of_both))
        whole += sum(map(max, of_both))  # a + d
    return Fraction(agreement, whole) if whole else Fraction(1)


def extended_bcubed_oracle(true, pred, shape):
    universe = frozenset(product(*map(range, shape)))
    true, pred = (partition_of_union(side, universe) for side in (true, pred))

    def precision(found, reference):
        total = Fraction(0)
        for one in universe:
            pairs = [
                (common(found, one, x), common(reference, one, x)) for x in universe
            ]
            scores = [Fraction(min(own, theirs), own) for own, theirs in pairs if own]
            total += sum(scores) / len(scores)
        return total / len(universe)

    return harmonic(precision(pred, true), precision(true, pred))


def harmonic(one, other):
    return 2 * one * other / (one + other) if one + other else Fraction(0)


def best_matching(true, pred, value):
    """Largest sum of a value over all one-to-one matches, by trying them all."""
    few, many = sorted((true, pred), key=len)
    return max(
        sum((value(a, b) for a, b in zip(few, chosen, strict=True)), Fraction(0))
        for chosen in permutations(many, len(few))
    )


def jaccard(one, other):
    return Fraction(len(one & other), len(one | other)) if one and other else Fraction()


def dice(one, other):
    both = len(one) + len(other)
    return Fraction(2 * len(one & other), both) if one and other else Fraction()


def partition_of_union(clusters, universe):
    covered = frozenset().union(*clusters)
    return [*clusters, *(frozenset([x]) for x in universe - covered)]


def variation_oracle(true, pred):
    """Eq. (4) over all pairs of parts, singletons listed."""
    universe = frozenset().union(*true, *pred)
    total = 0.0
    for one in partition_of_union(true, universe):
        for other in partition_of_union(pred, universe):
            shared = len(one & other)
            if shared:
                total += shared * math.log(len(one) * len(other) / shared**2)
    return total / len(universe) if universe else 0.0


def of_all_cells(pairs, shape):
    """Biclusters as indicators of all cells of the matrix."""
    places = list(product(*map(range, shape)))
    return [[int(place in cluster) for place in places] for cluster in cells(pairs)]


def omega_by_pairs(true, pred):
    """Look at every pair of samples, one after the other."""
    n = len(true[0])
    common = [
        [sum(c[x] and c[y] for c in side) for x, y in combinations(range(n), 2)]
        for side in (true, pred)
    ]
    n_pairs = len(common[0])
    if len({*common[0], *common[1]}) < 2:  # 0/0: chance, unless both are equal
        true, pred = (sorted(list(c) for c in side if any(c)) for side in (true, pred))
        return float(true == pred)
    agreeing = sum(k == m for k, m in zip(*common, strict=True))
    chance = sum(common[0].count(k) * common[1].count(k) for k in set(common[0]))
    mean = Fraction(chance, n_pairs**2)
    return float((Fraction(agreeing, n_pairs) - mean) / (1 - mean))


def entropy(*shares):
    return sum(-p * math.log(p) for p in shares if p)


def conditional(cluster, others):
    """H(X_k | Y) by the joint distribution of two binary variables, and H(X_k)."""
    n = len(cluster)
    own = entropy(sum(cluster) / n, 1 - sum(cluster) / n)
    left = [own]
    for other in others:
        p = {
            key: sum((x, y) == key for x, y in zip(cluster, other, strict=True)) / n
            for key in product((0, 1), repeat=2)
        }
        if entropy(p[1, 1]) + entropy(p[0, 0]) >= entropy(p[0, 1]) + entropy(p[1, 0]):
            share = sum(other) / n
            left.append(entropy(*p.values()) - entropy(share, 1 - share))
    return max(min(left), 0), own


def onmi_by_definition(true, pred, variant):
    true, pred = ([c for c in side if any(c)] for side in (true, pred))
    if not true or not pred:
        return float(true == pred)
    both = [[conditional(c, pred) for c in true], [conditional(c, true) for c in pred]]
    if variant == "lfk":
        means = []
        for clusters, others, values in ((true, pred, both[0]), (pred, true, both[1])):
            shares = [
                left / own if own > 1e-12 else float(list(c) not in map(list, others))
                for c, (left, own) in zip(clusters, values, strict=True)
            ]
            means.append(np.mean(shares))
        return 1 - sum(means) / 2
    totals = [(sum(x for x, _ in side), sum(y for _, y in side)) for side in both]
    largest = max(own for _, own in totals)
    if largest < 1e-12:
        return float(len(true) == len(pred))
    return sum(own - left for left, own in totals) / 2 / largest
