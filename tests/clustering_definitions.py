"""Indices of clusterings by their definitions, from the members of each cluster."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

from strategies import clusters_of, entropy, information


def recall(true, pred):
    """Gösgens et al., B.1: the best part of each cluster, over n."""
    best = [max(len(a & b) for b in clusters_of(pred)) for a in clusters_of(true)]
    return Fraction(sum(best), len(true))


def bcubed_recall(true, pred):
    """Ibid.: the squared parts of each cluster over its size, over n."""
    parts = [
        Fraction(len(a & b) ** 2, len(a))
        for a, b in product(clusters_of(true), clusters_of(pred))
    ]
    return sum(parts) / len(true)


def best_f(true, pred):
    """Mean over the samples of the best F of their true cluster."""
    total = 0
    for cluster in clusters_of(true):
        total += len(cluster) * max(
            Fraction(2 * len(cluster & candidate), len(cluster) + len(candidate))
            for candidate in clusters_of(pred)
        )
    return total / len(true)


def harmonic_mean(x, y):
    return 2 * x * y / (x + y) if x and y else x * y


def of_both_directions(measure):
    """The harmonic mean of a measure of each side by the other."""
    return lambda true, pred: harmonic_mean(measure(true, pred), measure(pred, true))


bcubed_by_definition = of_both_directions(bcubed_recall)


def joint(true, pred):
    return list(zip(true, pred, strict=True))


def variation_by_definition(true, pred):
    """2 H(A, B) - H(A) - H(B)."""
    return 2 * entropy(joint(true, pred)) - entropy(true) - entropy(pred)


def fair_by_definition(true, pred):
    """exp(-|kA - kB| / kA) MI / ((H(A) + H(B)) / 2), and 1 for two single clusters."""
    n_true, n_pred = len(set(true)), len(set(pred))
    average = (entropy(true) + entropy(pred)) / 2
    normalized = information(true, pred) / average if average else 1.0
    return math.exp(-abs(n_true - n_pred) / n_true) * normalized


def share_known(labels, given_labels):
    """One minus the entropy of labels given others, as a fraction of their entropy."""
    if len(set(labels)) == 1:
        return 1.0
    conditional = entropy(joint(labels, given_labels)) - entropy(given_labels)
    return max(1 - conditional / entropy(labels), 0.0)


def similarities(true, pred):
    """Of x, 1 - sum_y |p_xy - q_xy| / 2; p_xy = 1 / size for y in the cluster of x."""
    values = []
    for t, p in joint(true, pred):
        differences = [
            abs(Fraction(u == t, true.count(t)) - Fraction(q == p, pred.count(p)))
            for u, q in joint(true, pred)
        ]
        values.append(1 - sum(differences) / 2)
    return values


def purity(true, pred):
    """The fraction in the commonest true cluster."""
    counts = Counter(joint(true, pred))
    best = [max(counts[t, p] for t in set(true)) for p in set(pred)]
    return Fraction(sum(best), len(true))
