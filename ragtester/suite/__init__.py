"""Test suites: which sections are asked about, who asks, what is checked, and how suites are stored."""

from ragtester.suite.compose import write_suite
from ragtester.suite.coverage import measure_coverage
from ragtester.suite.options import (
    Authoring,
    Coverage,
    FleschSelection,
    FleschShare,
    QuestionType,
    SeedQuestion,
    Share,
    SuiteOptions,
    SuiteResult,
)
from ragtester.suite.readability import reading_ease
from ragtester.suite.sections import Section, cut
from ragtester.suite.selection import order
from ragtester.suite.types import question_types

__all__ = [
    "Authoring",
    "Coverage",
    "FleschSelection",
    "FleschShare",
    "QuestionType",
    "Section",
    "SeedQuestion",
    "Share",
    "SuiteOptions",
    "SuiteResult",
    "cut",
    "measure_coverage",
    "order",
    "question_types",
    "reading_ease",
    "write_suite",
]
