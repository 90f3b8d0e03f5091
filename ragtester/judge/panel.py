"""The models that are asked, each as often as it is worth it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ragtester.errors import MeasurementError, PromptError, UsageError
from ragtester.judge.dimensions import RUBRICS, Thresholds
from ragtester.judge.quoting import SCORE, evidence_of, object_schema, quoted, reference_of, text_schema
from ragtester.judge.votes import Vote
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import DIMENSIONS, JsonValue, Request, Test
from ragtester.structured import ask_json

_TEMPERATURE = 0.7
"""Of repeats, so that they are draws of the judge and not one draw copied."""
_VARIABLES = frozenset(("rubric", "question", "reference", "evidence", "answer"))
_SCHEMA = object_schema({"claim": text_schema(300), "comparison": text_schema(300), **dict.fromkeys(DIMENSIONS, SCORE)})


class Panel:
    """One judging model or several, asked about one answer at a time.

    Args:
        models: the members.
        repeats: how often a member that samples is asked; a deterministic one is asked once.
        prompt: name of the template.
        prompts: folder of the user's own templates.
        thresholds: the scores that pass.

    Raises:
        UsageError: there is no member.
        PromptError: there is no such template, or it does not use the five variables.
    """

    def __init__(
        self,
        models: Sequence[ChatModel],
        *,
        repeats: int = 1,
        prompt: str = "judge/verdict",
        prompts: Path | None = None,
        thresholds: Thresholds | None = None,
    ) -> None:
        if not models:
            raise UsageError("a panel of judges has no model; give at least one")
        self._models = tuple(models)
        self._repeats = repeats
        self._prompt = load_prompt(prompt, folder=prompts)
        if self._prompt.variables != _VARIABLES:
            raise PromptError(
                f"the template {prompt} must use exactly ${', $'.join(sorted(_VARIABLES))}; "
                f"it uses {', '.join(sorted(self._prompt.variables)) or 'none'}"
            )
        self._thresholds = thresholds or Thresholds()

    @property
    def name(self) -> str:
        """The members' names."""
        return "+".join(model.name for model in self._models)

    @property
    def identity(self) -> dict[str, JsonValue]:
        """What a verdict depends on."""
        return {
            "models": [f"{model.name} {model.version}" for model in self._models],
            "repeats": self._repeats,
            "prompt": self._prompt.hash,
        }

    async def votes(self, test: Test, text: str) -> list[Vote | MeasurementError]:
        """Every member's votes, failures in their places."""
        asked = [(model, sample) for model in self._models for sample in range(self._repeats if model.samples else 1)]
        return list(await asyncio.gather(*(self._vote(model, test, text, sample) for model, sample in asked)))

    async def _vote(self, model: ChatModel, test: Test, text: str, sample: int) -> Vote | MeasurementError:
        try:
            data = await ask_json(model, self.request(test, text, sample=sample))
        except MeasurementError as error:
            return error
        scores: dict[str, float] = {name: float(str(data[name])) for name in DIMENSIONS}
        status: Literal["passed", "failed"] = "failed" if self._thresholds.failing(scores) else "passed"
        return Vote(
            model=model.name,
            status=status,
            scores=scores,
            claim=str(data["claim"]).strip(),
            comparison=str(data["comparison"]).strip(),
        )

    def request(self, test: Test, text: str, *, sample: int = 0) -> Request:
        """What a member is asked: rubric first, case last, the answer quoted."""
        return Request(
            messages=self._prompt.messages(
                rubric=rubric_text(),
                question=test.query,
                reference=reference_of(test),
                evidence=evidence_of(test),
                answer=quoted(text),
            ),
            schema_=_SCHEMA,
            max_tokens=400,
            temperature=_TEMPERATURE if self._repeats > 1 else 0.0,
            sample=sample,
            prompt_hash=self._prompt.hash,
            question=test.query,
        )


@lru_cache(maxsize=1)
def rubric_text() -> str:
    """The four dimensions with what each score means."""
    return "\n".join(
        f"{rubric.name}: {rubric.asks}\n"
        + "\n".join(f"  {score} = {anchor}" for score, anchor in enumerate(rubric.anchors, start=1))
        for rubric in RUBRICS.values()
    )
