"""From a failure to what to inspect next, with the secrets taken out."""

from ragtester.retrieval.diagnosis.evidence import Finding, follow_evidence
from ragtester.retrieval.diagnosis.redaction import PATTERNS, redact, redact_tree
from ragtester.retrieval.diagnosis.table import TABLE, Observation, Row, inspect_next

__all__ = [
    "PATTERNS",
    "TABLE",
    "Finding",
    "Observation",
    "Row",
    "follow_evidence",
    "inspect_next",
    "redact",
    "redact_tree",
]
