"""Check that the correlation of clusterings of up to 17 samples is at least -1/2.

The proof of the lower bound -1/2 of the correlation index and coCC covers 18 samples
and more. This script checks all smaller ones: for every pair of multisets of cluster
sizes it bounds the number of agreeing pairs from below, first by the theorem on the
least sum of squares, a float that is rounded up after 1e-6 is taken off for its error,
then, where that is not enough, by the best table itself. All else are exact integers.
It prints the pairs that reach -1/2.

    python studies/least_correlation.py        (a few seconds)
"""

import math
from functools import cache

LARGEST_SIZE = 17


def partitions(n_samples, largest=None):
    """Yield every multiset of cluster sizes, in descending order."""
    if n_samples == 0:
        yield ()
    for size in range(min(n_samples, largest or n_samples), 0, -1):
        for rest in partitions(n_samples - size, size):
            yield (size, *rest)


def bound_on_squares(true, pred):
    """Bound the sum of squares of a table with these margins from below."""
    n = sum(true)
    n_true, n_pred = len(true), len(pred)
    a = sum(size**2 for size in true) / n**2
    b = sum(size**2 for size in pred) / n**2
    x = math.sqrt(max(n_true * a - 1, 0) / (n_true - 1))
    y = math.sqrt(max(n_pred * b - 1, 0) / (n_pred - 1))
    of_residual = (1 - 1 / n_true) * (1 - 1 / n_pred) * max(x + y - 1, 0) ** 2
    return n**2 * (a / n_pred + b / n_true - 1 / (n_true * n_pred) + of_residual)


@cache
def least_squares(true, pred):
    """Minimize the sum of squares over all tables with these margins."""
    if not true:
        return 0
    return min(
        squares + least_squares(true[1:], tuple(sorted(left)))
        for squares, left in rows_of(true[0], pred)
    )


def rows_of(size, columns):
    """Yield every first row: its sum of squares, and what it leaves of the columns."""
    if not columns:
        if size == 0:
            yield 0, ()
        return
    for count in range(min(size, columns[0]) + 1):
        for squares, left in rows_of(size - count, columns[1:]):
            yield squares + count**2, (columns[0] - count, *left)


def exceeds(squares, true, pred):
    """Compare the correlation with -1/2: 1 if it is greater, 0 if equal, else -1."""
    n = sum(true)
    pairs = n * (n - 1)
    in_true = sum(size * (size - 1) for size in true)
    in_pred = sum(size * (size - 1) for size in pred)
    lack = in_true * in_pred - (squares - n) * pairs
    if lack <= 0:
        return 1
    margin = in_true * (pairs - in_true) * in_pred * (pairs - in_pred) - 4 * lack**2
    return (margin > 0) - (margin < 0)


def main():
    """Check every pair of sizes and print those that reach the bound."""
    n_pairs = n_exact = 0
    for n in range(2, LARGEST_SIZE + 1):
        nontrivial = [sizes for sizes in partitions(n) if 1 < len(sizes) < n]
        for index, true in enumerate(nontrivial):
            for pred in nontrivial[index:]:
                n_pairs += 1
                # The sum of n_ij (n_ij - 1) is even.
                squares = max(n, math.ceil(bound_on_squares(true, pred) - 1e-6))
                squares += (squares - n) % 2
                if exceeds(squares, true, pred) > 0:
                    continue
                n_exact += 1
                squares = least_squares(true, tuple(sorted(pred)))
                order = exceeds(squares, true, pred)
                assert order >= 0, (true, pred)
                if order == 0:
                    print(f"-1/2 is reached by sizes {true} and {pred}")
    print(f"{n_pairs} pairs of sizes, {n_exact} of them by the best table: none below.")


if __name__ == "__main__":
    main()
