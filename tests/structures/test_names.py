"""Names decide: shuffled rows, columns and biclusters give the same value, or an error.

Every public function of what can have names is called with named arguments in one
order, in other orders, and with another name. The functions are found by the names of
their parameters: one without a case below fails the first test.
"""

import inspect
import re
from functools import partial
from numbers import Real

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from contracts import CONTRACTS
from doubles import Fitted
from sklearn.base import BaseEstimator

import sklearn_cocluster_metrics as sccm

ROWS, COLUMNS = [f"r{i}" for i in range(12)], [f"c{j}" for j in range(9)]
RNG = np.random.default_rng(0)


def of_modes(make):
    """A Series or a frame of the rows, and one of the columns."""
    return tuple(make(names) for names in (ROWS, COLUMNS))


def labels():
    return of_modes(
        lambda names: pd.Series(RNG.permutation(np.arange(len(names)) % 3), names)
    )


def biclusters():
    """Named biclusters that are disjoint, as some measures need."""
    found = sccm.labels_to_biclusters(labels(), structure="diagonal")
    return tuple(part.set_axis(["x", "y", "z"]) for part in found)


def memberships():
    return of_modes(
        lambda names: pd.DataFrame(RNG.dirichlet(np.ones(3), len(names)), names)
    )


TRUE, PRED, OTHER = labels(), labels(), labels()
BICLUSTERS, FOUND = biclusters(), biclusters()
SOFT = memberships()
WEIGHTS = of_modes(lambda names: pd.Series(RNG.random(len(names)) + 0.5, names))
# The clusters of a row and of a column can be read from its entries, in any order.
X = pd.DataFrame(
    10 * PRED[0].to_numpy()[:, None] + PRED[1].to_numpy() + 1.0, ROWS, COLUMNS
)
GIVEN = {
    **dict.fromkeys(["labels_true", "true"], TRUE),
    **dict.fromkeys(["labels_pred", "pred", "first", "coclustering"], PRED),
    **dict.fromkeys(["biclusters_true", "biclusters"], BICLUSTERS),
    "second": OTHER,
    "sample_weight": WEIGHTS,
    "biclusters_pred": FOUND,
    "clusters_true": BICLUSTERS[0].T,
    "clusters_pred": FOUND[0].T,
    "memberships_true": memberships(),
    "memberships_pred": SOFT,
    "X": X,
}
MORE_DATA = """
    estimator candidates data structures chunks triplets row_names
    row_labels column_labels labels rows columns
"""


def labels_in(data):
    return (data.min(axis=1) - 1) // 10, (data.min(axis=0) - 1) % 10


class See:
    """Passes arguments on; that with the number `at` is changed."""

    def __init__(self, change=None, at=None):
        self.change, self.at, self.n_seen = change, at, 0

    def __call__(self, given):
        self.n_seen += 1
        return self.changed(given, self.n_seen - 1)

    def changed(self, given, number):
        if number != self.at:
            return given
        if isinstance(given, tuple):
            return tuple(map(self.change, given))
        return self.change(given)

    def model(self, attributes=("row_labels_", "column_labels_"), indicators=False):
        """An estimator with named labels, or biclusters, which count as an argument."""
        self.n_seen += 1
        number = self.n_seen - 1

        class Named(BaseEstimator):
            def __init__(self, random_state=None):
                self.random_state = random_state

            def fit(_self, X, y=None):
                found = labels_in(X)
                if indicators:
                    found = sccm.labels_to_biclusters(
                        tuple(part.astype(int) for part in found), structure="diagonal"
                    )
                found = self.changed(found, number)
                vars(_self).update(zip(attributes, found, strict=False))
                return _self

            def predict(_self, X):
                return self.changed(labels_in(X)[0], number)

        return Named()

    def fit(self, *args, **options):
        """Return a fitted model, and its data."""
        data = self(X)
        return self.model(*args, **options).fit(data), data


def shuffled(part):
    """The same entries in another order, in every direction that has names."""
    for axis in range(part.ndim):
        if list(part.axes[axis]) != list(range(part.shape[axis])):
            part = part.sample(frac=1, axis=axis, random_state=RNG.integers(1000))
    return part


def renamed(part):
    """The same entries, the last row or column with another name."""
    axis = int(part.ndim == 2 and len(part.columns) > 3)
    return part.set_axis([*part.axes[axis][:-1], "other"], axis=axis)


def by_name(parts):
    """The content of Series and frames, in the order of their names."""
    parts = parts if isinstance(parts, tuple) else (parts,)
    in_order = [(part.T if part.ndim == 2 else part).sort_index() for part in parts]
    return np.concatenate([part.to_numpy().ravel() for part in in_order])


def fitted_by_function(see, model, data):
    """Score what a function returns of the data."""

    def labels_of(data):
        model.fit(data)
        return model.row_labels_, model.column_labels_

    wrapped = sccm.FunctionCocluster(labels_of)
    return sccm.make_cocluster_scorer("cari", labels=see(TRUE))(wrapped.fit(data), data)


def compared(candidate, data, metric="cari", **options):
    (record,) = sccm.compare({"a": candidate}, {"d": data}, [metric], **options).records
    if record["error"]:
        raise ValueError(record["error"])
    return record["value"]


STABLE = partial(sccm.stability_score, n_resamples=3)


def of_clusters(*fit, **options):
    options |= {"n_resamples": 3, "random_state": 0}
    return sccm.cluster_stability(*fit, **options).jaccard.tolist()


OPTIONS = {
    "adjusted_for_chance": {"metric": "rand", "n_draws": 2},
    "biclusters_to_labels": {"structure": "diagonal"},
    "handle_unlabeled": {"unlabeled": "drop"},
    "modularity_score": {"match": True},
    "coclustering_report": {"output_dict": True},
    "score_interval": {"fixed": 1},
    "bicluster_report": {"output_dict": True, "inference": False},
}
VALUES = {  # what is compared of a result that is no number
    "adjusted_for_chance": lambda x: np.isfinite(x.statistic),  # its draws differ
    "score_interval": lambda x: (x.statistic, x.low),
    **dict.fromkeys(["permutation_test", "compare_scores"], lambda x: x.pvalue),
    **dict.fromkeys(["match_clusters", "labels_to_biclusters"], by_name),
    "biclusters_to_labels": lambda x: sccm.cari_score(x, TRUE),
    "handle_unlabeled": lambda x: sccm.cari_score(*x),
    "pair_counts": lambda x: x.n11,
    "pair_count_moments": lambda x: float(x.mean),
    "cari_decomposition": lambda x: x.score,
    "contingency_table": lambda x: [table.counts.tolist() for table in x],
    "match_table": lambda x: sorted(x.to_frame().jaccard),
    "coclustering_report": lambda x: [
        (one["value"], one["rows"]) for one in x["indices"].values()
    ],
    "bicluster_report": lambda x: [one["value"] for one in x["indices"].values()],
    "CoclusterDisplay": lambda x: [mode.sum() for mode in x.misclassified],
    "ContingencyDisplay": lambda x: [mode.tolist() for mode in x.counts],
    "BiclusterDisplay": lambda x: [
        "xyz".index(x.names_true[x.match[x.names_pred.index(name)]]) for name in "xyz"
    ],
    "bcubed_precision_recall_fscore": list,
    "homogeneity_completeness_v_measure": list,
    "mocice_bcubed_precision_recall_fscore": list,
    "PermutationDisplay": lambda x: x.result.pvalue,
    "PrecisionRecallSpaceDisplay": lambda x: sorted(x.values.ravel()),
}
# Functions that take more than such structures, or models.
CASES = {
    "biclustering_of": lambda see: sccm.e4sc_score(
        BICLUSTERS, sccm.biclustering_of(see.fit(("rows_", "columns_"), True)[0])
    ),
    "biclusters_from_indices": lambda see: by_name(
        sccm.biclusters_from_indices({"x": (["r3", "r1"], ["c2"])}, see(X))
    ),
    "coclustering_of": lambda see: sccm.cari_score(
        TRUE, sccm.coclustering_of(see.fit()[0])
    ),
    "contingency_table_from_chunks": lambda see: (
        sccm.tables.contingency_table_from_chunks(
            [(see(TRUE[0]), see(PRED[0])), (see(TRUE[1]), see(PRED[1]))]
        ).counts.tolist()
    ),
    "compare": lambda see: compared(see.model(), (see(X), see(TRUE)), random_state=0),
    "compare: rows": lambda see: compared(
        see.model(("labels_",)), (see(X), see(TRUE[0]))
    ),
    "compare: labels": lambda see: compared(see(PRED), (see(X), see(TRUE))),
    "compare: labels of an array": lambda see: compared(
        see(PRED), (X.to_numpy(), see(TRUE))
    ),
    "compare: labels alone": lambda see: compared(see(PRED), (None, see(TRUE))),
    "compare: biclusters": lambda see: compared(
        see.model(("rows_", "columns_"), True), (see(X), see(BICLUSTERS)), "e4sc"
    ),
    "compare: given biclusters": lambda see: compared(
        see(FOUND), (see(X), see(BICLUSTERS)), "e4sc"
    ),
    "make_bicluster_scorer": lambda see: sccm.make_bicluster_scorer(
        "e4sc", rows=see(BICLUSTERS[0]), columns=see(BICLUSTERS[1])
    )(*see.fit(("rows_", "columns_"), True)),
    "make_cocluster_scorer": lambda see: sccm.make_cocluster_scorer(
        "cari",
        row_labels=see(TRUE[0]),
        column_labels=see(TRUE[1]),
        sample_weight=see(WEIGHTS),
    )(*see.fit()),
    "make_cocluster_scorer: rows": lambda see: sccm.make_cocluster_scorer(
        "cari", row_labels=see(TRUE[0]), accessor="labels_"
    )(*see.fit(("labels_",))),
    "make_cocluster_scorer: y": lambda see: sccm.make_cocluster_scorer(
        "cari", column_labels=see(TRUE[1])
    )(*see.fit(), see(TRUE[0])),
    "make_cocluster_scorer: modes": lambda see: sccm.make_cocluster_scorer(
        "cari", labels=see(TRUE), sample_weight=see(WEIGHTS), accessor=("a", "b")
    )(*see.fit(("a", "b"))),
    "make_cocluster_scorer: fit with names, array": lambda see: (
        sccm.make_cocluster_scorer(
            "cari", row_labels=see(TRUE[0]), column_labels=see(TRUE[1])
        )(see.model().fit(X), X.to_numpy())
    ),
    "make_cocluster_scorer: memberships of rows": lambda see: (
        sccm.make_cocluster_scorer(
            sccm.soft_cari_score, row_labels=see(TRUE[0]), accessor="a"
        )(Fitted(a=see(SOFT[0])), see(X))
    ),
    "make_cocluster_scorer: memberships": lambda see: sccm.make_cocluster_scorer(
        sccm.soft_cari_score, labels=see(TRUE), accessor=("a", "b")
    )(Fitted(a=see(SOFT[0]), b=see(SOFT[1])), see(X)),
    "cari_score: a fit": lambda see: sccm.cari_score(see(TRUE), see.model().fit(X)),
    "cari_score: a fit of rows": lambda see: sccm.cari_score(
        see(TRUE[0]), see.model(("labels_",)).fit(X)
    ),
    "e4sc_score: a fit": lambda see: sccm.e4sc_score(
        see(BICLUSTERS), see.model(("rows_", "columns_"), True).fit(X)
    ),
    "element_centric_score: samples": lambda see: by_name(
        sccm.element_centric_score(see(TRUE[0]), see(PRED[0]), average=None)
    ),
    "inconsistency_rates": lambda see: sccm.meta_evaluation.inconsistency_rates(
        ["rand", "jaccard"], [(see(TRUE[0]), see(PRED[0]), see(OTHER[0]))]
    ).preferences.tolist(),
    "modularity_score: a fit": lambda see: sccm.modularity_score(
        *see.fit()[::-1], match=True
    ),
    "CoclusterDisplay: a fit": lambda see: (
        sccm.CoclusterDisplay.from_estimator(*see.fit(), see(TRUE)).misclassified[0]
    ).sum(),
    "FunctionCocluster": lambda see: fitted_by_function(see, see.model(), see(X)),
    "pairwise_scores": lambda see: sccm.pairwise_scores(
        {"a": see(TRUE), "b": see(PRED), "c": see(OTHER)}, "cari"
    ).scores.tolist(),
    "stability_score": lambda see: STABLE(see.model(), see(X), kind="values"),
    "stability_score: modes": lambda see: STABLE(
        see.model(("a", "b")), see(X), accessor=("a", "b"), kind="values"
    ),
    "stability_score: biclusters": lambda see: STABLE(
        see.model(("rows_", "columns_"), True), see(X), metric="e4sc"
    ),
    "cluster_stability": lambda see: of_clusters(see.model(), see(X)),
    "cluster_stability: biclusters": lambda see: of_clusters(
        see.model(("rows_", "columns_"), True), see(X), structure="biclustering"
    ),
    "split_half_test": lambda see: (
        sccm.split_half_test(see.model(), see(X), random_state=0).pvalue < 1
    ),
    "separation_test": lambda see: (
        sccm.separation_test(
            see.model(("labels_",)), see(X), n_draws=1, random_state=0
        ).statistic
    ),
    "refit_test": lambda see: (
        sccm.refit_test(
            see.model(), see(X), see(OTHER), n_refits=2, random_state=0
        ).statistic
    ),
}


WITHOUT_CASE = {  # no names, draws that follow positions, or made from what is above
    *("InductiveCocluster", "StabilityDisplay", "make_bicross_scorer"),
    *("BaselineDisplay", "Counterexample", "perturb_coclustering"),
}
PUBLIC = {
    name: getattr(module, name)
    for module in (sccm, sccm.datasets, sccm.meta_evaluation, sccm.tables)
    for name in module.__all__
    if callable(getattr(module, name))
}


def call(name, see):
    """Call a function with all structures that it takes, and return its value."""
    function = getattr(PUBLIC[name], "from_predictions", PUBLIC[name])
    taken = {
        key: see(GIVEN[key])
        for key in inspect.signature(function).parameters
        if key in GIVEN
    }
    result = function(**taken, **OPTIONS.get(name, {}))
    assert name in VALUES or isinstance(result, Real), f"Add {name} to `VALUES`."
    return VALUES.get(name, float)(result)


def takes_names(one):
    makers = [getattr(one, name, one) for name in dir(one) if name.startswith("from_")]
    taken = {
        key for each in (one, *makers) for key in inspect.signature(each).parameters
    }
    return not taken.isdisjoint({*GIVEN, *MORE_DATA.split()})


for _name, _one in PUBLIC.items():
    if takes_names(_one) and _name not in {*CASES, *WITHOUT_CASE}:
        CASES[_name] = partial(call, _name)  # fails below if it takes anything else
for _name, _index in CONTRACTS.items():  # those that are options of a function
    if _index.structure == "overlapping":
        continue  # their functions are above
    _true, _pred = (
        (TRUE, PRED) if _index.structure == "partition" else (BICLUSTERS, FOUND)
    )
    CASES[f"index {_name}"] = lambda see, index=_index, pair=(_true, _pred): index(
        *map(see, pair)
    )


@pytest.fixture(autouse=True)
def without_figures():
    yield
    plt.close("all")


def outcome(case, change, at):
    """Return the value, or None for an error that shows the names which differ."""
    try:
        return case(See(change, at))
    except ValueError as error:
        differing = "only (the first|the second|`[^`]+`) has 'o"
        if not re.search(f"the order differs|{differing}|has no label for", str(error)):
            raise
        return None


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_names_in_another_order_change_no_value(case):
    see = See()
    expected = case(see)
    for at in range(see.n_seen):
        found = outcome(case, shuffled, at)
        if found is not None:
            np.testing.assert_allclose(found, expected, rtol=1e-9)


# The last column is not compared where rows alone are, and data alone have no partner.
MAY_BE_RENAMED = {
    ("compare: rows", 1),
    ("make_cocluster_scorer: rows", 1),
    ("make_cocluster_scorer: memberships of rows", 2),
    ("split_half_test", 1),
    ("separation_test", 1),
    ("modularity_score: a fit", 0),
    ("biclusters_from_indices", 0),
    ("labels_to_biclusters", 0),
    *((name, 1) for name in CASES if name.startswith(("stability", "cluster_st"))),
}


@pytest.mark.parametrize("name", CASES)
def test_another_name_is_refused_and_shown(name):
    see = See()
    CASES[name](see)
    for at in range(see.n_seen):
        is_refused = outcome(CASES[name], renamed, at) is None
        assert is_refused != ((name, at) in MAY_BE_RENAMED)


NUMBERED = pd.Series({0: 0, 1: 0, 2: 1, 3: 1})


@pytest.mark.parametrize("order", [["3", "0", "2", "1"], ["1", "0", "2", "3"]])
def test_numbers_as_texts_in_another_order_are_refused_beside_a_default_index(order):
    texts = pd.Series({name: NUMBERED[int(name)] for name in order})
    for sides in ((texts, NUMBERED), (NUMBERED, texts)):
        with pytest.raises(ValueError, match=r"the texts '0', .*index.astype\(int\)"):
            sccm.cari_score(*sides)
    texts.index = texts.index.astype(int)
    assert sccm.cari_score(texts, NUMBERED.to_dict()) == 1.0


@pytest.mark.parametrize("names", [list("1234"), ["g3", "g0", "g2", "g1"]])
def test_other_texts_are_matched_by_position_with_a_default_index(names):
    with pytest.warns(UserWarning, match="are matched by position"):
        assert sccm.cari_score(NUMBERED.set_axis(names), NUMBERED) == 1.0


@pytest.mark.filterwarnings("error")
def test_numbers_as_texts_in_order_are_matched_with_a_default_index_in_silence():
    assert sccm.cari_score(NUMBERED.set_axis(list("0123")), NUMBERED) == 1.0
