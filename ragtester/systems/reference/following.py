"""Following one piece of evidence through a pipeline, from the document to the final context."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.documents import locate, overlaps
from ragtester.records import Answer, Chunk, Document, Retrieved, Span, Stage
from ragtester.systems.reference.observing import Observed

_HELD = 0.9
"""Share of a quote's characters that a chunk must hold to count as holding the evidence."""


def lost_at(span: Span, answer: Answer, observed: Observed | None, trail: list[str]) -> Stage | None:
    """The first stage behind which the evidence is no longer there; None where it reached the context.

    Each stage that is looked at adds a line to `trail`.
    """
    document: Document | None = None
    indexed: list[Chunk] = []
    if observed is not None:
        document = observed.text_of(span.document)
        lost = _before_index(span, document, observed, trail)
        if lost is not None:
            return lost
        indexed = [chunk for chunk in observed.indexed if _holds(span, chunk, document)]
        if not indexed:
            trail.append(f"index: no chunk that holds evidence of {span.document} is in the index")
            return "index"
        trail.append(f"index: {indexed[0].id} is in the index")
    stages: tuple[tuple[Stage, Sequence[Retrieved] | None], ...] = (
        ("retrieve", answer.candidates),
        ("rerank", answer.reranked),
        ("context", answer.context),
    )
    for stage, passages in stages:
        if passages is None or any(_passage_holds(span, p, document, own=observed is not None) for p in passages):
            trail.append(f"{stage}: " + ("not shown" if passages is None else "the evidence is there"))
            continue
        if stage == "retrieve":
            return _search_lost(answer, indexed, observed, trail)
        crowded = duplicates_at(answer, observed) if _crowded(passages) else None
        if crowded is not None:
            trail.append(f"{crowded}: copies of the same passage take the place of others")
            return crowded
        if answer.candidates is None and answer.reranked is None:
            # Only the end of the retrieval is shown: whatever lost it there, the retrieval did not bring it.
            trail.append(f"retrieve: none of the {len(passages)} passages that are shown holds the evidence")
            return "retrieve"
        trail.append(f"{stage}: none of {len(passages)} passages holds the evidence")
        return stage
    return None


def _before_index(span: Span, document: Document | None, observed: Observed, trail: list[str]) -> Stage | None:
    place = locate(span, document) if document is not None else None
    if document is None or place is None:
        trail.append(f"parse: the evidence is not in the text of {span.document}")
        return "parse"
    trail.append(f"parse: the evidence is in the text of {span.document}")
    cut = [chunk for chunk in observed.chunks if _holds(span, chunk, document)]
    if not cut:
        trail.append(f"chunk: no chunk of {span.document} holds the whole evidence")
        return "chunk"
    trail.append(f"chunk: {cut[0].id} holds the evidence")
    return None


def garbled(span: Span, observed: Observed | None) -> bool:
    """Whether the parsed document states the evidence in other letters than the document that was given."""
    if observed is None:
        return False
    given, parsed = observed.text_of(span.document, parsed=False), observed.text_of(span.document)
    if given is None or parsed is None or given.text == parsed.text:
        return False
    before, after = locate(span, given), locate(span, parsed)
    if before is None or after is None:
        return before is not None
    return _letters(given.text[slice(*before)]) != _letters(parsed.text[slice(*after)])


def _letters(text: str) -> str:
    return " ".join(text.split())


def _search_lost(answer: Answer, indexed: Sequence[Chunk], observed: Observed | None, trail: list[str]) -> Stage:
    """Retrieve or embed: whether vectors are what they should be, of the evidence and of what came instead."""
    candidates = answer.candidates or ()
    right = observed.embedded_right if observed is not None else None
    if right is not None and observed is not None:
        wrong = [chunk for chunk in indexed if not right(chunk)]
        came = [observed.by_id[p.chunk] for p in candidates if p.chunk in observed.by_id]
        wrong = wrong or [chunk for chunk in came if not right(chunk)]
        if wrong:
            trail.append(f"embed: the vector of {wrong[0].id} is not what the model gives for its text")
            return "embed"
        trail.append("embed: the vectors are what the model gives")
    crowded = duplicates_at(answer, observed) if _crowded(candidates) else None
    if crowded is not None:
        trail.append(f"{crowded}: copies of the same passage take the place of others")
        return crowded
    searched = f", searched as {answer.query!r}" if answer.query else ""
    trail.append(f"retrieve: none of {len(candidates)} candidates holds the evidence{searched}")
    return "retrieve"


def duplicates_at(answer: Answer, observed: Observed | None) -> Stage | None:
    """The stage that put the same passage into the context twice, or None.

    Only copies of the same place of the same document count: two documents may say the same.
    """
    twice = next(
        (stage for stage, passages in _shown(answer) if passages is not None and _crowded(passages)),
        None,
    )
    if twice is None:
        return None
    if twice != "retrieve" or observed is None:
        return twice
    names = {passage.chunk for passage in answer.candidates or ()}
    if names & observed.repeated:
        return "chunk"
    return "index" if names & observed.foreign else "retrieve"


def spoiled_at(answer: Answer, observed: Observed | None) -> Stage | None:
    """The stage that put a passage into the context which does not stand like that in its document, or None."""
    if observed is None:
        return None
    for passage in answer.context or ():
        given = observed.text_of(passage.document, parsed=False)
        if given is None or _letters(passage.text) in _letters(given.text):
            continue
        parsed = observed.text_of(passage.document)
        if parsed is not None and _letters(passage.text) in _letters(parsed.text):
            return "parse"
        if any(chunk.text == passage.text for chunk in observed.chunks if chunk.document == passage.document):
            return "chunk"
        return next(
            (
                stage
                for stage, passages in (("index", observed.indexed), *_shown(answer))
                if any(one.text == passage.text for one in passages or ())
            ),
            "context",
        )
    return None


def _shown(answer: Answer) -> tuple[tuple[Stage, Sequence[Retrieved] | None], ...]:
    return (("retrieve", answer.candidates), ("rerank", answer.reranked), ("context", answer.context))


def _crowded(passages: Sequence[Retrieved]) -> bool:
    places = [(passage.document, passage.start, passage.end, passage.text) for passage in passages]
    return len(set(places)) < len(places)


def _holds(span: Span, chunk: Chunk, document: Document | None) -> bool:
    return chunk.document == span.document and overlaps(span, chunk, document) >= _HELD


def _passage_holds(span: Span, passage: Retrieved, document: Document | None, *, own: bool) -> bool:
    """Whether a passage holds the evidence; a system of others names documents as it likes, so its text decides."""
    if own:
        place = {"document": passage.document, "start": passage.start, "end": passage.end}
    else:
        place = {"document": span.document, "start": -1, "end": -1}
    return _holds(
        span, Chunk.model_validate({"id": passage.chunk, "text": passage.text, "index": 0, **place}), document
    )
