"""Validation: every check of a test, by name, with what it found."""

from ragtester.suite.checks.absence import absent
from ragtester.suite.checks.closed_book import ask_closed_book
from ragtester.suite.checks.evidence import answer_supported, evidence_located
from ragtester.suite.checks.question import QUESTION_CHECKS
from ragtester.suite.checks.validate import Validator, failed

__all__ = [
    "QUESTION_CHECKS",
    "Validator",
    "absent",
    "answer_supported",
    "ask_closed_book",
    "evidence_located",
    "failed",
]
