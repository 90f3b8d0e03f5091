"""What a diagnosis is shown of a corpus gives the diagnosis that the whole corpus would give."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ragtester.api import open_session
from ragtester.records import Chunk, Verdict
from ragtester.runner import Session, make_corpus, make_suite
from ragtester.runner.cells import question_of
from ragtester.runner.observing import Observations
from ragtester.runner.stages.matrix import make_cells
from ragtester.runner.stop import Stop
from ragtester.systems.reference import Observed, diagnose

CONFIG = """
name: seen
corpus: {blueprint: hr-policies, documents: 3}
suite: {tests_per_document: 8}
matrix: {generators: [reader], embedders: [bm25], chunkers: [{recursive: {size: 220, overlap: 0}}], top_k: [1, 3]}
"""


class Changed:
    """Knowledge whose index differs from what was cut: a chunk is missing, one is there twice under another id."""

    def __init__(self, knowledge: object, indexed: list[Chunk]) -> None:
        self._knowledge = knowledge
        self.indexed = indexed

    def __getattr__(self, name: str) -> object:
        return getattr(self._knowledge, name)


def test_diagnoses_are_those_of_the_whole_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def compare(session: Session) -> tuple[int, set[str]]:
        corpus = await make_corpus(session)
        tests = await make_suite(session, corpus)
        compared, stages = 0, set()
        for cell in await make_cells(session, corpus):
            knowledge = cell.knowledge
            assert knowledge is not None
            whole = knowledge.chunks
            lost = [chunk for number, chunk in enumerate(whole) if number % 3]
            copied = [*whole, *(chunk.model_copy(update={"id": f"{chunk.id}-copy"}) for chunk in whole[::2])]
            for indexed in (whole, lost, copied):
                observations = Observations(Changed(knowledge, indexed))  # type: ignore[arg-type]
                everything = Observed(
                    given=knowledge.given, documents=knowledge.documents, chunks=whole, indexed=indexed
                )
                for test in tests:
                    answer = await cell.system.ask(question_of(test))
                    for failure in ("wrong_answer", "wrong_abstention"):
                        verdict = Verdict(status="failed", failure=failure)
                        seen = observations.of(test, answer)
                        assert len(seen.chunks) < len(whole)
                        found = diagnose(test, answer, verdict, seen)
                        assert found == diagnose(test, answer, verdict, everything)
                        stages.add(found.stage)
                        compared += 1
        return compared, stages

    with open_session(_loaded(tmp_path), None, f"sqlite:///{tmp_path}/a.db", None, None) as session:
        compared, stages = asyncio.run(compare(session))
    assert compared > 200
    assert {"index", "retrieve", "generate"} <= stages


def _loaded(folder: Path) -> Path:
    file = folder / "seen.yaml"
    file.write_text(CONFIG, encoding="utf-8")
    return file


async def test_the_first_error_of_many_workers_ends_them_all() -> None:
    ended: list[int] = []

    async def work(number: int) -> None:
        try:
            await asyncio.sleep(0.01 if number == 3 else 30)
            raise ValueError(f"worker {number}")
        finally:
            ended.append(number)

    with pytest.raises(ValueError, match="worker 3"):
        await Stop().until_done([asyncio.create_task(work(number)) for number in range(8)])
    assert sorted(ended) == list(range(8))


async def test_a_stop_lets_workers_finish_and_none_is_left() -> None:
    stop = Stop()
    done: list[int] = []

    async def work(number: int) -> None:
        while not stop.asked:
            await asyncio.sleep(0.01)
        done.append(number)

    asyncio.get_running_loop().call_later(0.05, stop.ask)
    await stop.until_done([asyncio.create_task(work(number)) for number in range(5)])
    assert sorted(done) == list(range(5))
    await stop.until_done([])
