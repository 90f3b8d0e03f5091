"""What pages and the API show, gathered from the store."""

from ragtester.web.views.calibration import Agreement, calibration_of
from ragtester.web.views.comparison import Comparison, comparison_of
from ragtester.web.views.evidence import Evidence, evidence_of
from ragtester.web.views.history import History, history_of
from ragtester.web.views.pictures import quote_picture
from ragtester.web.views.runs import RunView, run_view
from ragtester.web.views.systems import failure_chart

__all__ = [
    "Agreement",
    "Comparison",
    "Evidence",
    "History",
    "RunView",
    "calibration_of",
    "comparison_of",
    "evidence_of",
    "failure_chart",
    "history_of",
    "quote_picture",
    "run_view",
]
