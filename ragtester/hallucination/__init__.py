"""Grounding answers in their contexts: MetaRAG's factoids, variants, verification and localisation."""

from ragtester.hallucination.factoids import split_factoids
from ragtester.hallucination.file import FileGrounding, ground_file, ground_file_async
from ragtester.hallucination.ground import ground
from ragtester.hallucination.ground_async import ground_async
from ragtester.hallucination.grounding import (
    ACTIONS,
    Action,
    Evidence,
    Factoid,
    FactoidScore,
    Grounding,
    Variant,
    Vote,
)
from ragtester.hallucination.guard import Guarded, annotate, guard
from ragtester.hallucination.html import STYLE, grounding_html, grounding_page
from ragtester.hallucination.measures import Agreement, SpanAgreement, agreement, span_agreement
from ragtester.hallucination.rows import BadLine, Row, read_rows
from ragtester.hallucination.topics import TopicRule, Topics, load_topics
from ragtester.hallucination.variants import make_variants
from ragtester.hallucination.verification import (
    ERROR_KINDS,
    BuiltinVerifier,
    ErrorKind,
    Finding,
    Judgement,
    LlmVerifier,
    NliVerifier,
    Verifier,
)

__all__ = [
    "ACTIONS",
    "ERROR_KINDS",
    "STYLE",
    "Action",
    "Agreement",
    "BadLine",
    "BuiltinVerifier",
    "ErrorKind",
    "Evidence",
    "Factoid",
    "FactoidScore",
    "FileGrounding",
    "Finding",
    "Grounding",
    "Guarded",
    "Judgement",
    "LlmVerifier",
    "NliVerifier",
    "Row",
    "SpanAgreement",
    "TopicRule",
    "Topics",
    "Variant",
    "Verifier",
    "Vote",
    "agreement",
    "annotate",
    "ground",
    "ground_async",
    "ground_file",
    "ground_file_async",
    "grounding_html",
    "grounding_page",
    "guard",
    "load_topics",
    "make_variants",
    "read_rows",
    "span_agreement",
    "split_factoids",
]
