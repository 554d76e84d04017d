"""An estimator made from a function that labels the rows and columns of a matrix."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, BiclusterMixin
from sklearn.utils.validation import validate_data

from .._structures._entry_names import (
    column_names,
    in_order_of,
    index_of,
    n_columns_of,
    n_rows_of,
)
from .._structures._indicators import check_biclustering
from .._structures._messages import suggestion
from ._fits import label_array

_FITTED = ("row_labels_", "column_labels_", "rows_", "columns_")
_EXPECTED = (
    "it must return (row_labels, column_labels), two 1-D array-likes, or biclusters "
    "(rows, columns), of shapes (n_biclusters, n_rows) and (n_biclusters, n_columns); "
    "`biclusters_from_indices` makes them from lists of positions"
)


class FunctionCocluster(BiclusterMixin, BaseEstimator):
    """Estimator that calls a function to label rows and columns.

    For functions, classes that take data in the constructor, or labels with other
    names. It can be searched, end a pipeline, and be wrapped in `InductiveCocluster`.

    Parameters
    ----------
    function : callable
        ``function(X, **params)`` returns labels ``(row_labels, column_labels)``, of
        shape (n_rows,) and (n_columns,), or biclusters ``(rows, columns)``, indicators
        of shape (n_biclusters, n_rows) and (n_biclusters, n_columns). It gets X as
        passed to `fit`, and must not change it.
    **params : dict
        Keyword arguments of the function, the estimator's parameters. Those with a
        default can be left out, and still be set and searched.

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
        Names of the columns, if all are strings.

    See Also
    --------
    InductiveCocluster : Gives the estimator `predict`.

    Notes
    -----
    It can be pickled if its function can: at the top level of a module, no ``lambda``.

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
        _check_names(function, params)
        self.function = function
        self.params = params

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the function and its keyword arguments, defaults included.

        Parameters
        ----------
        deep : bool, default=True
            Whether to add the parameters of arguments that are estimators.

        Returns
        -------
        params : dict of str to object
            Values by name.
        """
        defaults = _defaults(self.function)
        params = {"function": self.function, **defaults, **self.params}
        for name, value in list(params.items()) if deep else ():
            if name != "function" and _is_estimator(value):
                nested = value.get_params().items()
                params.update({f"{name}__{key}": part for key, part in nested})
        return params

    def set_params(self, **params: Any) -> "FunctionCocluster":
        """Set the function or its keyword arguments, checked when it is called.

        Parameters
        ----------
        **params : dict
            Values by name; ``argument__name`` for those of an argument that is an
            estimator.

        Returns
        -------
        self : FunctionCocluster
            The estimator.
        """
        self.function = params.pop("function", self.function)
        # Arguments first, then the parameters of those that are estimators.
        for name in sorted(params, key=lambda name: "__" in name):
            argument, _, inner = name.partition("__")
            found: Any = self.get_params(deep=False).get(argument)
            if inner and name not in self.params and _is_estimator(found):
                found.set_params(**{inner: params[name]})
            else:
                self.params = {**self.params, name: params[name]}
        return self

    def fit(self, X: Any, y: Any = None) -> "FunctionCocluster":
        """Call the function, and keep what it returns.

        Parameters
        ----------
        X : array-like, data frame or sparse matrix of shape (n_rows, n_columns)
            Data.
        y : object, default=None
            Ignored.

        Returns
        -------
        self : FunctionCocluster
            Fitted.

        Raises
        ------
        TypeError
            If the function does not return a pair.
        ValueError
            If the pair does not label every row and column of X, or its parts differ in
            dimensions.
        """
        for stale in _FITTED:
            self.__dict__.pop(stale, None)
        if n_columns_of(X) is None:
            raise ValueError("`X` must be a matrix of rows and columns.")
        validate_data(self, X, skip_check_array=True)
        name = f"{_shown(self.function)}(X)"
        found = self.function(X, **self.params)
        if not isinstance(found, tuple | list) or len(found) != 2:
            raise TypeError(f"`{name}` is of type {type(found).__name__}; {_EXPECTED}.")
        shape = n_rows_of(X), self.n_features_in_
        try:
            shapes = [np.shape(part) for part in found]
        except ValueError:
            raise ValueError(f"`{name}` has ragged lists; {_EXPECTED}.") from None
        dimensions = {len(one) for one in shapes}
        if dimensions not in ({1}, {2}) or tuple(one[-1] for one in shapes) != shape:
            raise ValueError(
                f"`{name}` has parts of shape {shapes[0]} and {shapes[1]}, `X` has "
                f"shape {shape}; {_EXPECTED}."
            )
        names = f"{name}[0]", f"{name}[1]"
        of_X = index_of(X), column_names(X)
        if dimensions == {1}:
            labels = map(label_array, found, names)
            self.row_labels_, self.column_labels_ = map(
                in_order_of, labels, map(index_of, found), of_X, names
            )
        else:
            parts = (
                one.astype(bool).T for one in check_biclustering(tuple(found), name)
            )
            ordered = map(in_order_of, parts, map(column_names, found), of_X, names)
            self.rows_, self.columns_ = (part.T for part in ordered)
        return self

    def __sklearn_is_fitted__(self) -> bool:
        """Return whether there are labels or biclusters."""
        return any(name in self.__dict__ for name in _FITTED)

    def __sklearn_tags__(self) -> Any:
        """Declare that data are passed on as they are: the function checks them."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        return tags

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        """Name the function and the arguments that were passed."""
        arguments = [f"{name}={value!r}" for name, value in self.params.items()]
        shown = ", ".join([_shown(self.function), *arguments])
        rest = "..." if len(shown) > N_CHAR_MAX else ""
        return f"FunctionCocluster({shown[:N_CHAR_MAX]}{rest})"


def _check_names(function: Any, params: dict[str, Any]) -> None:
    """Refuse parameters that the function does not take."""
    try:
        known = inspect.signature(function)
    except (TypeError, ValueError):  # some functions in C have no signature
        return
    try:
        known.bind_partial(None, **params)
    except TypeError as error:
        unknown = next((name for name in params if name not in known.parameters), None)
        meant = suggestion(unknown, [*known.parameters][1:], "`{}`".format)
        raise TypeError(f"`{_shown(function)}`: {error}.{meant}") from error


def _defaults(function: Any) -> dict[str, Any]:
    """Return the keyword arguments that have a default value."""
    try:
        _, *parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some functions in C have no signature
        return {}
    named = [part for part in parameters if part.kind is not part.POSITIONAL_ONLY]
    return {part.name: part.default for part in named if part.default is not part.empty}


def _shown(function: Any) -> str:
    """Name a function as users do; a partial or an object by its type."""
    return getattr(function, "__name__", type(function).__name__)


def _is_estimator(value: Any) -> bool:
    """Return whether an argument has parameters of its own."""
    return hasattr(value, "get_params") and not isinstance(value, type)
