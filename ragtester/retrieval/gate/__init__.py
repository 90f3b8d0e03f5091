"""The regression gate: PASS, FAIL or INVALID, always with a report."""

from ragtester.retrieval.gate.configuration import ConfigurationComparison, compare_configurations
from ragtester.retrieval.gate.files import gate_files
from ragtester.retrieval.gate.gate import gate
from ragtester.retrieval.gate.junit import junit_xml
from ragtester.retrieval.gate.report import GateReport, GateStatus, QueryReport
from ragtester.retrieval.gate.scoring import HARD_CODES, Outcome, score_query
from ragtester.retrieval.gate.statistics import MeasureComparison

__all__ = [
    "HARD_CODES",
    "ConfigurationComparison",
    "GateReport",
    "GateStatus",
    "MeasureComparison",
    "Outcome",
    "QueryReport",
    "compare_configurations",
    "gate",
    "gate_files",
    "junit_xml",
    "score_query",
]
