"""Counting the calls that are missing, without sending one: prompts are made, and their keys are looked for.

Corpus, suite, index and searches are made as the run makes them, as far as that needs no model. Where it does (vectors
of a remote embedder, of one that takes seconds to load, or very many of them), a hashing embedder searches in its place: which passages it finds
differs, how many prompts are alike hardly does. Answers that are not known yet are imitated by the built-in reader, to
see how many of them the judge's rules would be sure of.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ragtester.config import JudgeConfig
from ragtester.errors import MeasurementError
from ragtester.judge import BuiltinJudge
from ragtester.records import Answer, Test
from ragtester.runner.cells import Cell, question_of
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.grounding import make_grounder
from ragtester.runner.judging import make_run_judge
from ragtester.runner.plan.names import EMBEDDERS, model_spec
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.matrix import make_cells
from ragtester.runner.stages.suite import make_suite
from ragtester.runner.stored import StoredModel, reply_key
from ragtester.runner.traces import hydrate, referred
from ragtester.store import Store
from ragtester.systems.reference import Reader, ReferenceSystem

_TESTS = 300
"""Tests of a large suite that are counted; the rest is as they are."""
_NEW_TEXTS = 400
"""Texts that are embedded for an estimate by a model in this process that is quick to load; the run finds them stored."""
_IMITATED = 120
"""Answers that are imitated."""


@dataclass
class Counted:
    """Calls that a matrix misses."""

    prompts: dict[str, int]
    """Distinct prompts without a reply, by generator."""
    characters: dict[str, int]
    """Their characters."""
    verdicts: int = 0
    """Verdicts that a model has to give."""
    tests: int = 0
    exact: bool = True
    """Whether the searches are those of the run."""


async def count_missing(session: Session) -> Counted | None:
    """What the matrix of a session misses; None where corpus or suite need a model first."""
    instead: set[str] = set()
    while True:
        counting = Session(loaded=session.loaded, options=replace(session.options, budget_usd=0.0), store=session.store)
        bounded = _bounded(counting, instead)
        try:
            return await _counted(counting, exact=not instead)
        except MeasurementError:
            refused = {name for name in bounded if counting.components.embedder(name).refused}
            if not refused:
                return None  # a model has to write, rewrite or rerank before anything can be counted
            instead |= refused


def _bounded(session: Session, instead: set[str]) -> list[str]:
    """The dense embedders of the matrix that may embed only a few texts; the others are stood in for."""
    components = session.components
    named = [components.embedder_name(component) for component in session.loaded.config.matrix.embedders]
    bounded: list[str] = []
    for name in dict.fromkeys(name for name in named if name is not None):
        if name in instead:
            components.search_by_hashing(name)
            continue
        kind = next(iter(model_spec(session.loaded.config, name, kind="embedder", known=EMBEDDERS)))
        components.embedder(name).most_new = {"hashing": None, "use_multilingual": _NEW_TEXTS}.get(kind, 0)
        bounded.append(name)
    return bounded


async def _counted(session: Session, *, exact: bool) -> Counted:
    corpus = await make_corpus(session)
    tests = await make_suite(session, corpus)
    cells = await make_cells(session, corpus)
    chosen = tests[:: -(-len(tests) // _TESTS)]
    found = await _Count(session, cells, chosen).run()
    scale = len(tests) / len(chosen)
    return Counted(
        prompts={name: round(n * scale) for name, n in found.prompts.items()},
        characters={name: round(n * scale) for name, n in found.characters.items()},
        verdicts=round(found.verdicts * scale),
        tests=len(tests),
        exact=exact and len(chosen) == len(tests),
    )


class _Count:
    def __init__(self, session: Session, cells: Sequence[Cell], tests: Sequence[Test]) -> None:
        self._session = session
        self._store: Store = session.store
        self._tests = tests
        self._cells = [cell for cell in cells if isinstance(cell.system, ReferenceSystem)]
        self._judge = session.loaded.config.judge
        self._row_key = _row_keys(session)
        self._rules = BuiltinJudge()
        self._reader = Reader()
        self._seen: set[str] = set()
        self._found = Counted({}, {})
        self._judged: set[str] = set()
        self._unsure = self._imitated = self._unknown = 0

    async def run(self) -> Counted:
        samples = self._session.options.samples or self._session.loaded.config.matrix.samples
        for cell in self._cells:
            if cell.knowledge is not None and not cell.searches_itself:
                await cell.knowledge.prepare([question_of(test) for test in self._tests], k=cell.depth)
            for sample in range(samples):
                await self._cell(cell, sample)
        if uses_model(self._judge) and self._unknown:
            share = self._unsure / self._imitated if self._imitated else 1.0
            self._found.verdicts += round(share * self._unknown)
        return self._found

    async def _cell(self, cell: Cell, sample: int) -> None:
        rows = {test.id: self._row_key(cell, test, sample) for test in self._tests}
        answers = {test.id: cell.answer_key(test, sample) for test in self._tests}
        have = self._store.results([*rows.values(), *answers.values()])
        texts = self._store.passages(
            key for test in self._tests if answers[test.id] in have for key in referred(have[answers[test.id]])
        )
        for test in self._tests:
            if rows[test.id] in have:
                continue
            stored = have.get(answers[test.id])
            if stored is not None:
                await self._known(test, hydrate(stored, texts))
            else:
                await self._missing(cell, test, sample)

    async def _missing(self, cell: Cell, test: Test, sample: int) -> None:
        system = cell.system
        if not isinstance(system, ReferenceSystem):
            return
        question = question_of(test, sample=sample)
        context = (await system.retrieve(question)).context or ()
        request = system.request(question, context)
        generator = system.stages.generator
        key = reply_key(generator, request)
        if self._session.options.reuse and key in self._seen:
            return
        self._seen.add(key)
        self._unknown += 1
        if uses_model(self._judge) and self._imitated < _IMITATED and zlib.crc32(key.encode()) % 4 == 0:
            self._imitated += 1
            reply = await self._reader.ask(request)
            self._unsure += self._is_unsure(test, Answer(text=reply.text, context=tuple(context)))
        if not isinstance(generator, StoredModel):
            return
        known = self._store.replies([key]).get(key) if self._store.may_hold("reply", key) else None
        if known is not None:
            self._unknown -= 1
            await self._known(test, Answer(text=known.text, finish=known.finish, context=tuple(context)))
            return
        name = cell.spec.generator
        self._found.prompts[name] = self._found.prompts.get(name, 0) + 1
        size = sum(len(message.content) for message in request.messages)
        self._found.characters[name] = self._found.characters.get(name, 0) + size

    async def _known(self, test: Test, answer: Answer) -> None:
        """A case whose answer is there, and whose verdict is not."""
        name = f"{test.id} {answer.text}"
        if uses_model(self._judge) and name not in self._judged:
            self._judged.add(name)
            self._found.verdicts += self._is_unsure(test, answer)

    def _is_unsure(self, test: Test, answer: Answer) -> bool:
        verdict = self._rules.judge_now(test, answer)
        return verdict.status != "unmeasured" and (verdict.confidence or 0.0) < self._judge.sure_at


def uses_model(judge: JudgeConfig) -> bool:
    """Whether a judge asks a model at all."""
    return any(name != "builtin" for name in (judge.model, *judge.models))


def _row_keys(session: Session) -> Callable[[Cell, Test, int], str]:
    config = session.loaded.config
    return Evaluator(
        store=session.store,
        log=session.log,
        judge=make_run_judge(session.components, config.judge),
        grounder=make_grounder(session.components, config.grounding),
    ).row_key
