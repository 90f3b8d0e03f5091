"""One case from question to row: answered, judged, measured, diagnosed. The one place for a broad `except`."""

from __future__ import annotations

import asyncio

from ragtester.errors import MeasurementError, RagtesterError
from ragtester.protocols import Judge
from ragtester.records import Answer, Diagnosis, KeyMaker, Test, Verdict, content_key
from ragtester.runner.cells import Cell, question_of
from ragtester.runner.evidence import shown_measures
from ragtester.runner.grounding import Grounder, flagged_spans
from ragtester.runner.rows import Row, fill_verdict, row_for
from ragtester.runner.stored import touched_replies
from ragtester.runner.traces import dehydrate, hydrate, referred
from ragtester.runner.work import WorkLog
from ragtester.store import Payload, Store
from ragtester.systems.reference import diagnose

ROW_VERSION = "3"
"""Changes when rows are computed otherwise from the same answer and verdict."""
_RECENT = 4000


class Evaluator:
    """Turns cases into rows; answers, verdicts and rows are stored under their keys."""

    def __init__(self, *, store: Store, log: WorkLog, judge: Judge, grounder: Grounder | None = None) -> None:
        self._store = store
        self._log = log
        self._judge = judge
        self._grounder = grounder
        self._recent: dict[str, Verdict] = {}
        self._on_the_way: dict[str, asyncio.Future[Verdict]] = {}
        self._uses_context = bool(getattr(judge, "uses_context", True))
        self._row_keys = KeyMaker(
            "row",
            ("answer", "test"),
            version=ROW_VERSION,
            judge=judge.version,
            grounding=grounder.version if grounder else None,
        )

    def row_key(self, cell: Cell, test: Test, sample: int) -> str:
        """Content key of a case's row."""
        return self._row_keys.key(answer=cell.answer_key(test, sample), test=_judged(test))

    async def row(self, cell: Cell, test: Test, sample: int) -> tuple[Row, bool]:
        """The row of a case, and whether it is final (an unmeasured one is not stored as a result)."""
        row = row_for(test, system=cell.spec.id, sample=sample)
        try:
            if "ask" not in cell.system.capabilities:
                row.status = "not_applicable"
                return row, True
            row.answer_key = cell.answer_key(test, sample)
            answer = await self._answer(cell, test, sample, row.answer_key)
            self._measure(row, cell, test, answer)
            verdict = await self._verdict(test, answer, row)
            await self._ground(row, test, answer)
            diagnosis = await self._diagnosis(cell, test, answer, verdict)
            fill_verdict(row, verdict, diagnosis)
        except MeasurementError as error:
            row.status, row.reason, row.message = "unmeasured", error.reason, str(error)
        except RagtesterError:
            raise
        except Exception as error:  # noqa: BLE001  the worker boundary: a system's crash is its result
            row.status, row.reason = "unmeasured", "system_error"
            row.message = f"{type(error).__name__}: {error}"
        return row, row.status != "unmeasured"

    @staticmethod
    async def _diagnosis(cell: Cell, test: Test, answer: Answer, verdict: Verdict) -> Diagnosis | None:
        if verdict.status != "failed":
            return None
        return diagnose(test, answer, verdict, await cell.observed(test, answer))

    async def _answer(self, cell: Cell, test: Test, sample: int, key: str) -> Answer:
        stored = self._stored(key)
        if stored is not None:
            self._log.reused("generate")
            return hydrate(stored, self._store.passages(referred(stored)))
        try:
            answer = await cell.system.ask(question_of(test, sample=sample))
        except MeasurementError as error:
            if error.reason != "budget":
                self._log.failed("generate")
            raise
        except Exception:
            self._log.failed("generate")
            raise
        if answer.reused:
            self._log.reused("generate")
        else:
            self._log.done("generate")
        payload, texts = dehydrate(answer)
        self._store.put_passages(texts)
        self._store.put_results("generate", {key: payload})
        return answer

    def _measure(self, row: Row, cell: Cell, test: Test, answer: Answer) -> None:
        row.seconds = answer.seconds
        row.tokens = (answer.usage.prompt_tokens or 0) + (answer.usage.completion_tokens or 0) or None
        if answer.context is None:
            return
        if cell.evidence is not None:
            row.retrieval = cell.evidence.measures(test, answer.context)
        elif cell.spec.target is not None:
            row.retrieval = shown_measures(test, answer.context)

    async def _ground(self, row: Row, test: Test, answer: Answer) -> None:
        if self._grounder is None:
            return
        with touched_replies() as touched:
            try:
                grounding = await self._grounder.ground(test, answer)
            except MeasurementError as error:
                if error.reason == "unparseable":
                    self._store.forget(touched)
                raise
        if grounding is not None:
            row.grounding, row.grounding_spans = grounding.score, flagged_spans(grounding)

    async def _verdict(self, test: Test, answer: Answer, row: Row) -> Verdict:
        key = row.verdict_key = self._verdict_key(test, answer)
        waiting = self._on_the_way.get(key)
        found = self._recent.get(key) if waiting is None else await asyncio.shield(waiting)
        if found is not None:
            if found.status != "unmeasured":
                self._log.reused("judge")
            elif found.reason != "budget":
                self._log.failed("judge")
            return found
        stored = self._stored(key)
        if stored is not None:
            self._log.reused("judge")
            return self._remember(key, Verdict.model_validate(stored))
        on_the_way = self._on_the_way[key] = asyncio.get_running_loop().create_future()
        try:
            verdict = await self._judge_now(key, test, answer)
        except BaseException as error:
            # Whoever waits is told of a failure; where this worker was stopped, so are the others.
            if isinstance(error, Exception):
                on_the_way.set_exception(error)
                on_the_way.exception()
            else:
                on_the_way.cancel()
            raise
        finally:
            del self._on_the_way[key]
        on_the_way.set_result(verdict)
        return verdict

    async def _judge_now(self, key: str, test: Test, answer: Answer) -> Verdict:
        with touched_replies() as touched:
            verdict = await self._judge.judge(test, answer)
        if verdict.status == "unmeasured":
            if verdict.reason != "budget":
                self._log.failed("judge")
            if verdict.reason == "unparseable":
                self._store.forget(touched)
            return verdict
        self._log.done("judge")
        payload: Payload = verdict.model_dump(mode="json")
        self._store.put_results("judge", {key: payload})
        return self._remember(key, verdict)

    def _stored(self, key: str) -> Payload | None:
        return self._store.results([key]).get(key) if self._store.may_hold("result", key) else None

    def _remember(self, key: str, verdict: Verdict) -> Verdict:
        """Keeps the newest verdicts at hand: equal answers of several systems to one test come close together."""
        if len(self._recent) >= _RECENT:
            del self._recent[next(iter(self._recent))]
        self._recent[key] = verdict
        return verdict

    def _verdict_key(self, test: Test, answer: Answer) -> str:
        context = [passage.text for passage in answer.context or ()] if self._uses_context else None
        return content_key(
            "verdict",
            judge=self._judge.version,
            test=_judged(test),
            answer=answer.text,
            finish=answer.finish,
            context=context,
        )


_JUDGED = {
    "query",
    "kind",
    "type",
    "expected_answer",
    "accepted_answers",
    "answer_parts",
    "answer_kind",
    "counterfactuals",
    "evidence",
    "language",
}
_hashes: dict[str, tuple[Test, str]] = {}


def _judged(test: Test) -> str:
    """Hash of what a judge sees of a test; remembered, because every system asks for it."""
    known = _hashes.get(test.id)
    if known is None or known[0] is not test:
        known = (test, content_key("judged", test=test.model_dump(mode="json", include=_JUDGED)))
        _hashes[test.id] = known
    return known[1]
