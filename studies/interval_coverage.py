"""How often do intervals of `score_interval` miss the value of the population?

    python studies/interval_coverage.py exact
    python studies/interval_coverage.py rare common fixed groups few --n-samples 400
    python studies/interval_coverage.py exact entities --metric dice wallace1

Each part prints a row for each setting, and writes its results to ``doc/studies.json``
with `--write`. It ends with an error if a goal is missed. Nominal coverage is .95.

exact: every table of two by two clusters of n samples has its interval, so that the
    probabilities of both tails are exact for any population; in two modes, every pair
    of tables. Printed are the greatest ones over random populations, and what a local
    search makes of the ten worst.
rare: samples that seldom show an error, in one, two and three modes.
common: other settings, of 2 to 30 clusters.
fixed: ten columns that are no sample.
groups: rows that depend on each other within groups, in one mode and in two.
few: six columns in two clusters are a sample, but are passed as `fixed`. This misses on
    purpose: it is what the error of too few columns warns of.
entities: records of entities of two to five records, as in entity resolution, so that
    few pairs share a cluster. Some predicted labels are wrong, or some entities are
    split or merged.

With `--metric`, the intervals are of these indices of pairs, which are not adjusted for
chance. The parts "fixed" and "few" are only for the default index, product-CARI. Other
indices of pairs are monotone functions of one of these, and have the same coverage.

A predicted label is the true one with probability 1 - noise, else one of the others,
whatever other rows and columns were sampled. The shares of tables are those of cells.

The goals: neither tail above .06, coverage at least .93; exactly, neither above .05, or
.07 for indices that are not adjusted for chance. A goal of samples is missed if a true
rate at its limit would give such a count in fewer than one of 1000 runs.
"""

import argparse
import sys
from functools import cache
from itertools import product

import numpy as np
from _results import write_results
from scipy.special import gammaln
from scipy.stats import binom

from sklearn_cocluster_metrics import score_interval

TWO, THREE, SIX, TEN, TWENTY, THIRTY = ([1 / k] * k for k in (2, 3, 6, 10, 20, 30))
UNEQUAL, RARE, RARER = [0.7, 0.2, 0.1], [0.9, 0.1], [0.95, 0.05]


def joint_shares(shares, noise):
    """Shares of the cells of a mode: true clusters by predicted ones."""
    n_clusters = len(shares)
    joint = np.full((n_clusters, n_clusters), noise / (n_clusters - 1))
    np.fill_diagonal(joint, 1 - noise)
    return joint * np.array(shares)[:, np.newaxis]


def shares_of_pairs(joint):
    """Shares of pairs together in both, in the truth and in the prediction."""
    return [np.sum(side**2) for side in (joint, joint.sum(1), joint.sum(0))]


def cari_of_pairs(both, true, pred):
    """CARI from shares of pairs of cells, in the limit of many rows and columns."""
    return (both - true * pred) / ((true + pred) / 2 - true * pred)


INDICES = {  # as functions of the shares of pairs: in both, in the truth, predicted
    "cari_product": cari_of_pairs,
    "baulieu1": lambda b, t, p: 1 - (t + p - 2 * b) + (t - p) ** 2,
    "dice": lambda b, t, p: 2 * b / (t + p),
    "fowlkes_mallows": lambda b, t, p: b / np.sqrt(t * p),
    "kulczynski": lambda b, t, p: (b / t + b / p) / 2,
    "minkowski": lambda b, t, p: np.sqrt((t + p - 2 * b) / t),
    "rand": lambda b, t, p: 1 - (t + p - 2 * b),
    "russell_rao": lambda b, t, p: b,
    "sokal_sneath3": lambda b, t, p: (
        b * (1 - t - p + b) / np.sqrt(t * (1 - t) * p * (1 - p))
    ),
    "wallace1": lambda b, t, p: b / t,
    "wallace2": lambda b, t, p: b / p,
}
NOT_SYMMETRIC = {"minkowski", "wallace1", "wallace2"}


def population_value(metric, joints):
    """An index in the limit of many rows and columns, from the shares of the cells."""
    shares = np.prod([shares_of_pairs(joint) for joint in joints], axis=0)
    return INDICES[metric](*shares)


def labels_of_table(table):
    """True and predicted labels with these counts of the cells."""
    cells = np.nonzero(table)
    return [np.repeat(labels, np.array(table)[cells]) for labels in cells]


def ends_of_interval(true, pred, **options):
    """The ends of the interval of labels; None if it is refused for few pairs."""
    try:
        interval = score_interval(true, pred, **options)
    except ValueError as error:
        if "that share a true cluster" not in str(error):
            raise
        return None
    return interval.low, interval.high


@cache
def ends_of_tables(tables, **options):
    """The ends of the interval of tables, one per mode; None if it is refused."""
    sides = list(zip(*map(labels_of_table, tables), strict=True))
    true, pred = (side if len(side) > 1 else side[0] for side in sides)
    return ends_of_interval(true, pred, **options)


# Exactly, over all tables of two by two clusters


def canonical(table, is_transposed=False):
    """A table of which others have other names of clusters, or are transposed."""
    a, b, c, d = table
    renamed = max((a, b, c, d), (c, d, a, b), (b, a, d, c), (d, c, b, a))
    if not is_transposed:
        return renamed
    return max(renamed, canonical((a, c, b, d)))


def all_tables(n):
    """All counts of four cells that sum to n."""
    counts = np.array(list(product(range(n + 1), repeat=3)))
    counts = counts[counts.sum(axis=1) <= n]
    return np.column_stack([counts, n - counts.sum(axis=1)])


class ExactTails:
    """The probabilities that the interval of n samples a mode lies above, or below."""

    def __init__(self, n, n_modes, metric):
        self.tables = all_tables(n)
        self.n_modes = n_modes
        self.metric = metric
        # Tables with the same interval, as the order of the modes does not matter. All
        # modes are transposed together, so that it is done for one mode only.
        is_transposed = n_modes == 1 and metric not in NOT_SYMMETRIC
        keys = [canonical(table, is_transposed) for table in self.tables.tolist()]
        ends = [
            ends_of_tables(
                tuple(((a, b), (c, d)) for a, b, c, d in sorted(keys_of_modes)),
                metric=metric,
            )
            for keys_of_modes in product(keys, repeat=n_modes)
        ]
        self.has_interval = np.array([pair is not None for pair in ends])
        self.ends = np.array([pair or (-np.inf, np.inf) for pair in ends])
        self.log_orders = gammaln(n + 1) - gammaln(self.tables + 1).sum(axis=1)

    def probabilities(self, law):
        """The probability of each table of one mode."""
        with np.errstate(divide="ignore", invalid="ignore"):
            logarithms = self.tables * np.log(law)
        logarithms[self.tables == 0] = 0
        return np.exp(logarithms.sum(axis=1) + self.log_orders)

    def __call__(self, laws):
        """Both tails for each population, if at least half of its samples have any."""
        tails = np.zeros((len(laws), 2))
        for number, laws_of_modes in enumerate(laws):
            probabilities = np.ones(1)
            for law in laws_of_modes:
                of_mode = self.probabilities(law)
                probabilities = np.outer(probabilities, of_mode).ravel()
            n_intervals = probabilities @ self.has_interval
            if n_intervals < 0.5:
                continue
            joints = [law.reshape(2, 2) for law in laws_of_modes]
            target = population_value(self.metric, joints)
            is_above = self.ends[:, 0] > target + 1e-9
            is_below = self.ends[:, 1] < target - 1e-9
            tails[number] = probabilities @ is_above, probabilities @ is_below
            tails[number] /= n_intervals
        return tails


def greatest_tails(n, n_modes, n_laws, metric, rng):
    """The greatest probability of each tail, and of both, over populations."""
    tails_of = ExactTails(n, n_modes, metric)
    concentrations = rng.choice([0.2, 0.5, 1.0], size=(n_laws, n_modes))
    laws = np.array(
        [[rng.dirichlet([alpha] * 4) for alpha in row] for row in concentrations]
    )
    for axis in (2, 3):  # no cluster has all entries
        shares = laws.reshape(-1, n_modes, 2, 2).sum(axis=axis)
        laws = laws[(shares < 1 - 1e-6).all(axis=(1, 2))]
    tails = tails_of(laws)
    greatest = []
    for weights in ([1, 0], [0, 1], [1, 1]):
        values = tails @ weights
        order = np.argsort(-values)[:10]
        worst = laws[order], values[order]
        for step in 0.3 * 0.9 ** np.arange(40):
            moved = worst[0] * np.exp(step * rng.standard_normal(worst[0].shape))
            moved /= moved.sum(axis=-1, keepdims=True)
            moved_values = tails_of(moved) @ weights
            is_better = moved_values > worst[1]
            worst[0][is_better] = moved[is_better]
            worst[1][is_better] = moved_values[is_better]
        greatest.append(float(worst[1].max()))
    return greatest


def run_exact(metric, options):
    """Print and return the greatest exact tails."""
    results, failures = {}, []
    print("| samples | low above | high below | both |\n|---|---|---|---|")
    designs = [
        *((n, 1, options.n_laws) for n in options.sizes),
        *((n, 2, options.n_laws // 10) for n in options.sizes_of_two_modes),
    ]
    for n, n_modes, n_laws in designs:
        rng = np.random.default_rng([n, n_modes])
        above, below, both = greatest_tails(n, n_modes, n_laws, metric, rng)
        name = " x ".join([str(n)] * n_modes)
        print(f"| {name} | {above:.3f} | {below:.3f} | {both:.3f} |", flush=True)
        results[name] = {
            "above": above,
            "below": below,
            "both": both,
            "n_populations": n_laws,
        }
        if max(above, below) > (0.05 if metric == "cari_product" else 0.07):
            failures.append(f"exact, {metric}, {name} samples")
    return results, failures


# Samples of settings


def table_of(rng, joint, n):
    """The table of a mode of n entries, as tuples."""
    counts = rng.multinomial(n, joint.ravel()).reshape(joint.shape)
    return tuple(map(tuple, counts.tolist()))


def sample_modes(rng, sizes, joints, metric):
    """The ends for one sample."""
    tables = tuple(
        table_of(rng, joint, n) for n, joint in zip(sizes, joints, strict=True)
    )
    return ends_of_tables(tables, metric=metric)


def sampled(sizes, joints):
    """A setting: modes with these shares of cells, drawn independently."""
    joints = [np.array(joint) for joint in joints]
    return lambda rng, metric: (
        sample_modes(rng, sizes, joints, metric),
        population_value(metric, joints),
    )


ERRORS_5 = [[0, 0.05], [0.05, 0.9]]
ERRORS_10 = [[0, 0.1], [0.1, 0.8]]
THREE_BY_TWO = [[0.02, 0.03], [0.03, 0.02], [0.05, 0.85]]
TRIVIAL = [[0.48, 0.02], [0.02, 0.48]]

RARE_SETTINGS = {
    **{f"5 % + 5 %, {n}": sampled([n], [ERRORS_5]) for n in (20, 40, 80)},
    **{f"10 % + 10 %, {n}": sampled([n], [ERRORS_10]) for n in (20, 40, 80)},
    **{f"3 x 2, {n}": sampled([n], [THREE_BY_TWO]) for n in (20, 40, 80)},
    **{f"5 % + 5 %, {n} x {n}": sampled([n] * 2, [ERRORS_5] * 2) for n in (20, 40)},
    "5 % + 5 %, 40 x 12 clear": sampled([40, 12], [ERRORS_5, TRIVIAL]),
    "10 % + 10 %, 20 x 20 x 20": sampled([20] * 3, [ERRORS_10] * 3),
    "5 % + 5 %, 30 x 12 x 12 clear": sampled([30, 12, 12], [ERRORS_5, *[TRIVIAL] * 2]),
}


def noisy(sizes, shares, noise):
    """A setting: predicted labels of all modes are wrong with a probability."""
    return sampled(sizes, [joint_shares(p, noise) for p in shares])


COMMON = [  # sizes and shares of the modes, noise
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
    ((40, 40), [TWENTY, TWENTY], 0.1),
    ((40, 40), [THIRTY, THIRTY], 0.02),
    ((40, 40), [THIRTY, THIRTY], 0.4),
    ((100, 20), [RARER, RARER], 0.1),
    ((100, 30), [UNEQUAL, UNEQUAL], 0.1),
    ((1000, 10), [TWO, TWO], 0.2),
    ((2000, 12), [RARE, RARE], 0.1),
    ((2000, 12), [SIX, THREE], 0.1),
    ((20, 15, 12), [THREE, TWO, TWO], 0.1),
]
COMMON_SETTINGS = {
    f"{' x '.join(map(str, sizes))} in {' x '.join(str(len(p)) for p in shares)}"
    f" (largest {max(map(max, shares)):.2f}), {noise}": noisy(sizes, shares, noise)
    for sizes, shares, noise in COMMON
}


def cari_of_many_rows(joint, table):
    """Product-CARI in the limit of many rows; the columns have this table."""
    rows = shares_of_pairs(joint)
    n = table.sum()
    squares = [np.sum(side**2) for side in (table, table.sum(1), table.sum(0))]
    by_chance = n + (squares[1] - n) * (squares[2] - n) / (n * (n - 1))
    both, true, pred = (r * s for r, s in zip(rows, squares, strict=True))
    expected = rows[1] * rows[2] * by_chance
    return (both - expected) / ((true + pred) / 2 - expected)


def fixed_columns(n, shares, noise):
    """A setting: ten columns in two equal clusters, that are no sample."""
    joint = joint_shares(shares, noise)

    def sample(rng, _):
        true = np.arange(10) % 2
        pred = np.where(rng.random(10) < noise, 1 - true, true)
        table = np.histogram2d(true, pred, bins=(2, 2))[0].astype(int)
        tables = table_of(rng, joint, n), tuple(map(tuple, table.tolist()))
        return ends_of_tables(tables, fixed=1), cari_of_many_rows(joint, table)

    return sample


FIXED_SETTINGS = {
    f"{n} rows in {len(shares)} (largest {max(shares):.2f}), {noise}": fixed_columns(
        n, shares, noise
    )
    for n, shares, noise in [
        (50, TWO, 0.1),
        (100, SIX, 0.3),
        (1000, TWO, 0.02),
        (1000, RARE, 0.1),
    ]
}


def few_columns(n_columns, noise):
    """A setting: columns are a sample, and passed as fixed."""
    rows, columns = joint_shares(THREE, 0.1), joint_shares(TWO, noise)
    target = population_value("cari_product", [rows, columns])

    def sample(rng, _):
        tables = table_of(rng, rows, 100), table_of(rng, columns, n_columns)
        return ends_of_tables(tables, fixed=1), target

    return sample


FEW_SETTINGS = {
    f"{n_columns} columns, {noise}": few_columns(n_columns, noise)
    for n_columns in (4, 6, 10)
    for noise in (0.05, 0.2)
}


def grouped_labels(rng, sizes, joint, dependence):
    """Labels of groups: an entry has the cell of its group with this probability."""
    groups = np.repeat(np.arange(len(sizes)), sizes)
    n_cells = joint.size
    of_groups = rng.choice(n_cells, size=len(sizes), p=joint.ravel())
    of_entries = rng.choice(n_cells, size=len(groups), p=joint.ravel())
    cells = np.where(
        rng.random(len(groups)) < dependence, of_groups[groups], of_entries
    )
    true, pred = np.divmod(cells, joint.shape[1])
    return true, pred, groups


def in_groups(sizes_of_modes, joints, dependence=0.8):
    """A setting: entries in groups of these sizes; None for ungrouped entries."""
    joints = [np.array(joint) for joint in joints]

    def sample(rng, metric):
        modes = []
        for sizes, joint in zip(sizes_of_modes, joints, strict=True):
            sizes_now = sizes(rng) if callable(sizes) else sizes
            modes.append(grouped_labels(rng, sizes_now, joint, dependence))
        true, pred, groups = zip(*modes, strict=True)
        if len(modes) == 1:
            true, pred, groups = true[0], pred[0], groups[0]
        ends = ends_of_interval(true, pred, groups=groups, metric=metric)
        return ends, population_value(metric, joints)

    return sample


def geometric(n_groups, mean):
    """Draw sizes of groups, most of them small."""
    return lambda rng: rng.geometric(1 / mean, size=n_groups)


GROUP_SETTINGS = {
    "20 of 5": in_groups([[5] * 20], [joint_shares(THREE, 0.2)]),
    "40 of 3": in_groups([[3] * 40], [joint_shares(THREE, 0.2)]),
    "100 of 3": in_groups([[3] * 100], [joint_shares(UNEQUAL, 0.1)]),
    "20 of 5, rare errors": in_groups([[5] * 20], [ERRORS_5]),
    "40 of 5, rare errors": in_groups([[5] * 40], [ERRORS_10]),
    "20, geometric": in_groups([geometric(20, 4)], [joint_shares(TWO, 0.1)]),
    "40, geometric": in_groups([geometric(40, 4)], [joint_shares(THREE, 0.1)]),
    "20 of 5 x 20 of 1": in_groups([[5] * 20, [1] * 20], [joint_shares(TWO, 0.1)] * 2),
    "40 of 3 x 12 of 2": in_groups(
        [[3] * 40, [2] * 12], [joint_shares(THREE, 0.2), joint_shares(TWO, 0.1)]
    ),
}


def of_entities(n_entities, n_records, noise=0, n_split=0, n_merged=0):
    """A setting: records of entities, of which some are split in two, or merged."""
    rng = np.random.default_rng(n_entities)
    sizes = rng.integers(2, 6, size=n_entities)
    joint = np.zeros((n_entities, n_entities + n_split))
    joint[:, :n_entities] = noise / (n_entities - 1)
    entities = np.arange(n_entities)
    joint[entities, entities] = 1 - noise
    split = entities[:n_split]
    joint[split, split] /= 2
    joint[split, n_entities + split] = joint[split, split]
    merged = entities[n_split : n_split + n_merged]
    joint[merged, merged + n_merged] = joint[merged, merged]
    joint[merged, merged] = 0
    joint *= (sizes / sizes.sum())[:, np.newaxis]
    return sampled([n_records], [joint[:, joint.sum(axis=0) > 0]])


ENTITY_SETTINGS = {
    f"{n_entities} entities, {n_records} records, {name}": of_entities(
        n_entities, n_records, **errors
    )
    for n_entities, n_records in ((30, 40), (60, 80), (100, 200))
    for name, errors in {
        "noise 0.02": {"noise": 0.02},
        "noise 0.2": {"noise": 0.2},
        "a tenth split": {"n_split": n_entities // 10},
        "a tenth merged": {"n_merged": n_entities // 20},
    }.items()
}

PARTS = {
    "rare": RARE_SETTINGS,
    "common": COMMON_SETTINGS,
    "fixed": FIXED_SETTINGS,
    "groups": GROUP_SETTINGS,
    "few": FEW_SETTINGS,
    "entities": ENTITY_SETTINGS,
}


def is_above(count, n, limit):
    """Whether a rate of at most the limit would hardly give so many."""
    return binom.sf(count - 1, n, limit) < 0.001


def run_settings(part, metric, options):
    """Print and return how often the intervals of the settings of a part miss."""
    results, failures = {}, []
    print("| setting | refused | low above | high below | covered | length |")
    print("|---|---|---|---|---|---|")
    for number, (name, sample) in enumerate(PARTS[part].items()):
        rng = np.random.default_rng([options.seed, number])
        n = above = below = 0
        length = 0.0
        for _ in range(options.n_samples):
            ends, target = sample(rng, metric)
            if ends is None:
                continue
            low, high = ends
            n += 1
            above += low > target + 1e-9
            below += high < target - 1e-9
            length += high - low
        if n == 0:
            continue
        refused = 1 - n / options.n_samples
        covered = 1 - (above + below) / n
        row = {
            "n": n,
            "refused": refused,
            "above": above / n,
            "below": below / n,
            "covered": covered,
            "standard_error": float(np.sqrt(covered * (1 - covered) / n)),
            "length": length / n,
        }
        results[name] = row
        print(
            f"| {name} | {refused:.2f} | {above / n:.3f} | {below / n:.3f} | "
            f"{covered:.3f} | {length / n:.2f} |",
            flush=True,
        )
        is_missed = (
            is_above(above, n, 0.06)
            or is_above(below, n, 0.06)
            or is_above(above + below, n, 0.07)
        )
        if is_missed and part != "few":
            failures.append(f"{part}, {metric}: {name}")
    return results, failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="+", choices=["exact", *PARTS])
    parser.add_argument(
        "--metric", nargs="+", choices=INDICES, default=["cari_product"]
    )
    parser.add_argument("--n-samples", type=int, default=400)
    parser.add_argument("--n-laws", type=int, default=20_000)
    parser.add_argument("--sizes", type=int, nargs="+", default=[12, 20, 30, 40])
    parser.add_argument("--sizes-of-two-modes", type=int, nargs="*", default=[8])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    failures = []
    for metric, part in product(options.metric, options.parts):
        if metric != "cari_product" and part in ("fixed", "few"):
            parser.error(f"the part {part} is for cari_product only")
        print(f"\n{part}, {metric}")
        if part == "exact":
            results, missed = run_exact(metric, options)
        else:
            results, missed = run_settings(part, metric, options)
        failures += missed
        if options.write:
            name = f"interval_coverage, {part}"
            if metric != "cari_product":
                name += f", {metric}"
            write_results(name, {**summarize(part, results), "rows": results})
    if failures:
        sys.exit("Missed goals:\n" + "\n".join(failures))


def summarize(part, results):
    """The worst values over the settings of a part."""
    tails = {
        f"greatest_{tail}": max(row[tail] for row in results.values())
        for tail in ("above", "below")
    }
    if part == "exact":
        tails["greatest_both"] = max(row["both"] for row in results.values())
        return tails
    covered = [row["covered"] for row in results.values()]
    return {**tails, "least_covered": min(covered), "greatest_covered": max(covered)}


if __name__ == "__main__":
    main()
