"""Test suites: which sections are asked about, who asks, what is checked, and how suites are stored."""

from ragtester.suite.card import SuiteCard, card_html, suite_card, write_card
from ragtester.suite.compose import write_suite
from ragtester.suite.coverage import measure_coverage
from ragtester.suite.forecast import Foreseen, Rates, Steps, Unwritten, added, imagined_reply
from ragtester.suite.formats import (
    EXPORTS,
    IMPORTS,
    Imported,
    export_suite,
    import_suite,
    read_suite,
    write_rejected_file,
    write_suite_file,
)
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
    "EXPORTS",
    "IMPORTS",
    "Authoring",
    "Coverage",
    "FleschSelection",
    "FleschShare",
    "Foreseen",
    "Imported",
    "QuestionType",
    "Rates",
    "Section",
    "SeedQuestion",
    "Share",
    "Steps",
    "SuiteCard",
    "SuiteOptions",
    "SuiteResult",
    "Unwritten",
    "added",
    "card_html",
    "cut",
    "export_suite",
    "imagined_reply",
    "import_suite",
    "measure_coverage",
    "order",
    "question_types",
    "read_suite",
    "reading_ease",
    "suite_card",
    "write_card",
    "write_rejected_file",
    "write_suite",
    "write_suite_file",
]
