"""The failing stage of cases that need more than one look: copies, vectors, tenants, prompts, several pieces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from ragtester.prompts import load_prompt
from ragtester.records import Answer, Chunk, Document, Message, Retrieved, Span, Test, Verdict
from ragtester.search import HashingEmbedder
from ragtester.systems.reference import Observed, diagnose, diagnose_trace, passage, vectors_right

TEXT = "Annual leave is 25 days for every clerk. The bonus is 4 percent of the pay. Bikes cost 30 euros a month."
DOCUMENT = Document(id="d", text=TEXT)
CUTS = ((0, 40), (41, 75), (76, len(TEXT)))
CHUNKS = [
    Chunk(id=f"d:{n}", document="d", text=TEXT[start:end], start=start, end=end, index=n)
    for n, (start, end) in enumerate(CUTS)
]
FAILED = Verdict(status="failed", failure="wrong_answer")
QUERY = "What are the leave and the bonus?"


def case(*spans: int, kind: str = "positive", **fields: object) -> Test:
    return Test.model_validate(
        {
            "id": "t", "query": QUERY, "kind": kind, "type": "multi_fact", "expected_answer": "25 days; 4 percent",
            "evidence": [Span.cut(DOCUMENT, *CUTS[n]) for n in spans], **fields,
        }
    )  # fmt: skip


def shown(chunks: Sequence[Chunk]) -> tuple[Retrieved, ...]:
    return tuple(passage(chunk, rank=rank) for rank, chunk in enumerate(chunks, start=1))


def prompt(passages: Sequence[Retrieved], question: str = QUERY) -> tuple[Message, ...]:
    context = "\n\n".join(f"[{n}] {p.text}" for n, p in enumerate(passages, start=1))
    return load_prompt("answer/grounded").messages(context=context, question=question, citation_rule="")


def answered(
    candidates: Sequence[Chunk], reranked: Sequence[Chunk] | None = None, context: Sequence[Chunk] | None = None,
    **fields: object,
) -> Answer:  # fmt: skip
    reranked = candidates if reranked is None else reranked
    context = reranked if context is None else context
    made = {
        "text": "9 days", "candidates": shown(candidates), "reranked": shown(reranked), "context": shown(context),
        "prompt": prompt(shown(context)),
    }  # fmt: skip
    return Answer.model_validate({**made, **fields})


def observed(
    indexed: Sequence[Chunk] | None = None, *, chunks: Sequence[Chunk] = CHUNKS, parsed: Document = DOCUMENT,
    wrong: Sequence[str] | None = None,
) -> Observed:  # fmt: skip
    right = None if wrong is None else (lambda chunk: chunk.id not in wrong)
    return Observed(
        given=[DOCUMENT], documents=[parsed], chunks=chunks, indexed=chunks if indexed is None else indexed,
        embedded_right=right,
    )  # fmt: skip


def test_of_several_pieces_the_earliest_loss_counts() -> None:
    answer = answered(CHUNKS[1:], CHUNKS[2:])
    assert diagnose(case(1, 0), answer, FAILED, observed()).stage == "retrieve"
    assert diagnose(case(1), answer, FAILED, observed()).stage == "rerank"
    assert diagnose(case(2), answer, FAILED, observed()).stage == "generate"


def test_a_search_that_misses_evidence_whose_vector_is_wrong_is_a_fault_of_the_embedding() -> None:
    answer = answered(CHUNKS[1:])
    assert diagnose(case(0), answer, FAILED, observed(wrong=["d:0"])).stage == "embed"
    assert diagnose(case(0), answer, FAILED, observed(wrong=[])).stage == "retrieve"


def test_wrong_vectors_of_what_came_in_place_of_the_evidence_count_too() -> None:
    assert diagnose(case(0), answered(CHUNKS[1:]), FAILED, observed(wrong=["d:2"])).stage == "embed"


def test_a_wrong_vector_is_no_excuse_where_the_evidence_was_found() -> None:
    assert diagnose(case(0), answered(CHUNKS), FAILED, observed(wrong=["d:0"])).stage == "generate"


def test_a_rewritten_question_is_named_where_its_search_fails() -> None:
    found = diagnose(case(0), answered(CHUNKS[1:], query="bonus?"), FAILED, observed())
    assert found.stage == "retrieve"
    assert "searched as 'bonus?'" in found.trail[-1]


def test_copies_that_were_cut_crowd_out_evidence_at_the_chunker() -> None:
    copies = [chunk.model_copy(update={"id": f"{chunk.id}.{n}"}) for chunk in CHUNKS for n in range(2)]
    crowd = observed(chunks=copies)
    assert diagnose(case(0), answered(copies[2:4]), FAILED, crowd).stage == "chunk"
    assert diagnose(case(0), answered(copies, copies[2:4]), FAILED, crowd).stage == "chunk"


def test_copies_that_were_indexed_twice_are_a_fault_of_the_index() -> None:
    again = [chunk.model_copy(update={"id": f"{chunk.id}@again"}) for chunk in CHUNKS]
    twice = [CHUNKS[1], again[1]]
    holds = observed([*CHUNKS, *again])
    assert diagnose(case(0), answered(twice), FAILED, holds).stage == "index"
    assert diagnose_trace(case(1), answered(twice), holds).stage == "index"


def test_a_copy_made_while_the_context_was_put_together_is_a_fault_of_the_context() -> None:
    answer = answered(CHUNKS, CHUNKS[:2], [CHUNKS[0], CHUNKS[0]])
    assert diagnose(case(1), answer, FAILED, observed()).stage == "context"
    assert diagnose_trace(case(0), answer, observed()).stage == "context"
    reranked = answered(CHUNKS, [CHUNKS[0], CHUNKS[0]])
    assert diagnose_trace(case(0), reranked, observed()).stage == "rerank"


STALE = Chunk(id="d:old", document="d", text="Annual leave is 21 days.", start=0, end=24, index=0)


@pytest.mark.parametrize("kind", ["positive", "negative"])
def test_a_passage_of_no_current_document_is_a_fault_of_the_index_for_any_kind_of_test(kind: str) -> None:
    test = case(0, kind=kind) if kind == "positive" else case(kind=kind)
    answer = answered([*CHUNKS[:2], STALE])
    assert diagnose(test, answer, FAILED, observed([*CHUNKS, STALE])).stage == "index"


def test_a_chunk_that_lost_its_tenant_is_a_fault_of_the_index_and_one_shown_to_others_of_the_search() -> None:
    private = CHUNKS[2].model_copy(update={"tenant": "b"})
    chunks = [*CHUNKS[:2], private]
    missed = Verdict(status="failed", failure="missed_abstention", abstained=False)
    leaked = [*CHUNKS[:2], CHUNKS[2]]
    assert diagnose(case(kind="negative"), answered(leaked), missed, observed(leaked, chunks=chunks)).stage == "index"
    assert diagnose(case(kind="negative"), answered(chunks), missed, observed(chunks=chunks)).stage == "retrieve"
    own = case(2, tenant="b")
    assert diagnose(own, answered(chunks), FAILED, observed(chunks=chunks)).stage == "generate"
    led = [chunk.model_copy(update={"roles": ("lead",)}) for chunk in CHUNKS]
    assert diagnose(case(0, role="clerk"), answered(led), FAILED, observed(chunks=led)).stage == "retrieve"


def test_a_missed_abstention_is_the_prompts_fault_where_it_has_no_rule() -> None:
    missed = Verdict(status="failed", failure="missed_abstention", abstained=False)
    told = answered(CHUNKS[:1])
    assert diagnose(case(kind="negative"), told, missed, observed()).stage == "generate"
    untold = answered(CHUNKS[:1], prompt=(Message(role="user", content=f"{CHUNKS[0].text}\n\nQuestion: {QUERY}"),))
    assert diagnose(case(kind="negative"), untold, missed, observed()).stage == "prompt"
    assert diagnose(case(0), untold, FAILED, observed()).stage == "generate"
    assert diagnose_trace(case(0), untold, observed()).stage == "prompt"


def test_a_question_that_was_not_sent_is_a_fault_of_the_prompt() -> None:
    answer = answered(CHUNKS, prompt=prompt(shown(CHUNKS), question="Something else?"))
    found = diagnose(case(0), answer, FAILED, observed())
    assert (found.stage, "question" in found.trail[-1]) == ("prompt", True)


def test_evidence_in_other_letters_is_a_fault_of_parsing() -> None:
    parsed = DOCUMENT.model_copy(update={"text": TEXT.replace("clerk", "cl\ufffdrk")})
    chunks = [c.model_copy(update={"text": parsed.text[c.start : c.end]}) for c in CHUNKS]
    assert diagnose(case(0), answered(chunks), FAILED, observed(chunks=chunks, parsed=parsed)).stage == "parse"


def test_a_passage_that_is_not_what_its_document_says_is_traced_to_where_it_changed() -> None:
    parsed = DOCUMENT.model_copy(update={"text": TEXT.replace("Bikes", "B\ufffdkes")})
    read = [c.model_copy(update={"text": parsed.text[c.start : c.end]}) for c in CHUNKS]
    assert diagnose_trace(case(0), answered(read), observed(chunks=read, parsed=parsed)).stage == "parse"
    wrong = [*CHUNKS[:2], CHUNKS[2].model_copy(update={"text": "Bikes are free."})]
    assert diagnose_trace(case(0), answered(wrong), observed(chunks=wrong)).stage == "chunk"
    assert diagnose_trace(case(0), answered(wrong), observed()).stage == "retrieve"
    assert diagnose_trace(case(0), answered(CHUNKS, wrong), observed()).stage == "rerank"
    assert diagnose_trace(case(0), answered(CHUNKS, CHUNKS, wrong), observed()).stage == "context"


def test_a_system_that_shows_its_context_alone_is_judged_by_the_text_of_its_passages() -> None:
    theirs = Retrieved(chunk="7f3", document="handbook.pdf", text=f"p. 3: {CHUNKS[0].text}", rank=1)
    held = Answer(text="9 days", context=(theirs,))
    assert diagnose(case(0), held, FAILED, None).stage == "generate"
    found = diagnose(case(1), held, FAILED, None)
    assert found.stage == "retrieve"
    assert found.trail == (
        "retrieve: not shown",
        "rerank: not shown",
        "retrieve: none of the 1 passages that are shown holds the evidence",
    )


def test_a_trace_without_a_flaw_leaves_the_generator() -> None:
    assert diagnose_trace(case(0), answered(CHUNKS), observed()).stage == "generate"
    assert diagnose_trace(case(0), answered(CHUNKS), None).stage == "generate"
    assert diagnose(case(0), answered(CHUNKS[1:]), FAILED, None).stage == "retrieve"


async def test_vectors_are_compared_with_the_models_own() -> None:
    embedder = HashingEmbedder(dimension=64)
    own = await embedder.embed([chunk.text for chunk in CHUNKS])
    right = await vectors_right(CHUNKS, own, embedder)
    assert all(right(chunk) for chunk in CHUNKS)
    longer = own.copy()
    longer[1] *= 2
    right = await vectors_right(CHUNKS, longer, embedder)
    assert [right(chunk) for chunk in CHUNKS] == [True, False, True]
    zero = own.copy()
    zero[0] = 0
    assert not (await vectors_right(CHUNKS, zero, embedder))(CHUNKS[0])
    other = np.zeros((3, 8), dtype=np.float32)
    assert not (await vectors_right(CHUNKS, other, embedder))(CHUNKS[2])
    assert (await vectors_right([], own[:0], embedder))(CHUNKS[0])
