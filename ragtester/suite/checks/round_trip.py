"""Whether the author, given the evidence and the question alone, comes to the expected answer again.

Round-trip consistency filters questions that do not fit their answers (Alberti et al., 2019, "Synthetic QA corpora
generation with roundtrip consistency").
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ragtester.documents import locate
from ragtester.records import Check, Document, Test
from ragtester.text import compare_answers, detect_abstention

NAME = "answered_from_evidence"

Answering = Callable[[str, str], Awaitable[str | None]]
"""Question and passage to an answer; None where the reply could not be used."""

_AROUND = 500
"""Characters of the document before and after the evidence that the model sees."""


async def answered_again(test: Test, document: Document, answer: Answering) -> Check:
    """Passed where the answer from the evidence and what stands around it agrees with the expected one."""
    passages = []
    for span in test.evidence:
        found = locate(span, document) if span.document == document.id else None
        if found is not None:
            passages.append(document.text[max(0, found[0] - _AROUND) : found[1] + _AROUND])
    said = await answer(test.query, "\n\n".join(passages)) if passages else None
    if said is None:
        return Check(name=NAME, status="unmeasured", detail="the model's reply could not be used")
    if detect_abstention(said, question=test.query).abstained:
        return Check(name=NAME, status="failed", detail=f"the author finds no answer in the evidence: {said[:80]!r}")
    references = [test.expected_answer, *test.accepted_answers]
    agreement = compare_answers(said, references, question=test.query, kind=test.answer_kind)
    if agreement.verdict in ("equivalent", "partial"):
        return Check(name=NAME, status="passed", detail=f"answered {said[:120]!r}")
    return Check(name=NAME, status="failed", detail=f"the author answers {said[:80]!r} from the same evidence")
