"""Dimensions of the user's own: a name and a rubric, scored 1 to 5 by a model on every answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ragtester.errors import MeasurementError
from ragtester.judge.builtin import cleaned, failure_of
from ragtester.judge.dimensions import Thresholds
from ragtester.judge.quoting import SCORE, object_schema, quoted, reference_of, text_schema
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel, Judge
from ragtester.records import Answer, Request, Test, Verdict, content_key
from ragtester.structured import ask_json

_TOKENS = 120


class CustomDimensions:
    """Adds the scores of own dimensions to another judge's verdicts, and fails what falls below their thresholds.

    Args:
        judge: the judge of the four dimensions.
        model: scores the own ones.
        dimensions: rubric by name.
        thresholds: the lowest scores that pass; a dimension without one decides nothing.
        prompts: folder of the user's own templates.
    """

    def __init__(
        self,
        judge: Judge,
        *,
        model: ChatModel,
        dimensions: Mapping[str, str],
        thresholds: Thresholds | None = None,
        prompts: Path | None = None,
    ) -> None:
        self._judge = judge
        self._model = model
        self._dimensions = dict(dimensions)
        self._thresholds = Thresholds(
            {name: lowest for name, lowest in (thresholds or Thresholds()).lowest.items() if name in dimensions}
        )
        self._prompt = load_prompt("judge/dimensions", folder=prompts)
        self.uses_context = bool(getattr(judge, "uses_context", True))
        self._version = content_key(
            "custom dimensions",
            judge=judge.version,
            model=f"{model.name} {model.version}",
            dimensions=self._dimensions,
            lowest=dict(self._thresholds.lowest),
            prompt=self._prompt.hash,
        )[:12]

    @property
    def name(self) -> str:
        """The judge's name."""
        return self._judge.name

    @property
    def version(self) -> str:
        """Changes with the judge, the rubrics and the model."""
        return self._version

    async def judge(self, test: Test, answer: Answer) -> Verdict:
        """The judge's verdict with the further scores; `unmeasured` where these were not to be had."""
        verdict = await self._judge.judge(test, answer)
        text, _ = cleaned(test, answer)
        if verdict.status not in ("passed", "failed") or not text.strip():
            return verdict
        try:
            data = await ask_json(self._model, self._request(test, text))
        except MeasurementError as error:
            return verdict.model_copy(
                update={
                    "status": "unmeasured",
                    "reason": error.reason,
                    "failure": None,
                    "rationale": str(error),
                    "confidence": None,
                }
            )
        found: dict[str, float] = {}
        reasons: list[str] = []
        for name in self._dimensions:
            given = data[name]
            if isinstance(given, Mapping):
                found[name] = float(str(given["score"]))
                reasons.append(f"{name} {found[name]:g}: {given['reason']}")
        failing = self._thresholds.failing(found)
        scores = {**verdict.scores, **found}
        update: dict[str, object] = {"scores": scores, "rationale": "; ".join([verdict.rationale, *reasons])}
        if failing and verdict.status == "passed":
            update |= {"status": "failed", "failure": failure_of(failing, scores)}
        return verdict.model_copy(update=update)

    def _request(self, test: Test, text: str) -> Request:
        rubric = "\n".join(f"{name}: {text}" for name, text in self._dimensions.items())
        one = object_schema({"reason": text_schema(200), "score": SCORE})
        return Request(
            messages=self._prompt.messages(
                rubric=rubric, question=test.query, reference=reference_of(test), answer=quoted(text)
            ),
            schema_=object_schema(dict.fromkeys(self._dimensions, one)),
            max_tokens=60 + _TOKENS * len(self._dimensions),
            prompt_hash=self._prompt.hash,
            question=test.query,
        )
