"""A judge whose verdicts also carry the snapshot metrics."""

from __future__ import annotations

from pathlib import Path

from ragtester.errors import MeasurementError
from ragtester.judge.builtin import cleaned
from ragtester.judge.rules import rules_version
from ragtester.judge.snapshot.llm import snapshot_by_model
from ragtester.judge.snapshot.result import METRICS, Snapshot
from ragtester.judge.snapshot.rules import snapshot
from ragtester.protocols import ChatModel, Judge
from ragtester.records import Answer, Test, Verdict, content_key

VERSION = "1"
"""Changes when a metric is computed otherwise."""


class SnapshotJudge:
    """Adds the four metrics to another judge's verdicts; they decide nothing.

    Args:
        judge: gives the verdict.
        model: measures by model; by rules without one.
        prompts: folder of the user's own templates.
    """

    uses_context = True

    def __init__(self, judge: Judge, *, model: ChatModel | None = None, prompts: Path | None = None) -> None:
        self._judge = judge
        self._model = model
        self._prompts = prompts
        by = f"{model.name} {model.version}" if model else f"rules {rules_version()}"
        self._version = content_key("snapshot", judge=judge.version, by=by, version=VERSION)[:12]

    @property
    def name(self) -> str:
        """The judge's name."""
        return self._judge.name

    @property
    def version(self) -> str:
        """Changes with the judge and with what the metrics are measured by."""
        return self._version

    async def judge(self, test: Test, answer: Answer) -> Verdict:
        """The verdict with `metrics` and `snapshot`; a metric that could not be measured is None, and its reason is kept."""
        verdict = await self._judge.judge(test, answer)
        if answer.context is None or verdict.status not in ("passed", "failed"):
            return verdict
        try:
            found = await self._measure(test, answer)
        except MeasurementError as error:
            empty: dict[str, float | None] = dict.fromkeys(METRICS)
            return verdict.model_copy(
                update={"metrics": {**verdict.metrics, **empty}, "snapshot": {"unmeasured": str(error)}}
            )
        return verdict.model_copy(update={"metrics": {**verdict.metrics, **found.scores}, "snapshot": found.to_json()})

    async def _measure(self, test: Test, answer: Answer) -> Snapshot:
        text, _ = cleaned(test, answer)
        contexts = [passage.text for passage in answer.context or ()]
        references = [test.expected_answer, *test.accepted_answers] if test.kind == "positive" else []
        if self._model is None:
            return snapshot(test.query, text, contexts, references)
        return await snapshot_by_model(test.query, text, contexts, references, model=self._model, prompts=self._prompts)
