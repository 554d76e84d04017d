"""Reports: what can be said of two structures, as text, HTML or a dictionary."""

from ._bicluster_report import bicluster_report as bicluster_report
from ._coclustering_report import coclustering_report as coclustering_report
from ._compare import compare as compare
from ._comparison import Comparison as Comparison
