from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import gate_examples as ex
import pytest

from ragtester.errors import ContractError, EndpointError, UsageError
from ragtester.records import Answer, Chunk, Document, Question, Retrieved, Span, Test
from ragtester.retrieval import (
    assign_splits,
    capture_contract,
    contract_from_suite,
    gate,
    move_to_development,
    read_capture,
    read_contract,
    select_split,
    unjudged_results,
    with_judgments,
    write_capture,
    write_contract,
)
from ragtester.retrieval.contract import Capture, CapturedResult, Hit, parse_capture, parse_contract
from ragtester.retrieval.contract.from_suite import supporting_chunks


class Shop:
    """Answers from a table; shows what it is told to show."""

    name = "shop"
    version = "7"

    def __init__(
        self, *, stages: Sequence[str] = ("candidates", "context"), fails: str = "", capabilities=("retrieve",)
    ):
        self.stages = stages
        self.fails = fails
        self.capabilities = frozenset(capabilities)
        self.asked: list[Question] = []

    async def retrieve(self, question: Question) -> Answer:
        self.asked.append(question)
        name = question.text.split()[-1].rstrip("?")
        if name == self.fails:
            raise EndpointError("no answer in 3 s", problem="timeout", retryable=True)
        hits = tuple(
            Retrieved(
                chunk=one, document=e["doc_id"], text=e["text"], rank=rank, version=e["version"], tenant=e["tenant"]
            )
            for rank, (one, e) in enumerate([(one, ex.entry(one)) for one in ex.BASE[name]], start=1)
        )
        return Answer(text="", **dict.fromkeys(self.stages, hits))

    async def ask(self, question: Question) -> Answer:
        return await self.retrieve(question)

    async def generate(self, question, contexts):
        raise NotImplementedError

    async def ingest(self, changes):
        raise NotImplementedError


async def test_a_capture_of_a_sound_system_passes_its_own_gate():
    contract = parse_contract(ex.contract())
    system = Shop()
    shown = await capture_contract(contract, system, configuration={"k": 5, "api_key": "abc"}, repeats=2)
    assert gate(contract, shown, shown, resamples=10).status == "PASS"
    assert shown.configuration == {"system": {"name": "shop", "version": "7"}, "k": 5, "api_key": "[redacted]"}
    assert {question.tenant for question in system.asked} == {"retail"}
    assert system.asked[0].as_of == contract.queries[0].as_of


async def test_a_query_without_an_answer_makes_the_capture_invalid_and_says_why():
    contract = parse_contract(ex.contract())
    shown = await capture_contract(contract, Shop(fails="single"))
    outcome = gate(contract, shown, shown, resamples=10)
    assert outcome.status == "INVALID"
    assert "no answer in 3 s" in (outcome.error or "")


async def test_a_stage_that_the_system_does_not_show_is_the_callers_mistake():
    contract = parse_contract(ex.contract())
    with pytest.raises(UsageError, match="it shows: candidates, final_context"):
        await capture_contract(contract, Shop(), stage="reranked")
    with pytest.raises(UsageError, match="no trace at all"):
        await capture_contract(contract, Shop(stages=(), capabilities=("ask",)))
    with pytest.raises(UsageError, match="neither retrieve nor ask"):
        await capture_contract(contract, Shop(capabilities=("generate",)))
    with pytest.raises(UsageError, match="repeats 0"):
        await capture_contract(contract, Shop(), repeats=0)


def test_files_give_back_what_was_written(tmp_path):
    source = ex.contract()
    source.update(tolerances={"recall_at_k": 0.02}, group_by="document")
    source["manifest"][4].pop("text")
    source["manifest"][4]["sha256"] = "a" * 64
    source["manifest"][5]["roles"] = ["guest"]
    source["queries"][0].update(
        required_text=["14 days", ["a", "b"]], alternatives=[["A", "B"]], group="g", split="held_out",
        forbidden_versions={"returns": ["v1", {"version": "v0", "after": "2026-01-01"}]},
    )  # fmt: skip
    contract = parse_contract(source)
    write_contract(contract, tmp_path / "deep" / "contract.json")
    assert read_contract(tmp_path / "deep" / "contract.json") == contract
    shown = parse_capture(
        {**ex.capture(unit="chunk"), "errors": {"x": "y"}, "ingestion": {"failed": {"returns": "why"}}}
    )
    shown = replace(shown, results=(*shown.results, replace(shown.results[0], repeat=1)))
    write_capture(shown, tmp_path / "capture.json")
    assert read_capture(tmp_path / "capture.json") == shown


DOCUMENT = Document(
    id="policy",
    text="Refunds take five days. Cash is paid back at the till on the same day. Cards take longer, up to a week.",
)


def chunks(size: int, *, overlap: int = 0) -> list[Chunk]:
    text, found = DOCUMENT.text, []
    for index, start in enumerate(range(0, len(text), size - overlap)):
        piece = text[start : start + size]
        found.append(
            Chunk(id=f"p{index}", document="policy", text=piece, start=start, end=start + len(piece), index=index)
        )
    return found


def positive(quote: str, **more: object) -> Test:
    start = DOCUMENT.text.index(quote)
    fields = {"id": "t1", "query": "When is cash paid back?", "kind": "positive", "type": "extractive"}
    span = Span.cut(DOCUMENT, start, start + len(quote))
    return Test(**{**fields, "expected_answer": quote, "evidence": (span,), **more})


NEGATIVE = Test(id="t2", query="Who runs it?", kind="negative", type="withheld_fact", expected_answer="not stated")


def test_a_suite_becomes_a_contract_whatever_the_chunking():
    for size, overlap in ((200, 0), (60, 0), (60, 40), (25, 0)):
        pieces = chunks(size, overlap=overlap)
        contract = contract_from_suite([positive("paid back at the till"), NEGATIVE], pieces, [DOCUMENT], k=5)
        query, negative = contract.queries
        held = "".join(contract.manifest[name].text or "" for name in query.judgments)
        assert query.required_ids
        assert "back at the" in held or "the till" in held
        assert (negative.answerable, negative.judgments) == (False, {})
        assert contract.default_judgment == 0


@pytest.mark.parametrize(("ours", "theirs"), [((60, 0), (25, 0)), ((60, 40), (200, 0)), ((25, 0), (45, 20))])
def test_a_contract_from_a_suite_measures_another_chunking(ours: tuple[int, int], theirs: tuple[int, int]):
    def captured(pieces: Sequence[Chunk]) -> Capture:
        hits = tuple(Hit(f"x{piece.id}", piece.document, "1", None, piece.text) for piece in pieces)
        return Capture(contract_version="1", stage="candidates", results=(CapturedResult("t", hits),))

    made, other = (chunks(size, overlap=overlap) for size, overlap in (ours, theirs))
    contract = contract_from_suite([positive("paid back at the till", id="t")], made, [DOCUMENT], k=30)
    assert contract.queries[0].evidence[0].spans[0].quote == "paid back at the till"
    report = gate(contract, captured(made), captured(other), resamples=100)
    assert (report.status, report.error) == ("PASS", None)
    assert report.queries[0].candidate.values["recall_at_k"] == 1.0
    without = [piece for piece in other if "till" not in piece.text and "paid" not in piece.text]
    lost = gate(contract, captured(made), captured(without), resamples=100)
    assert lost.queries[0].candidate.failures[0] == "missing_evidence:paid back at the till"


def test_overlapping_chunks_with_the_whole_quote_are_alternatives():
    contract = contract_from_suite([positive("same day")], chunks(60, overlap=50), [DOCUMENT])
    query = contract.queries[0]
    assert len(query.judgments) > 1
    assert len(query.required_ids) == 1
    assert query.reference.facts == (frozenset(query.judgments),)


def test_evidence_is_found_by_its_text_where_offsets_are_unknown_or_moved():
    pieces = [chunk.model_copy(update={"start": -1, "end": -1}) for chunk in chunks(45)]
    span = positive("Cash is paid back at the till on the same day").evidence[0]
    whole, parts = supporting_chunks(span, pieces)
    assert whole == ()
    assert len(parts) >= 1


def test_a_suite_that_does_not_belong_to_the_chunks_is_refused():
    with pytest.raises(ContractError, match="no chunk of 'policy' holds the evidence"):
        contract_from_suite(
            [positive("same day")], [Chunk(id="x", document="other", text="x", start=0, end=1, index=0)]
        )
    with pytest.raises(ContractError, match="has no evidence"):
        contract_from_suite([positive("same day", evidence=())], chunks(60))
    with pytest.raises(ContractError, match="given twice"):
        contract_from_suite([NEGATIVE], [*chunks(60), *chunks(60)])
    with pytest.raises(ContractError, match="same id"):
        contract_from_suite([NEGATIVE, NEGATIVE], chunks(60))


def grouped(count: int = 40) -> object:
    source = ex.contract()
    source["queries"] = [
        ex.query(f"q{i}", "A", slice=f"s{i % 2}", group=f"g{i // 2}" if i < 10 else None) for i in range(count)
    ]
    return parse_contract(source)


def test_splits_keep_paraphrases_together_and_repeat_for_a_seed():
    contract = assign_splits(grouped(), held_out=0.3, seed=4)
    by_group: dict[str, set[object]] = {}
    for query in contract.queries:
        by_group.setdefault(query.group or query.id, set()).add(query.split)
    assert all(len(splits) == 1 for splits in by_group.values())
    held = [query.id for query in select_split(contract, "held_out").queries]
    assert 6 <= len(held) <= 18
    assert held == [
        query.id for query in select_split(assign_splits(grouped(), held_out=0.3, seed=4), "held_out").queries
    ]
    assert held != [
        query.id for query in select_split(assign_splits(grouped(), held_out=0.3, seed=5), "held_out").queries
    ]
    assert assign_splits(contract, held_out=0.9, seed=9) == contract


def test_a_held_out_failure_that_was_tuned_against_moves_with_its_paraphrases():
    contract = assign_splits(grouped(), held_out=1.0)
    moved = move_to_development(contract, ("q0",), version="c2")
    assert [query.id for query in moved.queries if query.split == "development"] == ["q0", "q1"]
    with pytest.raises(ContractError, match="new version"):
        move_to_development(contract, ("q0",), version="c1")
    with pytest.raises(ContractError, match="'nobody'"):
        move_to_development(contract, ("nobody",), version="c2")
    with pytest.raises(ContractError, match="no query"):
        select_split(contract, "development")
    with pytest.raises(ContractError, match="out of range"):
        assign_splits(contract, held_out=1.5)


def test_labels_make_a_new_version_of_the_contract():
    source = ex.contract()
    del source["queries"][3]["judgments"]["X"]
    contract = parse_contract(source)
    shown = parse_capture(ex.capture())
    pool = unjudged_results(contract, shown, shown)
    assert [(one.query_id, one.chunk_id, one.seen_in) for one in pool] == [("single", "X", ("baseline", "candidate"))]
    assert pool[0].to_json()["judgment"] is None
    labelled = with_judgments(contract, {"single": {"X": 0}}, version="c2")
    assert unjudged_results(labelled, shown) == ()
    assert gate(labelled, shown, shown, resamples=10).status == "INVALID"
    with pytest.raises(ContractError, match="new version"):
        with_judgments(contract, {"single": {"X": 0}}, version="c1")
    with pytest.raises(ContractError, match="not in the contract"):
        with_judgments(contract, {"nobody": {"X": 0}}, version="c2")
    with pytest.raises(ContractError, match="not in the manifest"):
        with_judgments(contract, {"single": {"Q": 0}}, version="c2")
