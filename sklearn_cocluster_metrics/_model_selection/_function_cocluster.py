"""An estimator that calls a function to label the rows and columns of a matrix."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, BiclusterMixin
from sklearn.utils.validation import validate_data

from .._structures._entry_names import column_names, index_of, reorder_if_named
from .._structures._indicators import check_biclustering
from .._structures._matrix import n_columns_of, n_rows_of
from .._structures._messages import describe, suggestion
from ._fits import label_array

_FITTED_ATTRIBUTES = ("row_labels_", "column_labels_", "rows_", "columns_")
_EXPECTED_RETURN = (
    "it must return (row_labels, column_labels), two 1-D array-likes, or biclusters "
    "(rows, columns), of shapes (n_biclusters, n_rows) and (n_biclusters, "
    "n_columns). `biclusters_from_indices` makes biclusters from lists of positions. "
    "If the columns are not clustered, return `np.zeros(X.shape[1])` as their labels"
)


class FunctionCocluster(BiclusterMixin, BaseEstimator):
    """Estimator that calls a function to label rows and columns.

    Use this adapter for a function that returns labels or biclusters, for a class that
    takes its data in the constructor, or for an estimator whose labels have other
    names. The result is an estimator of scikit-learn: it can be searched, be the last
    step of a pipeline, and be wrapped in `InductiveCocluster`.

    Parameters
    ----------
    function : callable
        ``function(X, **params)`` returns labels ``(row_labels, column_labels)``, of
        shape (n_rows,) and (n_columns,). It may also return biclusters ``(rows,
        columns)``, which are indicators of shape (n_biclusters, n_rows) and
        (n_biclusters, n_columns). Both must be in the order of X. If X has names, the
        labels may also be Series with these names in any order. The function gets X as
        passed to `fit`, and must not change X. `stability_score` and `compare` call
        `fit` with rows and columns in random order. There, select a column of a data
        frame by its name, and not by its position.
    **params : dict
        Keyword arguments of the function, which are the parameters of the estimator.
        Arguments that have a default value can be left out, and can still be set and
        searched.

    Attributes
    ----------
    row_labels_ : ndarray of shape (n_rows,)
        Label of each row, if the function returns labels.
    column_labels_ : ndarray of shape (n_columns,)
        Label of each column, if the function returns labels.
    rows_, columns_ : ndarray of shape (n_biclusters, n_rows), (n_biclusters, n_columns)
        Indicators, if the function returns biclusters.
    n_features_in_ : int
        Number of columns seen in `fit`.
    feature_names_in_ : ndarray of shape (n_columns,)
        Names of the columns, if all names are strings.

    See Also
    --------
    InductiveCocluster : Add `predict` to the estimator.

    Notes
    -----
    The estimator can be pickled if its function can. Therefore, define the function at
    the top level of a module, not as a ``lambda``. If a function labels the rows alone,
    write a class whose `fit` sets `labels_` instead.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn_cocluster_metrics import FunctionCocluster
    >>> def split(X, threshold=1.0):
    ...     return X.mean(axis=1) > threshold, X.mean(axis=0) > threshold
    >>> model = FunctionCocluster(split, threshold=3.0)
    >>> model
    FunctionCocluster(split, threshold=3.0)
    >>> model.fit(np.array([[9, 1, 9], [1, 1, 1]])).row_labels_
    array([ True, False])
    """

    def __init__(self, function: Callable[..., Any], **params: Any) -> None:
        _check_parameter_names(function, params)
        self.function = function
        self.params = params

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the function and its keyword arguments, including defaults.

        Parameters
        ----------
        deep : bool, default=True
            Whether to add the parameters of arguments that are estimators.

        Returns
        -------
        params : dict of str to object
            Values by name.
        """
        # Default values by name. X, which is the first argument, is left out.
        defaults = _default_arguments(self.function)
        # An argument called "function" cannot be set, because this name is taken.
        defaults.pop("function", None)
        params = {"function": self.function, **defaults, **self.params}
        if deep:
            for name, value in list(params.items()):
                if name != "function" and _has_parameters(value):
                    for nested_name, nested_value in value.get_params().items():
                        params[f"{name}__{nested_name}"] = nested_value
        return params

    def set_params(self, **params: Any) -> "FunctionCocluster":
        """Set the function or its keyword arguments, which are checked in `fit`.

        Parameters
        ----------
        **params : dict
            Values by name. If an argument is an estimator, ``argument__name`` sets one
            of its parameters.

        Returns
        -------
        self : FunctionCocluster
            The estimator.
        """
        self.function = params.pop("function", self.function)
        # Arguments are set before the parameters of arguments that are estimators.
        for name in sorted(params, key=lambda name: "__" in name):
            argument, _, nested_name = name.partition("__")
            value: Any = self.get_params(deep=False).get(argument)
            # The name of an argument may contain "__" itself.
            is_nested = nested_name != "" and name not in self.params
            if is_nested and _has_parameters(value):
                value.set_params(**{nested_name: params[name]})
            else:
                self.params = {**self.params, name: params[name]}
        return self

    def fit(self, X: Any, y: Any = None) -> "FunctionCocluster":
        """Call the function, and keep the labels or biclusters that it returns.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_rows, n_columns)
            Data.
        y : object, default=None
            Ignored.

        Returns
        -------
        self : FunctionCocluster
            The fitted estimator.

        Raises
        ------
        TypeError
            If the function does not return a pair.
        ValueError
            If the pair does not have an entry for every row and column of X, or if its
            parts have different numbers of dimensions.
        """
        if not callable(self.function):
            raise TypeError(
                "`function` must be a function of the data that can be called as "
                f"`function(X)`, got {describe(self.function)}."
            )
        for attribute in _FITTED_ATTRIBUTES:  # attributes of an earlier fit
            self.__dict__.pop(attribute, None)
        if n_columns_of(X) is None:
            raise ValueError(
                "`X` must be a matrix of rows and columns, such as a 2-D array or a "
                f"data frame, got {describe(X)}."
            )
        validate_data(self, X, skip_check_array=True)
        name = f"{_name_of_function(self.function)}(X)"
        returned = self.function(X, **self.params)
        shape = (n_rows_of(X), self.n_features_in_)
        if _check_and_tell_labels(returned, name, shape):
            row_labels, column_labels = returned
            self.row_labels_ = reorder_if_named(
                label_array(row_labels, f"{name}[0]"),
                index_of(row_labels),
                index_of(X),
                argument=f"{name}[0]",
            )
            self.column_labels_ = reorder_if_named(
                label_array(column_labels, f"{name}[1]"),
                index_of(column_labels),
                column_names(X),
                argument=f"{name}[1]",
            )
        else:
            rows, columns = check_biclustering(tuple(returned), name)
            ordered_rows = reorder_if_named(
                rows.astype(bool).T,
                column_names(returned[0]),
                index_of(X),
                argument=f"{name}[0]",
            )
            ordered_columns = reorder_if_named(
                columns.astype(bool).T,
                column_names(returned[1]),
                column_names(X),
                argument=f"{name}[1]",
            )
            self.rows_ = ordered_rows.T
            self.columns_ = ordered_columns.T
        return self

    def __sklearn_is_fitted__(self) -> bool:
        """Return whether there are labels or biclusters."""
        return any(name in self.__dict__ for name in _FITTED_ATTRIBUTES)

    def __sklearn_tags__(self) -> Any:
        """Declare that any data are accepted: the function itself checks them."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        return tags

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        """Return a text with the function and the arguments that were passed."""
        arguments = [_name_of_function(self.function)]
        arguments += [f"{name}={value!r}" for name, value in self.params.items()]
        text = ", ".join(arguments)
        if len(text) > N_CHAR_MAX:
            text = f"{text[:N_CHAR_MAX]}..."
        return f"FunctionCocluster({text})"


def _check_and_tell_labels(returned: Any, name: str, shape: tuple[int, int]) -> bool:
    """Check what a function has returned; return True for labels, False for biclusters.

    A function returns a pair of one-dimensional labels, or a pair of indicators with a
    row for each bicluster. Both must have an entry for every row and column of a matrix
    of this shape. The labels and the indicators themselves are checked later. Errors
    call what was returned `name`, such as "split(X)".
    """
    if not isinstance(returned, tuple | list) or len(returned) != 2:
        got = type(returned).__name__
        hint = ""
        if _are_labels_of_rows(returned, n_rows=shape[0]):
            got += f" and length {shape[0]}"
            hint = (
                " If these are labels of the rows alone, write a class whose `fit` "
                "sets `labels_`. You can also return `(labels, "
                "np.zeros(X.shape[1]))`, and compare them with the true labels `(y, "
                "None)`."
            )
        raise TypeError(f"`{name}` is of type {got}, but {_EXPECTED_RETURN}.{hint}")
    try:
        shapes = [np.shape(part) for part in returned]
    except ValueError:
        raise ValueError(
            f"`{name}` has lists of different lengths, but {_EXPECTED_RETURN}."
        ) from None
    n_dimensions = {len(shape_of_part) for shape_of_part in shapes}
    are_labels = n_dimensions == {1}
    are_biclusters = n_dimensions == {2}
    are_of_all_entries = False
    hint = ""
    if are_labels or are_biclusters:
        n_entries = tuple(shape_of_part[-1] for shape_of_part in shapes)
        are_of_all_entries = n_entries == shape
        if are_labels and n_entries[0] <= shape[0] and n_entries[1] <= shape[1]:
            hint = (
                " Label rows and columns that the function leaves out, too, for "
                "example by -1, which puts all of them in one cluster."
            )
    if not are_of_all_entries:
        raise ValueError(
            f"`{name}` has parts of shape {shapes[0]} and {shapes[1]}, and `X` has "
            f"shape {shape}, but {_EXPECTED_RETURN}.{hint}"
        )
    return are_labels


def _are_labels_of_rows(returned: Any, n_rows: int) -> bool:
    """Return whether a function has returned one label for each row."""
    try:
        return bool(np.shape(returned) == (n_rows,))
    except ValueError:  # ragged lists
        return False


def _check_parameter_names(function: Any, params: dict[str, Any]) -> None:
    """Refuse parameters that the function does not take."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some functions in C have no signature
        return
    try:
        signature.bind_partial(None, **params)  # None in place of X
    except TypeError as error:
        unknown = [name for name in params if name not in signature.parameters]
        hint = ""
        if unknown:
            options = list(signature.parameters)[1:]  # the first is X
            hint = suggestion(unknown[0], options, "`{}`".format)
        name = _name_of_function(function)
        raise TypeError(
            f"`{name}` cannot be called with these parameters: {error}.{hint}"
        ) from error


def _default_arguments(function: Any) -> dict[str, Any]:
    """Return the default values of keyword arguments by name.

    The first argument, which is X, is left out.
    """
    try:
        _, *parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # no parameter, or no signature as in C
        return {}
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.kind is not parameter.POSITIONAL_ONLY
        and parameter.default is not parameter.empty
    }


def _name_of_function(function: Any) -> str:
    """Return the name of a function, or the type of a partial or another object."""
    return getattr(function, "__name__", type(function).__name__)


def _has_parameters(value: Any) -> bool:
    """Return whether an argument has parameters of its own."""
    return hasattr(value, "get_params") and not isinstance(value, type)
