"""Reports of two structures, and comparisons of many candidates on many data sets."""

from ._compare import compare as compare
from ._match_table import match_table as match_table
from ._pairwise import pairwise_scores as pairwise_scores
from ._report import (
    bicluster_report as bicluster_report,
    coclustering_report as coclustering_report,
)
