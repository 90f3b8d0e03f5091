"""The oracle: does a mutation preserve, do two answers say the same, did the answer follow? Blind to the ledger."""

from ragtester.metamorphic.oracle.adaptation import HOLDS_FROM, Adaptation, adaptation
from ragtester.metamorphic.oracle.answers import SameAnswer, same_answer
from ragtester.metamorphic.oracle.conflict import contrasts, names_conflict
from ragtester.metamorphic.oracle.model_judges import (
    focus,
    model_adaptation,
    model_outcome,
    model_preservation,
    model_same_answer,
)
from ragtester.metamorphic.oracle.preservation import Cause, Preservation, preservation
from ragtester.metamorphic.oracle.relation import (
    Observation,
    not_applicable_outcome,
    relation_outcome,
    unmeasured_outcome,
)
from ragtester.metamorphic.oracle.view import OracleView

__all__ = [
    "HOLDS_FROM",
    "Adaptation",
    "Cause",
    "Observation",
    "OracleView",
    "Preservation",
    "SameAnswer",
    "adaptation",
    "contrasts",
    "focus",
    "model_adaptation",
    "model_outcome",
    "model_preservation",
    "model_same_answer",
    "names_conflict",
    "not_applicable_outcome",
    "preservation",
    "relation_outcome",
    "same_answer",
    "unmeasured_outcome",
]
