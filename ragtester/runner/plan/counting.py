"""Counting the calls that are missing, without sending one: cases are run with imitations in the place of models.

Corpus, suite, index and searches are made as the run makes them, as far as that needs no model. Where it does (vectors
of a remote embedder, of one that takes seconds to load, or very many of them), a hashing embedder searches in its place: which passages it finds
differs, how many prompts are alike hardly does. Answers that are not known yet are those of the built-in reader, external systems among them; the judge
of the run judges them, by its rules where these are sure of them, and else asks an imitation. What a real model answers,
and how often the rules are sure of that, nobody knows beforehand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, TypeAlias

from ragtester.config import LoadedConfig
from ragtester.errors import MeasurementError
from ragtester.records import Answer, Question, Request, Test
from ragtester.runner.cells import Cell, question_of
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.grounding import make_grounder
from ragtester.runner.judging import make_run_judge
from ragtester.runner.plan.authoring import Authoring, forecast_authoring
from ragtester.runner.plan.campaign_progress import CampaignProgress, campaign_progress
from ragtester.runner.plan.imitation import Calls, Imitation
from ragtester.runner.plan.names import EMBEDDERS, model_spec
from ragtester.runner.session import Session
from ragtester.runner.stages.corpus import make_corpus
from ragtester.runner.stages.matrix import make_cells
from ragtester.runner.stages.suite import make_suite, previous_tests
from ragtester.runner.stored.authors import known_steps
from ragtester.runner.traces import hydrate, referred
from ragtester.suite import Foreseen, Rates
from ragtester.systems.reference import Reader, ReferenceSystem

_TESTS = 300
"""Tests of a large suite that are counted; the rest is as they are."""
_NEW_TEXTS = 400
"""Texts that are embedded for an estimate by a model in this process that is quick to load; the run finds them stored."""
_JUDGED = 480
"""Cases that are judged; the rest is as they are."""


Basis: TypeAlias = Literal["counted", "sampled", "assumed", "bound"]
"""Whether every call was seen to be missing; some were guessed; documents or tests were too; or none was looked at, so that
there are as many as there are cases."""


@dataclass
class Counted:
    """Calls that a matrix misses."""

    calls: dict[tuple[str, str], Calls] = field(default_factory=dict)
    """By stage and model."""
    tests: int = 0
    basis: Basis = "counted"
    authoring: Authoring | None = None
    """Where a model has yet to write the tests."""
    campaign: CampaignProgress | None = None
    """What is left of the metamorphic campaign; None where there is none, or nothing of it can be there."""
    unsure: float = 1.0
    """Calls of the judge for one case that was judged here."""


async def count_missing(session: Session, *, written: bool = False) -> Counted | None:
    """What a run of the session misses; None where that cannot be told.

    Args:
        session: with the configuration.
        written: whether models have yet to write the documents or the tests. Then they are imitated too: documents state
            their facts, tests are counted as the author may be expected to write them, and answered are those of
            the built-in author, in a folder that is thrown away.
    """
    with TemporaryDirectory() as folder:
        instead: set[str] = set()
        while True:
            counting = _alike(
                session,
                loaded=_by_builtin(session.loaded) if written else session.loaded,
                output=Path(folder) if written else session.options.output,
            )
            bounded = _bounded(counting, instead)
            try:
                return await _counted(counting, exact=not instead, planned=session if written else None)
            except MeasurementError:
                refused = {name for name in bounded if counting.components.embedder(name).refused}
                if not refused:
                    return None  # what is stored cannot be used, and the run asks a model first
                instead |= refused


def _alike(session: Session, *, loaded: LoadedConfig, output: Path) -> Session:
    options = replace(session.options, budget_usd=0.0, output=output)
    return Session(loaded=loaded, options=options, store=session.store)


def _by_builtin(loaded: LoadedConfig) -> LoadedConfig:
    """The configuration with its tests written by the built-in author."""
    suite = loaded.config.suite
    if suite.author == "builtin":
        return loaded
    suite = suite.model_copy(update={"author": "builtin", "closed_book": None})
    return loaded.model_copy(update={"config": loaded.config.model_copy(update={"suite": suite})})


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


async def _counted(session: Session, *, exact: bool, planned: Session | None) -> Counted:
    """`planned` is the run's own session, where models have yet to write documents or tests."""
    written = planned is not None
    imitations = session.components.imitate() if written else {}
    if written:
        _omitting(session)
    corpus = await make_corpus(session)
    authoring: Authoring | None = None
    suite = planned.loaded.config.suite if planned is not None else None
    if planned is not None and suite is not None and suite.file is None and suite.author != "builtin":
        previous = previous_tests(planned, corpus, suite)
        authoring = await forecast_authoring(session, corpus, suite, previous=previous)
    tests = await make_suite(session, corpus)
    imitations = imitations or session.components.imitate()
    cells = await make_cells(session, corpus)
    chosen = tests[:: -(-len(tests) // _TESTS)]
    count = _Count(session, cells, imitations)
    judged = await count.run(chosen)
    exact = exact and len(chosen) == len(tests) and not count.guessed
    basis: Basis = "assumed" if written else "counted" if exact else "sampled"
    expected = len(tests) if authoring is None else min(len(tests), authoring.tests)
    found = Counted(tests=expected, basis=basis, authoring=authoring)
    if authoring is not None:
        found.calls["suite", suite.author if suite else ""] = authoring.calls
        if suite is not None and suite.closed_book is not None:
            found.calls.setdefault(("suite", suite.closed_book), Calls()).add(authoring.closed_book, times=1)
    share = {"matrix": len(chosen), "judge": judged or 1, "grounding": judged or 1}
    for (use, name), imitation in imitations.items():
        stage = _STAGES.get(use, "matrix")
        times = expected / share[stage] if stage in share else 1.0
        found.calls.setdefault((stage, name), Calls()).add(imitation.counted, times=times)
    name = session.loaded.config.judge.model
    if count.cases_judged and ("judge", name) in imitations:
        found.unsure = imitations["judge", name].counted.calls / count.cases_judged
    if not written and session.loaded.config.metamorphic is not None:
        found.campaign = await campaign_progress(session, corpus, tests, evaluator=count.evaluator)
    return found


def _omitting(session: Session) -> None:
    """An imitated author of documents leaves facts out as often as it is known to, and is asked for them once more."""
    corpus = session.loaded.config.corpus
    if corpus.all_blueprints and corpus.author != "builtin":
        author = session.components.model(corpus.author, what="author")
        if isinstance(author, Imitation):
            foreseen = Foreseen(Rates(known_steps(session.store, author)))
            author.omits = lambda: foreseen.draw("section_repaired")


_STAGES = {"author": "corpus", "closed-book model": "suite", "judge": "judge", "verifier": "grounding"}
"""By what a model is used as."""


class _Count:
    """Runs the cases of a matrix that have no row, with models that are imitated."""

    def __init__(
        self, session: Session, cells: Sequence[Cell], imitations: Mapping[tuple[str, str], Imitation]
    ) -> None:
        config = session.loaded.config
        self._session = session
        self._store = session.store
        self._cells = [cell for cell in cells if "ask" in cell.system.capabilities]
        self._reader = Reader()
        self._judge = make_run_judge(session.components, config.judge)
        self._grounder = make_grounder(session.components, config.grounding)
        self.evaluator = Evaluator(store=session.store, log=session.log, judge=self._judge, grounder=self._grounder)
        self._asks = any(use in ("judge", "verifier") for use, _ in imitations)
        self.guessed = False
        """Whether anything was asked about answers that are imitated."""
        self.cases_judged = 0

    async def run(self, tests: Sequence[Test]) -> int:
        """Counts; returns how many of the tests were judged."""
        samples = self._session.options.samples or self._session.loaded.config.matrix.samples
        cases = len(tests) * len(self._cells) * samples
        judged = {test.id for test in tests[:: max(1, -(-cases // _JUDGED))]} if self._asks else set()
        for cell in self._cells:
            if cell.knowledge is not None and not cell.searches_itself:
                await cell.knowledge.prepare([question_of(test) for test in tests], k=cell.depth)
            for sample in range(samples):
                await self._cell(cell, tests, sample, judged)
        return len(judged)

    async def _cell(self, cell: Cell, tests: Sequence[Test], sample: int, judged: set[str]) -> None:
        rows = {test.id: self.evaluator.row_key(cell, test, sample) for test in tests}
        answers = {test.id: cell.answer_key(test, sample) for test in tests}
        have = self._store.results([*rows.values(), *answers.values()])
        texts = self._store.passages(
            key for test in tests if answers[test.id] in have for key in referred(have[answers[test.id]])
        )
        for test in tests:
            if rows[test.id] in have:
                continue
            stored = have.get(answers[test.id])
            if stored is not None:
                answer = hydrate(stored, texts) if test.id in judged else None
            else:
                answer = await self._answer(cell, test, sample, whole=test.id in judged)
            if answer is not None:
                await self._judged(test, answer)

    async def _answer(self, cell: Cell, test: Test, sample: int, *, whole: bool) -> Answer | None:
        """The answer where it is to be judged."""
        system = cell.system
        question = question_of(test, sample=sample)
        if not isinstance(system, ReferenceSystem):
            self.guessed |= whole
            return await self._read(cell.spec.id, test, question) if whole else None
        generator = system.stages.generator
        if whole:
            before = generator.guessed if isinstance(generator, Imitation) else 0
            answer = await system.ask(question)
            self.guessed |= isinstance(generator, Imitation) and generator.guessed > before
            return answer
        if isinstance(generator, Imitation):
            generator.count(system.request(question, (await system.retrieve(question)).context or ()))
        return None

    async def _read(self, name: str, test: Test, question: Question) -> Answer:
        """What an external system might say that finds the evidence: as the built-in reader, but in words of its own."""
        passages = tuple(f"{span.before}{span.quote}{span.after}" for span in test.evidence)
        asked = Request(messages=(), question=question.text, passages=passages)
        return Answer(text=f"Answer of {name}: {(await self._reader.ask(asked)).text}")

    async def _judged(self, test: Test, answer: Answer) -> None:
        self.cases_judged += 1
        try:
            await self._judge.judge(test, answer)
            if self._grounder is not None:
                await self._grounder.ground(test, answer)
        except MeasurementError:
            return  # a stored reply that cannot be used: the run asks again, which nobody can foresee
