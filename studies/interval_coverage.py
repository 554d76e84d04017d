"""How often are `score_interval` and `compare_scores` wrong?

``python studies/interval_coverage.py`` prints, for each setting, how often the nominal
95 % interval lies above and below the CARI of the population, how often it is refused,
and how often `compare_scores` rejects two predictions of equal quality at three levels;
then the settings that miss the goals, and ends with an error if there are any: neither
tail above .06, coverage at least .90 (.93 to .97 with fixed columns), level at most 1.5
times nominal. A goal is missed if a true rate at its limit would give such a count in
fewer than one of 1000 runs. Where a tail is above .06 by the first samples, which are
too few to decide, the setting has ten times as many new ones instead. Numbers: samples
per setting, the seed, and the places of the settings, all by default.

True row and column labels are drawn independently, from clusters of these shares; a
predicted label is the true one with probability 1 - noise, else one of the others,
whatever other rows and columns were sampled. In "merged" the first prediction is the
truth with two clusters merged, the second one has as much noise as gives the same CARI.
"""

import sys

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom

from sklearn_cocluster_metrics import compare_scores, score_interval

TWO, THREE, SIX, TEN, TWENTY, THIRTY = ([1 / k] * k for k in (2, 3, 6, 10, 20, 30))
UNEQUAL, RARE, RARER = [0.7, 0.2, 0.1], [0.9, 0.1], [0.95, 0.05]
SETTINGS = [  # sizes and shares of the modes, noise
    ((20,), [TWO], 0.02),
    ((20,), [RARE], 0.1),
    ((40,), [THIRTY], 0.1),
    ((100,), [RARER], 0.05),
    ((10, 10), [TWO, TWO], 0.1),
    ((20, 8), [TWO, TWO], 0.02),
    ((20, 12), [THREE, THREE], 0.2),
    ((20, 20), [THREE, THREE], 0.3),
    ((20, 20), [TEN, TEN], 0.05),
    ((20, 20), [TEN, TEN], 0.4),
    ((300, 12), [THREE, TEN], 0.2),
    ((40, 40), [TWENTY, TWENTY], 0.1),
    ((40, 40), [THIRTY, THIRTY], 0.02),
    ((40, 40), [THIRTY, THIRTY], 0.1),
    ((40, 40), [THIRTY, THIRTY], 0.4),
    ((100, 20), [RARER, RARER], 0.1),
    ((100, 30), [UNEQUAL, UNEQUAL], 0.1),
    ((1000, 10), [TWO, TWO], 0.02),
    ((1000, 10), [TWO, TWO], 0.2),
    ((1000, 10), [TWO, TWO], 0.35),
    ((2000, 12), [RARE, RARE], 0.1),
    ((2000, 12), [SIX, THREE], 0.1),
    ((2000, 100), [SIX, THREE], 0.02),
]
FIXED = [  # ten columns, in equal clusters, that are no sample
    ((n, 10), [shares, TWO], noise)
    for n, shares, noise in [
        (50, TWO, 0.1),
        (100, SIX, 0.3),
        (1000, TWO, 0.02),
        (1000, RARE, 0.1),
    ]
]
MERGED = [((60,), [THREE]), ((200,), [THREE])]
LEVELS = [0.05, 0.01, 0.001]
LARGEST_TAIL = 0.06


def joint_shares(shares, noise):
    """Shares of the cells of a mode: true clusters by predicted ones."""
    n_clusters = len(shares)
    joint = np.full((n_clusters, n_clusters), noise / (n_clusters - 1))
    np.fill_diagonal(joint, 1 - noise)
    return joint * np.array(shares)[:, np.newaxis]


def population_cari(joints):
    """CARI in the limit of many rows and columns, from the shares of the cells."""
    # of the cells, shares of pairs together in both, in the truth, in the prediction
    both, true, pred = np.prod(
        [[np.sum(side**2) for side in (j, j.sum(1), j.sum(0))] for j in joints], axis=0
    )
    return (both - true * pred) / ((true + pred) / 2 - true * pred)


def cari_of_many_rows(joint, true, pred):
    """Product-CARI in the limit of many rows; the labels of the columns are fixed."""
    rows = [np.sum(side**2) for side in (joint, joint.sum(1), joint.sum(0))]
    n = len(true)
    table = np.histogram2d(true, pred, bins=(true.max() + 1, pred.max() + 1))[0]
    squares = [np.sum(side**2) for side in (table, table.sum(1), table.sum(0))]
    by_chance = n + (squares[1] - n) * (squares[2] - n) / (n * (n - 1))
    both, one, other = (r * s for r, s in zip(rows, squares, strict=True))
    expected = rows[1] * rows[2] * by_chance
    return (both - expected) / ((one + other) / 2 - expected)


def wrong(rng, true, n_clusters, noise):
    """Labels of one mode, some of which are wrong."""
    other = (true + rng.integers(1, n_clusters, size=len(true))) % n_clusters
    return np.where(rng.random(len(true)) < noise, other, true)


def predictions(rng, true, shares, noise):
    """Two predictions of one mode with the same CARI."""
    if noise != "merged":
        return [wrong(rng, true, len(shares), noise) for _ in range(2)]
    joint = joint_shares(shares, 0)
    joint[:, 0], joint[:, 1] = joint[:, 0] + joint[:, 1], 0
    target = population_cari([joint])
    equal = brentq(
        lambda x: population_cari([joint_shares(shares, x)]) - target, 1e-3, 0.5
    )
    merged = np.where(true == 1, 0, true)
    return [merged, wrong(rng, true, len(shares), equal)]


def errors(sizes, shares, noise, *, fixed, n_samples, seed):
    """Counts of intervals, above and below the target, and of rejections."""
    rng = np.random.default_rng(seed)
    counts = np.zeros(3 + len(LEVELS), dtype=int)
    targets = []
    for _ in range(n_samples):
        true = [rng.choice(len(p), n, p=p) for n, p in zip(sizes, shares, strict=True)]
        if fixed is not None:
            true[fixed] = np.arange(sizes[fixed]) % len(shares[fixed])
        both = [
            predictions(rng, *mode, noise) for mode in zip(true, shares, strict=True)
        ]
        if fixed is not None:  # the columns do not vary: both have the same ones
            both[fixed][1] = both[fixed][0]
        structures = [true, *zip(*both, strict=True)]
        truth, *sides = (tuple(x) if len(x) > 1 else x[0] for x in structures)
        if noise != "merged":
            joints = [joint_shares(p, noise) for p in shares]
            target = population_cari(joints)
            if fixed is not None:
                target = cari_of_many_rows(joints[0], true[1], sides[0][1])
            targets.append(target)
            try:
                found = score_interval(truth, sides[0], fixed=fixed)
                counts[:3] += 1, found.low > target, found.high < target
            except ValueError as error:
                if "pairs of entries together" not in str(error):
                    raise
        pvalue = compare_scores(truth, *sides, fixed=fixed).pvalue
        counts[3:] += [pvalue <= level for level in LEVELS]
    return counts, np.mean(targets) if targets else np.nan


def is_above(count, n, limit):
    """Whether a rate of at most the limit would hardly give so many."""
    return n > 0 and binom.sf(count - 1, n, limit) < 0.001


def missed(counts, n_samples, *, fixed):
    """Names of the goals that these counts miss."""
    n, above, below, *rejected = counts.tolist()
    rates = zip(LEVELS, rejected, strict=True)
    goals = {
        "low": is_above(above, n, LARGEST_TAIL),
        "high": is_above(below, n, LARGEST_TAIL),
        "coverage": is_above(above + below, n, 0.1 if fixed is None else 0.07),
        "too wide": fixed is not None and is_above(n - above - below, n, 0.97),
        **{
            f"level {level}": is_above(count, n_samples, 1.5 * level)
            for level, count in rates
        },
    }
    return [name for name, is_missed in goals.items() if is_missed]


def main(n_samples=150, seed=0, *places):
    print("rejected at", LEVELS)
    print("sizes, clusters (greatest share), noise | CARI | refused, low > , high <")
    settings = [
        *((*setting, None) for setting in SETTINGS),
        *((*setting, 1) for setting in FIXED),
        *((*setting, "merged", None) for setting in MERGED),
    ]
    total, n_all, failures = np.zeros(3 + len(LEVELS), dtype=int), 0, []
    for place in places or range(len(settings)):
        sizes, shares, noise, fixed = settings[place]
        n, seeds = n_samples, [seed, place]
        while True:
            counts, target = errors(
                sizes, shares, noise, fixed=fixed, n_samples=n, seed=seeds
            )
            if n > n_samples or max(counts[1:3]) <= LARGEST_TAIL * counts[0]:
                break
            n, seeds = 10 * n_samples, [seed, place, 1]
        total += counts
        n_all += n
        n_intervals, *wrong_ends = counts[:3]
        clusters = " x ".join(f"{len(p)} ({max(p):.2f})" for p in shares)
        name = f"{' x '.join(map(str, sizes)):>10} in {clusters:21} {noise:<6}"
        refused = f"{1 - n_intervals / n:.2f}" if noise != "merged" else "    "
        tails = " ".join(
            f"{one / n_intervals:.3f}" if n_intervals else "     " for one in wrong_ends
        )
        levels = " ".join(f"{one / n:.3f}" for one in counts[3:])
        failures += [f"{name}: {goal}" for goal in missed(counts, n, fixed=fixed)]
        kind = f" of {n}" + " columns fixed" * (fixed is not None)
        print(f"{name} {target:5.2f} {refused} {tails} | {levels}{kind}", flush=True)
    n, above, below, *rejected = total.tolist()
    print(
        f"all: {n} intervals, {above / n:.4f} above, {below / n:.4f} below the target"
    )
    for level, count in zip(LEVELS, rejected, strict=True):
        rate = count / n_all
        print(f"all: rejected at {level}: {rate:.4f}, {rate / level:.2f} times nominal")
    print("missed goals:", *(failures or ["none"]), sep="\n")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
