"""Reports of two structures, and comparisons of many candidates on many data sets."""

from ._bicluster_report import bicluster_report as bicluster_report
from ._coclustering_report import coclustering_report as coclustering_report
from ._compare import compare as compare
from ._comparison import Comparison as Comparison
