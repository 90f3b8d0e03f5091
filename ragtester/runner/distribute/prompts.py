"""The prompts of a matrix that have no reply yet, asked on the workers of a Ray cluster and stored by the driver.

The matrix then runs as it always does and finds its replies stored: results are those of a run on one machine.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ragtester.errors import BudgetSpentError
from ragtester.records import Request, Test, content_key
from ragtester.runner.cells import Cell, question_of
from ragtester.runner.distribute.pool import RayPool, Shard
from ragtester.runner.distribute.wire import ask_shard, replies_of
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.progress import shown
from ragtester.runner.session import Session
from ragtester.runner.stored import StoredModel
from ragtester.systems.reference import ReferenceSystem

_BLOCK = 2000
"""Cases whose prompts are made before their shards go out."""


async def ask_missing(
    session: Session, cells: Sequence[Cell], tests: Sequence[Test], *, evaluator: Evaluator, pool: RayPool
) -> None:
    """Asks what the matrix will ask, as far as it is known beforehand.

    A system that rewrites questions, or reranks with a model, asks for itself later; so does the judge.
    """
    samples = session.options.samples or session.loaded.config.matrix.samples
    asked: set[str] = set()
    with session.timed("matrix"), shown(session.progress, "ray", None) as bar:
        async for block in _missing(session, cells, tests, samples=samples, evaluator=evaluator):
            new = list({entry[1]: entry for entry in block if entry[1] not in asked}.values())
            asked.update(key for _, key, _ in new)
            bar.grow(len(new))
            if session.stop.asked or not new:
                continue
            async for shard, replies in pool.run(_shards(session, new, pool.options.shard_prompts)):
                model, keys = _of(shard)
                for key, reply in zip(keys, replies_of(replies or [None] * len(keys)), strict=True):
                    if reply is not None:
                        model.keep(key, reply)
                bar.advance(len(keys))


Entry: TypeAlias = tuple[StoredModel, str, Request]


@dataclass(frozen=True, slots=True)
class _Asked:
    model: StoredModel
    keys: list[str]


async def _missing(
    session: Session, cells: Sequence[Cell], tests: Sequence[Test], *, samples: int, evaluator: Evaluator
) -> AsyncIterator[list[Entry]]:
    """Prompts of cases without row, answer, failed attempt and reply, in blocks."""
    block: list[Entry] = []
    for cell in cells:
        system = cell.system
        if not isinstance(system, ReferenceSystem) or not isinstance(system.stages.generator, StoredModel):
            continue
        if cell.searches_itself or system.stages.reranker.name == "llm":
            continue
        for sample in range(samples):
            for some in _blocks(tests):
                block += await _of_cell(session, cell, system, some, sample=sample, evaluator=evaluator)
                if len(block) >= _BLOCK:
                    yield block
                    block = []
    if block:
        yield block


async def _of_cell(
    session: Session, cell: Cell, system: ReferenceSystem, tests: Sequence[Test], *, sample: int, evaluator: Evaluator
) -> list[Entry]:
    model = system.stages.generator
    if not isinstance(model, StoredModel):
        return []
    rows = {test.id: evaluator.row_key(cell, test, sample) for test in tests}
    answers = {test.id: cell.answer_key(test, sample) for test in tests}
    tried = {} if session.options.retry_errors else {key: content_key("attempt", row=key) for key in rows.values()}
    have = session.store.results([*rows.values(), *answers.values(), *tried.values()])
    missing = [
        test
        for test in tests
        if have.keys().isdisjoint((rows[test.id], answers[test.id], tried.get(rows[test.id], "")))
    ]
    questions = [question_of(test, sample=sample) for test in missing]
    if cell.knowledge is not None:
        await cell.knowledge.prepare(questions, k=cell.depth)
    made: list[Entry] = []
    for question in questions:
        request = system.request(question, (await system.retrieve(question)).context or ())
        made.append((model, model.key(request), request))
    stored = session.store.replies(key for _, key, _ in made)
    return [entry for entry in made if entry[1] not in stored]


def _shards(session: Session, entries: Sequence[Entry], size: int) -> Iterator[Shard]:
    by_model: dict[int, tuple[StoredModel, list[Entry]]] = {}
    for entry in entries:
        by_model.setdefault(id(entry[0]), (entry[0], []))[1].append(entry)
    folder = str(session.loaded.folder)
    for model, listed in by_model.values():
        spec = session.components.chat_spec(model.name, what="generator")
        for start in range(0, len(listed), size):
            try:
                session.components.budget.check()
            except BudgetSpentError:
                return  # the matrix says so case by case
            some = listed[start : start + size]
            requests = [request for _, _, request in some]
            yield ask_shard(model.name, spec, folder, requests, _Asked(model, [key for _, key, _ in some]))


def _of(shard: Shard) -> tuple[StoredModel, list[str]]:
    found = shard.name
    if not isinstance(found, _Asked):
        raise TypeError(f"a shard of prompts has no model: {found!r}")
    return found.model, found.keys


def _blocks(tests: Sequence[Test]) -> Iterator[Sequence[Test]]:
    return (tests[start : start + _BLOCK] for start in range(0, len(tests), _BLOCK))
