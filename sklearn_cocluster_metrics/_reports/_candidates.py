"""Check the candidates of a comparison, which are estimators or labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from sklearn.utils import get_tags

from .._model_selection._fits import labels_rows_alone, refuse_frozen
from .._structures._arguments import check_mapping, check_option, is_estimator
from .._structures._entry_names import list_names
from .._structures._estimators import (
    BICLUSTERING_ATTRIBUTES,
    Accessor,
    check_accessor,
    has_fitted,
    has_modes,
)
from .._structures._messages import hint_at_fit_predict
from ._data import DataWithTruth


@dataclass(frozen=True, eq=False)
class LabelsOfDraws:
    """Labels for each draw of a data set, in the order of the draws."""

    labels: Sequence[Any]


def _labels_of_draws(
    passed: Any, parameter: str, draws: Sequence[DataWithTruth]
) -> LabelsOfDraws | None:
    """Return a list of structures, one for each draw, or None for anything else.

    `passed` is a candidate on one data set, and errors call it `parameter`. The
    structures are tuples, arrays or Series. In contrast, a list of scalars or of
    lists is a single structure, and so is any list if there is a single draw. A list
    cannot have labels for random parts, because these are drawn later.
    """
    if not isinstance(passed, list) or len(passed) == 0 or len(draws) == 1:
        return None
    if not all(isinstance(entry, tuple) or _is_array(entry) for entry in passed):
        return None
    if draws[0].fractions is not None or len(passed) != len(draws):
        raise ValueError(
            f"`{parameter}` is a list of {len(passed)} structures, one for each draw, "
            f"but the data set has {len(draws)} draws or random parts. Pass `data` as "
            f"a list of {len(passed)} draws in the same order, or a single structure."
        )
    return LabelsOfDraws(passed)


def _is_array(entry: Any) -> bool:
    """Return whether an entry is an array or a Series, not a scalar."""
    return hasattr(entry, "__array__") and hasattr(entry, "__len__")


@dataclass(frozen=True, eq=False)
class Candidate:
    """An estimator to be fitted to a data set, or labels to be compared as they are."""

    estimator_or_labels: Any | LabelsOfDraws
    # Where to read the labels of the estimator; if None, from the usual attributes
    accessor: Accessor | None = None

    @property
    def is_estimator(self) -> bool:
        """Whether the candidate is an estimator, which is fitted, and not labels."""
        return is_estimator(self.estimator_or_labels)

    def of_draw(self, number: int) -> Candidate:
        """Return the candidate for the draw with this number, with its own labels."""
        if isinstance(self.estimator_or_labels, LabelsOfDraws):
            labels = self.estimator_or_labels.labels[number]
            return Candidate(labels, self.accessor)
        return self


def check_candidates(
    candidates: Any,
    draws_by_data: Mapping[str, Sequence[DataWithTruth]],
    *,
    accessor: Any,
    is_rearranged: bool,
) -> dict[str, Mapping[str, Candidate]]:
    """Check and return the estimator or labels of each candidate on each data set.

    `is_rearranged` is True if rows and columns are permuted or left out.
    """
    check_mapping(candidates, "candidates", "estimators or labels", entry="model")
    accessors = _check_accessors(accessor, candidates)
    candidates_by_name: dict[str, Mapping[str, Candidate]] = {}
    for name, candidate in candidates.items():
        parameter = f"candidates[{name!r}]"
        if isinstance(candidate, Mapping):
            passed_by_data: Mapping[str, Any] = candidate
        else:
            passed_by_data = dict.fromkeys(draws_by_data, candidate)
        if passed_by_data.keys() != draws_by_data.keys():
            if any(isinstance(part, Set | list) for part in passed_by_data.values()):
                raise TypeError(
                    f"`{parameter}` is a mapping from clusters to their members, but "
                    "`compare` needs labels here. Pass `clusters_to_labels(clusters, "
                    "items=...)` or, if clusters overlap, "
                    "`clusters_to_indicators(clusters, items=...)`, with the same "
                    "items as for the truth."
                )
            keys = list_names(list(passed_by_data))
            raise ValueError(
                f"`{parameter}` has the keys {keys}, but the data sets in `data` are "
                f"{list(draws_by_data)}. Pass one entry for each data set, such as "
                f"`{{{next(iter(draws_by_data))!r}: labels}}`."
            )
        candidate_by_data = {}
        for data_name, estimator_or_labels in passed_by_data.items():
            draws = draws_by_data[data_name]
            labels_of_draws = _labels_of_draws(estimator_or_labels, parameter, draws)
            if labels_of_draws is not None:
                estimator_or_labels = labels_of_draws
            checked_candidate = Candidate(estimator_or_labels, accessors.get(name))
            _check_candidate(
                checked_candidate,
                parameter,
                draws=draws,
                data_name=data_name,
                is_rearranged=is_rearranged,
            )
            candidate_by_data[data_name] = checked_candidate
        candidates_by_name[name] = candidate_by_data
    for data_name, draws in draws_by_data.items():
        if any(
            candidate_by_data[data_name].is_estimator
            for candidate_by_data in candidates_by_name.values()
        ):
            draws[0].warn_if_matched_by_position(f"data[{data_name!r}]")
    return candidates_by_name


def _check_accessors(
    accessor: Any, candidates: Mapping[str, Any]
) -> dict[str, Accessor | None]:
    """Check and return the accessors by the names of the candidates.

    An accessor gives the names of the attributes of a fitted estimator that have its
    labels or biclusters, or is a function that returns these. If it is None, the usual
    attributes are read. A user passes one accessor for all candidates, or a mapping.
    Candidates that this mapping lacks are not among the keys.
    """
    if not isinstance(accessor, Mapping):
        return dict.fromkeys(candidates, check_accessor(accessor, "accessor"))
    for name in accessor:
        check_option(name, "accessor", candidates)
    return {
        name: check_accessor(value, f"accessor[{name!r}]")
        for name, value in accessor.items()
    }


def _check_candidate(
    candidate: Candidate,
    parameter: str,
    *,
    draws: Sequence[DataWithTruth],
    data_name: str,
    is_rearranged: bool,
) -> None:
    """Check an estimator, which needs a matrix, or labels of a single draw.

    Labels of a single draw cannot be compared on a data set with several draws, whereas
    `LabelsOfDraws` can. `parameter` is the name of the candidate in errors, such as
    "candidates['a']". `is_rearranged` is True if rows and columns are permuted or left
    out.
    """
    passed = candidate.estimator_or_labels
    if candidate.is_estimator:
        if draws[0].X is None:
            raise ValueError(
                f"`{parameter}` is an estimator, which must be fitted, but "
                f"`data[{data_name!r}]` has no matrix. "
                f"{_advice_without_matrix(passed, draws[0])}"
            )
        refuse_frozen(
            passed,
            parameter,
            " To compare what it has found, pass `(None, truth)` in `data`, and "
            "`coclustering_of(model)` or `biclustering_of(model)` in place of the "
            "model.",
        )
        if is_rearranged and _takes_distances(passed):
            raise ValueError(
                f"`{parameter}` expects a matrix of distances, whose rows and columns "
                "must not be permuted separately. Pass `shuffle=False`, and leave "
                "out `subsample`."
            )
    elif isinstance(passed, LabelsOfDraws):
        return  # There are labels for each draw, so several draws are valid.
    elif isinstance(passed, str | bytes | type) or not hasattr(passed, "__len__"):
        raise TypeError(
            f"`{parameter}` must be an estimator (an instance, not a class), labels, "
            "or a mapping from the names of the data sets to these; got "
            f"{passed!r:.80}.{hint_at_fit_predict(passed)}"
        )
    elif len(draws) > 1:
        raise ValueError(
            f"`{parameter}` has the labels of a single draw, but "
            f"`data[{data_name!r}]` has several draws or random parts. Pass a list "
            "with the labels of each draw."
        )


def _advice_without_matrix(estimator: Any, data: DataWithTruth) -> str:
    """Return what to pass in place of an estimator for a data set without a matrix.

    A fitted estimator has labels or biclusters, which can be passed. An estimator that
    is not fitted needs a matrix.
    """
    fitted_result = None
    if data.structure == "biclustering":
        if has_fitted(estimator, *BICLUSTERING_ATTRIBUTES):
            fitted_result = "biclustering_of(model)"
    elif has_modes(estimator):
        fitted_result = "coclustering_of(model)"
    elif labels_rows_alone(estimator):
        fitted_result = "model.labels_"
    if fitted_result is None:
        return "Pass `(X, truth)` with a matrix X in place of None."
    return (
        f"To compare what this fitted model has found, pass `{fitted_result}` in its "
        "place. To fit clones of it, pass `(X, truth)` with a matrix X in place of "
        "None."
    )


def _takes_distances(estimator: Any) -> bool:
    """Return whether an estimator expects distances or similarities as X."""
    try:
        return bool(get_tags(estimator).input_tags.pairwise)
    except Exception:  # a third-party estimator has no tags
        return False
