"""From systems to views: every test is asked, checked and diagnosed; views are stored under their keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ragtester.protocols import Embedder
from ragtester.records import Answer, Chunk, Document, Test, content_key
from ragtester.runner.campaigns.faults.checks import CaseView, check_case, trace_hash
from ragtester.runner.campaigns.faults.plots import Plot, plot_cell
from ragtester.runner.cells import Cell
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.execute import Executor
from ragtester.runner.progress import Bar
from ragtester.runner.rows import Row
from ragtester.runner.session import Session
from ragtester.runner.traces import hydrate, referred
from ragtester.systems.reference import Observed, diagnose_trace, vectors_right

VIEW_VERSION = "3"
"""Changes when checks or diagnoses come out otherwise for the same answers."""

Views = Mapping[str, CaseView]
"""Views by test id."""


class Viewer:
    """Looks at systems with a suite.

    Args:
        session: the session.
        evaluator: judges the answers.
        tests: every test of the campaign.
        embedder: the healthy embedder, which vectors are compared with; None for a lexical pipeline.
        bar: told of every case.
    """

    def __init__(
        self, session: Session, evaluator: Evaluator, tests: Sequence[Test], *, embedder: Embedder | None, bar: Bar
    ) -> None:
        self._session = session
        self._evaluator = evaluator
        self._tests = list(tests)
        self._embedder = embedder
        self._bar = bar
        self._suite = content_key("tests", tests=[test.model_dump(mode="json") for test in tests])

    async def views(self, plot: Plot) -> Views | None:
        """The views of a system by test; None where the run was stopped before they were all there."""
        store = self._session.store
        cells = plot.system.version
        key = content_key("fault-views", version=VIEW_VERSION, system=cells, suite=self._suite, judge=self._judge())
        stored = store.results([key]).get(key)
        if stored is not None:
            self._session.log.reused("generate", len(self._tests))
            self._session.log.reused("judge", len(self._tests))
            self._bar.advance(len(self._tests))
            return {name: CaseView.model_validate(view) for name, view in stored.items()}
        cell = await plot_cell(self._session, plot, embedder=self._embedder)
        rows = await self._rows(cell)
        if any(row is None for row in rows):
            return None
        views = await self._looked(plot, cell, [row for row in rows if row is not None])
        if all(view.status != "unmeasured" for view in views.values()):
            store.put_results("case", {key: {name: view.model_dump(mode="json") for name, view in views.items()}})
        return views

    def _judge(self) -> str:
        return self._session.loaded.config.judge.model_dump_json()

    async def _rows(self, cell: Cell) -> list[Row | None]:
        session = self._session
        executor = Executor(
            store=session.store,
            log=session.log,
            evaluator=self._evaluator,
            stop=session.stop,
            retry_errors=session.options.retry_errors,
        )
        return await executor.run([cell], self._tests, samples=1, bar=self._bar, on_rows=lambda _made: None)

    async def _looked(self, plot: Plot, cell: Cell, rows: Sequence[Row]) -> dict[str, CaseView]:
        store = self._session.store
        stored = store.results(row.answer_key for row in rows if row.answer_key)
        texts = store.passages(key for payload in stored.values() for key in referred(payload))
        answers = {key: hydrate(payload, texts) for key, payload in stored.items()}
        knowledge = plot.system.knowledge
        observed = Observed(
            given=knowledge.given,
            documents=knowledge.documents,
            chunks=knowledge.chunks,
            indexed=knowledge.indexed,
            embedded_right=await self._vectors(plot),
        )
        given = {document.id: document for document in knowledge.given}
        return {
            test.id: _view(test, row, answers.get(row.answer_key), cell, observed, given)
            for test, row in zip(self._tests, rows, strict=True)
        }

    async def _vectors(self, plot: Plot) -> Callable[[Chunk], bool] | None:
        knowledge = plot.system.knowledge
        vectors = getattr(await knowledge.build(), "vectors", None)
        if vectors is None or self._embedder is None:
            return None
        return await vectors_right(knowledge.indexed, vectors, self._embedder)


def _view(
    test: Test, row: Row, answer: Answer | None, cell: Cell, observed: Observed, given: Mapping[str, Document]
) -> CaseView:
    if answer is None or cell.evidence is None:
        return CaseView(checks={}, status="unmeasured", trace=f"unmeasured: {row.reason}")
    checks = check_case(test, answer, row, evidence=cell.evidence, given=given)
    stage, trail = row.stage, tuple(row.trail)
    if checks["verdict"] is not False and False in checks.values():
        diagnosis = diagnose_trace(test, answer, observed)
        stage, trail = diagnosis.stage, diagnosis.trail
    return CaseView(
        checks=checks,
        status=row.status,
        trace=trace_hash(answer),
        stage=stage,
        trail=trail,
        answer=answer.text,
    )
