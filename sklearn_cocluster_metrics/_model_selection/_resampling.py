"""Random parts of the data, and the clusters that fits of these parts find."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BiclusterMixin
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from .._structures._arguments import (
    check_fraction,
    check_generator,
    check_integer,
    check_n_jobs,
    check_verbose,
    draw_seed,
)
from .._structures._estimators import (
    COCLUSTERING_ATTRIBUTES,
    Accessor,
    estimator_layers,
    fitted_modes,
    has_fitted,
    has_modes,
)
from .._structures._matrix import (
    is_frame,
    n_columns_of,
    n_rows_of,
    nonempty_part,
    refuse_masks_and_texts,
)
from .._structures._messages import describe
from .._structures._progress import run_in_parallel
from .._structures._rows import runs_user_code
from .._structures._types import Estimator
from ._alignment import check_fitted_on
from ._fits import (
    check_labeled_columns,
    clone_or_explain,
    fitted_indicators_of,
    fitted_modes_of,
    labels_rows_alone,
)
from ._inductive import fit_clone

Arrays: TypeAlias = tuple[NDArray[Any], ...]
"""One array for each mode."""


@dataclass(frozen=True)
class Part:
    """A part of the data, with its positions in each mode and the seed of its fit."""

    positions: list[NDArray[np.intp]]
    seed: int

    def with_whole_modes(self, shape: tuple[int, ...], *, first_whole: int) -> Part:
        """Return this part with all positions in the modes from `first_whole` on.

        `shape` is the shape of the data. If `first_whole` is 1, these are all modes
        except the rows.
        """
        whole_modes = [np.arange(size) for size in shape[first_whole:]]
        return Part(self.positions[:first_whole] + whole_modes, self.seed)


@dataclass(frozen=True)
class PartFit:
    """The clusters that a fit has found in a part of the data, for each mode."""

    # For each mode, the positions of its labeled entries in the whole data
    positions: list[NDArray[np.intp]]
    # For each mode, the labels of these entries in the same order. If biclusters are
    # read, an indicator with a row for each entry and a column for each bicluster
    clusters: Arrays


class Resampling:
    """Draw random parts of the data, and run the fits of these parts in parallel."""

    def __init__(
        self,
        *,
        n_resamples: int,
        row_fraction: float,
        column_fraction: float,
        random_state: int | RandomState | None,
        n_jobs: int | None,
        verbose: int,
    ) -> None:
        self.n_resamples = check_integer(n_resamples, "n_resamples", 1)
        # Fractions are above 1/2 and at most 1.
        self.row_fraction = check_fraction(row_fraction, "row_fraction")
        self.column_fraction = check_fraction(column_fraction, "column_fraction")
        # This is only a check. The method `generator` starts the seed anew.
        check_generator(random_state, "random_state")
        self.random_state = random_state
        self.n_jobs = check_n_jobs(n_jobs, "n_jobs")
        self.verbose = check_verbose(verbose)

    def generator(self) -> RandomState:
        """Return the generator that draws the parts; a seed always starts it anew."""
        return check_generator(self.random_state, "random_state")

    def generator_of_splits(self) -> RandomState:
        """Return the generator that draws the splits into halves.

        If there is a seed, the splits have a random stream of their own, so that the
        number of resamples never changes a split.
        """
        if isinstance(self.random_state, Integral):
            return RandomState([int(self.random_state), 1])
        return self.generator()

    def draw_part(self, generator: RandomState, shape: tuple[int, ...]) -> Part:
        """Draw positions in each mode, in random order, and a seed.

        If the parts kept the order of the data, labels that follow the position would
        agree between parts.
        """
        positions = []
        for mode, size in enumerate(shape):
            fraction = self.row_fraction if mode == 0 else self.column_fraction
            order = generator.permutation(size)
            positions.append(order[: _size_of_part(size, fraction)])
        return Part(positions, draw_seed(generator))

    def run(self, tasks: Iterable[Any], unit: str) -> list[Any]:
        """Run one joblib task for each resample; return the results in order.

        `unit` names the tasks in the plural, such as "fits", for the progress that is
        shown.
        """
        return run_in_parallel(
            tasks, self.n_resamples, unit, n_jobs=self.n_jobs, verbose=self.verbose
        )


def _size_of_part(n: int, fraction: float) -> int:
    """Return how many of n rows or columns a part has.

    If there are three or more, at least one is left out, so that it can be predicted.
    """
    size = math.ceil(fraction * n)
    if fraction < 1 and n > 2:
        return min(size, n - 1)
    return size


def apply_whole_data_steps(estimator: Any, X: Any) -> tuple[Any, Any]:
    """Apply the first steps of a pipeline to X if they need the whole data.

    Return the last step and the transformed X. The first steps need the whole data if
    they cannot be fitted to a part of the columns, because they read texts, or run code
    of users that may select columns of a data frame by name. If the pipeline is not
    fitted, clones of the first steps are fitted once, to all rows. The last step is
    returned as it is in the pipeline, fitted or not. For steps that need no whole data,
    and for any other estimator, the estimator and X are returned as they are.
    """
    if not isinstance(estimator, Pipeline) or len(estimator.steps) < 2:
        return estimator, X
    if not _need_all_columns(estimator.steps[:-1], X):
        return estimator, X
    last_step = estimator.steps[-1][1]
    try:
        check_is_fitted(estimator)
    except NotFittedError:
        return last_step, clone_or_explain(estimator)[:-1].fit_transform(X)
    return last_step, estimator[:-1].transform(X)


def _need_all_columns(steps: Sequence[tuple[str, Any]], X: Any) -> bool:
    """Return whether steps read texts, or may select columns of a frame by name."""
    if n_columns_of(X) is None:
        return not hasattr(X, "shape") or len(X.shape) == 1
    return is_frame(X) and any(runs_user_code(step) for _, step in steps)


def refuse_missing_values(estimator: Any, X: Any) -> None:
    """Raise an error if X has NaN, and an estimator of scikit-learn does not take it.

    In a pipeline, the first step decides.
    """
    first_step = estimator
    if isinstance(estimator, Pipeline):
        first_step = estimator.steps[0][1]
    if not type(first_step).__module__.startswith("sklearn."):
        return  # only estimators of scikit-learn declare this reliably
    tags = get_tags(first_step)
    if tags.no_validation or tags.input_tags.allow_nan:
        return
    entries = X.data if sparse.issparse(X) else np.asarray(X)
    if entries.dtype.kind == "f" and np.isnan(entries).any():
        raise ValueError(
            f"`X` has NaN, which {type(first_step).__name__} does not accept. Fill in "
            "missing values before, or in the first step of a pipeline, for example "
            "with `SimpleImputer`."
        )


def shape_of(X: Any) -> tuple[int, ...]:
    """Return the shape of X, which is a matrix or an array of more modes.

    A matrix may also be sparse, a data frame, or a list of lists.
    """
    refuse_masks_and_texts(X)
    n_columns = n_columns_of(X)
    if n_columns is not None:
        return n_rows_of(X), n_columns
    if isinstance(X, np.ndarray) and X.ndim > 2:
        return tuple(X.shape)
    raise ValueError(
        "`X` must be a matrix, or a NumPy array of more than two dimensions, got "
        f"{describe(X)}."
    )


@dataclass(frozen=True, kw_only=True)
class PartFitter:
    """Fit an estimator to parts of the data, and read the clusters that it finds.

    It reads biclusters if `reads_biclusters` is True, and labels otherwise. The
    accessor is the name of a fitted attribute with these, a name for each mode, or a
    function of the fitted estimator that returns them. If it is None, they are in the
    attributes of scikit-learn.
    """

    accessor: Accessor | None
    reads_biclusters: bool

    def check_rows(self, estimator: Estimator, X: Any) -> None:
        """Raise an error if the estimator was fitted on other rows than those of X.

        In a search with a splitter, the clones would be fitted on some rows only. An
        estimator that is not fitted raises no error.
        """
        if self.accessor is not None:  # the rows whose labels it reads are unknown
            return
        if has_fitted(estimator, *COCLUSTERING_ATTRIBUTES):
            check_fitted_on(estimator, X)
        elif labels_rows_alone(estimator):
            check_fitted_on(estimator, X, attributes=("labels_",))

    def n_labeled_modes(self, estimator: Estimator, X: Any, *, kind: str | None) -> int:
        """Return the number of modes of the data that the estimator labels.

        If nothing else shows this number, a clone is fitted once to all data. `kind` is
        the result of `kind_of` for the entries.
        """
        if self.reads_biclusters:
            return 2
        if self.accessor is None:
            if labels_rows_alone(estimator):
                return 1
            innermost, _ = list(estimator_layers(estimator))[-1]
            has_labels = has_fitted(estimator, *COCLUSTERING_ATTRIBUTES)
            if has_labels or isinstance(innermost, BiclusterMixin):
                return 2
            if has_modes(estimator):
                modes, _ = fitted_modes(estimator, "estimator")
                return len(modes)
        whole = Part([np.arange(size) for size in X.shape], seed=0)
        # Any mode of X may be labeled, so that no mode is treated as features alone.
        fit = self.fit(estimator, X, whole, kind=kind, n_labeled_modes=len(X.shape))
        return len(fit.clusters)

    def fit(
        self,
        estimator: Estimator,
        X: Any,
        part: Part,
        *,
        kind: str | None,
        n_labeled_modes: int,
    ) -> PartFit:
        """Fit a clone to a part of the data, and read the clusters that it finds.

        The entries of the first `n_labeled_modes` modes are labeled. The other modes
        are features of these entries, and are never resampled. `kind` is the result of
        `kind_of` for the entries.
        """
        part = part.with_whole_modes(X.shape, first_whole=n_labeled_modes)
        # For counts, rows and columns that are all 0 in the part are dropped.
        data, positions = nonempty_part(
            X, part.positions, kind, keeps_columns=n_labeled_modes == 1
        )
        model = fit_clone(estimator, data, part.seed)
        return self.read(model, data, positions)

    def read(
        self, model: Estimator, data: Any, positions: list[NDArray[np.intp]]
    ) -> PartFit:
        """Read the clusters that a model has found in the data that it was fitted on.

        `positions` are the positions of the rows, columns and so on of `data` in the
        whole data.
        """
        clusters: Arrays
        if self.reads_biclusters:
            # The clusters are the indicators of the rows and of the columns, with a row
            # for each entry and a column for each bicluster.
            clusters, _names, labeled_columns = fitted_indicators_of(
                model, data, accessor=self.accessor
            )
            labeled_column_positions = check_labeled_columns(
                labeled_columns, clusters, data.shape
            )
        else:
            clusters, labeled_column_positions = fitted_modes_of(
                model, data, self.accessor
            )
        # The positions are those of the columns of `data` with labels. They are None if
        # all columns have labels, or none has.
        if labeled_column_positions is not None:
            positions = [positions[0], positions[1][labeled_column_positions]]
        return PartFit(positions[: len(clusters)], clusters)
