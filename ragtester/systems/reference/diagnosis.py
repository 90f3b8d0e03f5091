"""The failing stage: the evidence is followed through the trace, and the first stage that lost it is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragtester.documents import locate, overlaps
from ragtester.records import Answer, Chunk, Diagnosis, Document, FailureKind, Retrieved, Span, Stage, Test, Verdict

_HELD = 0.9
"""Share of a quote's characters that a chunk must hold to count as holding the evidence."""


@dataclass(frozen=True, kw_only=True)
class Observed:
    """What a pipeline holds before any question: where evidence can be lost without a trace in the answer."""

    given: Sequence[Document]
    documents: Sequence[Document]
    chunks: Sequence[Chunk]
    indexed: Sequence[Chunk]
    embedded_right: Callable[[Chunk], bool] | None = None
    """Whether a chunk's vector is what the model gives; None where there are no vectors."""


def diagnose(test: Test, answer: Answer, verdict: Verdict, observed: Observed | None) -> Diagnosis:
    """Which stage failed, with one line for each stage that was looked at.

    Args:
        test: the failed test; without evidence only what follows the context can be told apart.
        answer: the answer with its trace; a system without one is `unknown`.
        verdict: the failed verdict, whose kind of failure is refined here.
        observed: what the pipeline holds; None for an external system.
    """
    trail: list[str] = []
    if answer.context is None:
        return Diagnosis(stage="unknown", kind=verdict.failure, trail=("the system gives no trace",))
    if observed is not None:
        foreign = _foreign(answer.context, observed)
        if foreign:
            trail.append(f"index: {foreign}")
            return Diagnosis(stage="index", kind=verdict.failure, trail=tuple(trail))
    for span in test.evidence:
        lost = _follow(span, answer, observed, trail)
        if lost is not None:
            return Diagnosis(stage=lost, kind=_kind(verdict, evident=False), trail=tuple(trail))
    if answer.prompt is not None and not _prompted(answer):
        trail.append("prompt: a passage of the final context is missing from what was sent")
        return Diagnosis(stage="prompt", kind=_kind(verdict, evident=False), trail=tuple(trail))
    trail.append("generate: the generator had what it needs")
    return Diagnosis(stage="generate", kind=_kind(verdict, evident=bool(test.evidence)), trail=tuple(trail))


def _follow(span: Span, answer: Answer, observed: Observed | None, trail: list[str]) -> Stage | None:
    document: Document | None = None
    if observed is not None:
        document = next((d for d in observed.documents if d.id == span.document), None)
        lost = _before_search(span, document, observed, trail)
        if lost is not None:
            return lost
    for stage, passages in (
        ("retrieve", answer.candidates),
        ("rerank", answer.reranked),
        ("context", answer.context),
    ):
        if passages is not None and not any(_passage_holds(span, passage, document) for passage in passages):
            trail.append(f"{stage}: none of {len(passages)} passages holds the evidence")
            return _STAGES[stage]
        trail.append(f"{stage}: the evidence is there")
    return None


_STAGES: dict[str, Stage] = {"retrieve": "retrieve", "rerank": "rerank", "context": "context"}


def _before_search(span: Span, document: Document | None, observed: Observed, trail: list[str]) -> Stage | None:
    if document is None or locate(span, document) is None:
        trail.append(f"parse: the evidence is not in the text of {span.document}")
        return "parse"
    trail.append(f"parse: the evidence is in the text of {span.document}")
    cut = [chunk for chunk in observed.chunks if _holds(span, chunk, document)]
    if not cut:
        trail.append(f"chunk: no chunk of {span.document} holds the whole evidence")
        return "chunk"
    trail.append(f"chunk: {cut[0].id} holds the evidence")
    indexed = [chunk for chunk in observed.indexed if _holds(span, chunk, document)]
    if not indexed:
        trail.append(f"index: {cut[0].id} is not in the index")
        return "index"
    trail.append(f"index: {indexed[0].id} is in the index")
    right = observed.embedded_right
    if right is not None and not any(right(chunk) for chunk in indexed):
        trail.append(f"embed: the vector of {indexed[0].id} is not what the model gives for its text")
        return "embed"
    return None


def _foreign(context: Sequence[Retrieved], observed: Observed) -> str | None:
    """A passage of the context that the index holds and the documents do not."""
    known = {(chunk.id, chunk.text) for chunk in observed.chunks}
    texts = {chunk.id for chunk in observed.indexed if (chunk.id, chunk.text) not in known}
    for passage in context:
        if passage.chunk in texts:
            return f"{passage.chunk} is in the index and in the context, and in no current document"
    return None


def _holds(span: Span, chunk: Chunk, document: Document) -> bool:
    return chunk.document == span.document and overlaps(span, chunk, document) >= _HELD


def _passage_holds(span: Span, passage: Retrieved, document: Document | None) -> bool:
    chunk = Chunk(
        id=passage.chunk, document=passage.document, text=passage.text, start=passage.start, end=passage.end, index=0
    )
    return passage.document == span.document and overlaps(span, chunk, document) >= _HELD


def _prompted(answer: Answer) -> bool:
    sent = "\n".join(message.content for message in answer.prompt or ())
    return all(passage.text in sent for passage in answer.context or ())


def _kind(verdict: Verdict, *, evident: bool) -> FailureKind | None:
    """The kind of failure, refined by whether the generator saw the evidence."""
    if verdict.failure == "wrong_answer":
        return "contradicted_evidence" if evident else "unsupported_answer"
    if verdict.failure == "wrong_abstention" and evident:
        return "ignored_evidence"
    return verdict.failure
