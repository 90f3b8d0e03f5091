"""Which stage a violated relation points to."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.documents.spans.locating import locate_text
from ragtester.metamorphic.mutation import changes_index
from ragtester.records import Diagnosis, Mutant, RelationOutcome, Span, Stage

_OF_OPERATOR: dict[str, Stage] = {"CM": "chunk", "CSp": "chunk", "CSh": "chunk", "EM": "embed", "TK": "retrieve"}


def failing_stage(outcome: RelationOutcome, mutant: Mutant, evidence: Sequence[Span]) -> Diagnosis | None:
    """The stage at which a violated mutant went wrong; None where the relation held.

    A post-chunk mutant leaves retrieval alone, so its fault is the generator's (paper, section 4.1.2). A
    pre-chunk mutant's is the generator's where the context under the mutant still holds the evidence, and
    otherwise that of chunking (evidence in pieces), of the stage that the mutant changed, or of retrieval.
    """
    if outcome.outcome != "violated":
        return None
    if mutant.scope == "post":
        return Diagnosis(stage="generate", trail=("the context was given as it is: the generator decided",))
    if not outcome.mutant_context:
        return Diagnosis(stage="unknown", trail=("the system does not show its context",))
    held = [_held(span, outcome.mutant_context) for span in evidence]
    if all(share == 1.0 for share in held):
        return Diagnosis(stage="generate", trail=("the evidence is whole in the context: the generator decided",))
    if any(0.0 < share < 1.0 for share in held):
        return Diagnosis(stage="chunk", trail=("the context holds the evidence in part: a boundary cuts it",))
    if changes_index(mutant):
        changed = [_OF_OPERATOR.get(name, "retrieve") for name in mutant.operator.split("+")]
        stage: Stage = next((s for s in changed if s != "retrieve"), "retrieve")
        return Diagnosis(stage=stage, trail=("the context lacks the evidence after a change of the index",))
    return Diagnosis(stage="retrieve", trail=("the documents hold the evidence and the context does not",))


def _held(span: Span, context: Sequence[str]) -> float:
    """1 where a passage holds the quote, 0.5 where one holds a longer part of it, else 0."""
    if any(locate_text(span, text) for text in context):
        return 1.0
    words = span.quote.split()
    half = max(3, len(words) // 3)
    heads = (" ".join(words[:half]), " ".join(words[-half:]))
    return (
        0.5 if len(words) > half and any(part in " ".join(text.split()) for text in context for part in heads) else 0.0
    )
