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


def draw_biclusters(rng, shape, max_biclusters=4):
    """Draw overlapping, nested, repeated, empty, partial or whole biclusters."""
    drawn = []
    for _ in range(rng.integers(max_biclusters + 1)):
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


def draw_pair(rng, largest=4, max_biclusters=4):
    shape = tuple(int(n) for n in rng.integers(1, largest + 1, size=2))
    true = draw_biclusters(rng, shape, max_biclusters)
    kind = rng.integers(6)
    pred = draw_biclusters(rng, shape, max_biclusters)
    if kind == 0:
        pred = [true[k] for k in rng.permutation(len(true))]
    elif kind == 1 and true:
        pred = true[1:] + pred[:1]
    return true, pred, shape


def disjoint_part(pairs):
    """Keep the biclusters that share no cell with an earlier one."""
    disjoint = []
    covered = set()
    for pair, cells_of_pair in zip(pairs, cells(pairs), strict=True):
        if not cells_of_pair & covered:
            disjoint.append(pair)
            covered |= cells_of_pair
    return disjoint


@st.composite
def pairs_of_biclusterings(draw, largest=4, max_biclusters=3):
    shape = (draw(st.integers(1, largest)), draw(st.integers(1, largest)))
    subset = [st.frozensets(st.integers(0, n_items - 1)) for n_items in shape]
    side = st.lists(st.tuples(*subset), max_size=max_biclusters)
    return draw(side), draw(side), shape


# Hanczar and Nadif


def matched_pair(index, true, pred, weight):
    """One of the five indices of two sets of cells, from precision and recall."""
    if not true or not pred:
        return Fraction(0)
    precision = Fraction(len(true & pred), len(pred))
    recall = Fraction(len(true & pred), len(true))
    return combined(index, precision, recall, weight)


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

    def numbers_by_cell(clusters):
        """The numbers of the clusters that contain each cell."""
        return {
            x: frozenset(k for k, cluster in enumerate(clusters) if x in cluster)
            for x in universe
        }

    true_numbers = numbers_by_cell(true)
    pred_numbers = numbers_by_cell(pred)

    @cache
    def phi(pred_common, true_common):
        total = Fraction(0)
        for g in pred_common:
            total += max(jaccard(pred[g], true[c]) for c in true_common)
        return total / len(pred_common)

    def mean(clusters):
        total = Fraction(0)
        covered = frozenset().union(*clusters)
        for x in covered:
            total_of_cell = Fraction(0)
            neighbors = frozenset().union(*(c for c in clusters if x in c))
            for y in neighbors:
                pred_common = pred_numbers[x] & pred_numbers[y]
                true_common = true_numbers[x] & true_numbers[y]
                if pred_common and true_common:
                    smaller = min(len(pred_common), len(true_common))
                    n_common = len(pred_common if clusters is pred else true_common)
                    weight = Fraction(smaller, n_common)
                    total_of_cell += weight * phi(pred_common, true_common)
            total += total_of_cell / len(neighbors)
        return total / len(covered) if covered else total

    return mean(pred), mean(true)


def common(clusters, x, y):
    """In how many clusters two cells are together."""
    return sum(x in cluster and y in cluster for cluster in clusters)


def csi_oracle(true, pred, shape):
    """Campello soft index a / (a + d), pair by pair; 1 if a + d = 0.

    The value for a + d = 0 is that of Proposition 27 of Horta & Campello.
    """
    agreement = 0
    total = 0  # a + d
    for x, y in combinations(product(*map(range, shape)), 2):
        compared = [(common(true, x, y), common(pred, x, y))]
        for cell in (x, y):
            true_multiplicity = max(common(true, cell, cell), 1)
            pred_multiplicity = max(common(pred, cell, cell), 1)
            compared.append((true_multiplicity - 1, pred_multiplicity - 1))
        agreement += sum(map(min, compared))
        total += sum(map(max, compared))
    return Fraction(agreement, total) if total else Fraction(1)


def extended_bcubed_oracle(true, pred, shape):
    universe = frozenset(product(*map(range, shape)))
    true, pred = (partition_of_union(side, universe) for side in (true, pred))

    def precision(clusters, reference):
        total = Fraction(0)
        for x in universe:
            scores = []
            for y in universe:
                n_common = common(clusters, x, y)
                if n_common:
                    n_matched = min(n_common, common(reference, x, y))
                    scores.append(Fraction(n_matched, n_common))
            total += sum(scores) / len(scores)
        return total / len(universe)

    return harmonic(precision(pred, true), precision(true, pred))


def harmonic(x, y):
    return 2 * x * y / (x + y) if x + y else Fraction(0)


def best_matching(true, pred, value):
    """Largest sum of a value over all one-to-one matches, by trying them all."""
    few, many = sorted((true, pred), key=len)
    return max(
        sum((value(a, b) for a, b in zip(few, partners, strict=True)), Fraction(0))
        for partners in permutations(many, len(few))
    )


def jaccard(a, b):
    return Fraction(len(a & b), len(a | b)) if a and b else Fraction(0)


def dice(a, b):
    return Fraction(2 * len(a & b), len(a) + len(b)) if a and b else Fraction(0)


def partition_of_union(clusters, universe):
    covered = frozenset().union(*clusters)
    return [*clusters, *(frozenset([x]) for x in universe - covered)]


def variation_oracle(true, pred):
    """Eq. (4) over all pairs of parts, singletons listed."""
    universe = frozenset().union(*true, *pred)
    total = 0.0
    for a in partition_of_union(true, universe):
        for b in partition_of_union(pred, universe):
            n_shared = len(a & b)
            if n_shared:
                total += n_shared * math.log(len(a) * len(b) / n_shared**2)
    return total / len(universe) if universe else 0.0


def of_all_cells(pairs, shape):
    """Biclusters as indicators of all cells of the matrix."""
    all_cells = list(product(*map(range, shape)))
    return [[int(cell in cluster) for cell in all_cells] for cluster in cells(pairs)]


def omega_by_pairs(true, pred):
    """Look at every pair of samples, one after the other."""
    sample_pairs = list(combinations(range(len(true[0])), 2))
    true_common = [sum(c[x] and c[y] for c in true) for x, y in sample_pairs]
    pred_common = [sum(c[x] and c[y] for c in pred) for x, y in sample_pairs]
    if len({*true_common, *pred_common}) < 2:  # 0/0: chance, unless both are equal
        true_clusters = sorted(list(cluster) for cluster in true if any(cluster))
        pred_clusters = sorted(list(cluster) for cluster in pred if any(cluster))
        return float(true_clusters == pred_clusters)
    n_pairs = len(sample_pairs)
    n_agreeing = sum(k == m for k, m in zip(true_common, pred_common, strict=True))
    by_chance = sum(
        true_common.count(k) * pred_common.count(k) for k in set(true_common)
    )
    mean = Fraction(by_chance, n_pairs**2)
    return float((Fraction(n_agreeing, n_pairs) - mean) / (1 - mean))


def entropy(*shares):
    return sum(-p * math.log(p) for p in shares if p)


def conditional(cluster, conditions):
    """H(X_k | Y) by the joint distribution of two binary variables, and H(X_k)."""
    n = len(cluster)
    unconditional = entropy(sum(cluster) / n, 1 - sum(cluster) / n)
    entropies = [unconditional]
    for condition in conditions:
        p = {
            key: sum((x, y) == key for x, y in zip(cluster, condition, strict=True)) / n
            for key in product((0, 1), repeat=2)
        }
        if entropy(p[1, 1]) + entropy(p[0, 0]) >= entropy(p[0, 1]) + entropy(p[1, 0]):
            share = sum(condition) / n
            entropies.append(entropy(*p.values()) - entropy(share, 1 - share))
    return max(min(entropies), 0), unconditional


def onmi_by_definition(true, pred, variant):
    true = [cluster for cluster in true if any(cluster)]
    pred = [cluster for cluster in pred if any(cluster)]
    if not true or not pred:
        return float(true == pred)
    if variant == "lfk":
        return 1 - (mean_share_left(true, pred) + mean_share_left(pred, true)) / 2
    true_entropies = [conditional(cluster, pred) for cluster in true]
    pred_entropies = [conditional(cluster, true) for cluster in pred]
    shared_information = 0.0
    totals = []
    for entropies in (true_entropies, pred_entropies):
        total = sum(unconditional for _, unconditional in entropies)
        shared_information += total - sum(conditioned for conditioned, _ in entropies)
        totals.append(total)
    if max(totals) < 1e-12:
        return float(len(true) == len(pred))
    return shared_information / 2 / max(totals)


def mean_share_left(clusters, conditions):
    """Mean of H(X_k | Y) / H(X_k); where that is 0/0, whether X_k is not in Y."""
    shares = []
    for cluster in clusters:
        given_conditions, unconditional = conditional(cluster, conditions)
        if unconditional > 1e-12:
            shares.append(given_conditions / unconditional)
        else:
            shares.append(float(list(cluster) not in map(list, conditions)))
    return np.mean(shares)
