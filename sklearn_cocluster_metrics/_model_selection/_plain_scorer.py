"""What every scorer of this package is to scikit-learn."""


class PlainScorer:
    """A callable ``(estimator, X, y=None)``, of no class of scikit-learn.

    It is the only form of scorer that is public API in every supported scikit-learn.
    """

    def _accept_sample_weight(self) -> bool:
        # scikit-learn >= 1.7 calls this on every scorer of a dictionary of scorers.
        return False
