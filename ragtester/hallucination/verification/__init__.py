"""Verifiers: the built-in rules, chat models, and cross-encoders for natural language inference."""

from ragtester.hallucination.judgement import ERROR_KINDS, Answer, ErrorKind, Judgement
from ragtester.hallucination.verification.builtin import BuiltinVerifier
from ragtester.hallucination.verification.llm import LlmVerifier
from ragtester.hallucination.verification.nli import NliVerifier
from ragtester.hallucination.verification.verifier import Finding, Verifier

__all__ = [
    "ERROR_KINDS",
    "Answer",
    "BuiltinVerifier",
    "ErrorKind",
    "Finding",
    "Judgement",
    "LlmVerifier",
    "NliVerifier",
    "Verifier",
]
