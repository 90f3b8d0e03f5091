"""Making a judge from its entry in a configuration."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ragtester.errors import ConfigError, UnknownNameError
from ragtester.judge.builtin import BuiltinJudge
from ragtester.judge.custom import CustomDimensions
from ragtester.judge.dimensions import RUBRICS, Thresholds
from ragtester.judge.llm_judge import SURE_AT, LlmJudge
from ragtester.judge.panel import Panel
from ragtester.judge.snapshot import SnapshotJudge
from ragtester.protocols import ChatModel, Judge
from ragtester.records import JsonValue

_KEYS = (
    "model", "models", "thresholds", "repeats", "sure_at", "dimensions", "prompt", "snapshot_metrics", "calibration"
)  # fmt: skip


def make_judge(
    spec: Mapping[str, JsonValue],
    *,
    models: Mapping[str, ChatModel] | None = None,
    prompts: Path | None = None,
) -> Judge:
    """The judge of a configuration's `judge` entry, such as `{model: gpt, sure_at: 0.7, thresholds: {factuality: 4}}`.

    Args:
        spec: the entry; without `model` the built-in judge is made.
        models: the chat models that the configuration names.
        prompts: folder of the user's own prompt templates.

    Raises:
        ConfigError: the entry has an unknown key or a value that is none.
        UnknownNameError: a judge's model is not known.
        PromptError: the prompt template is missing, or uses other variables.
    """
    for key in spec:
        if key not in _KEYS:
            raise ConfigError(f"unknown key {key!r}; the keys are {', '.join(_KEYS)}", place=f"judge.{key}")
    thresholds = Thresholds.read(_mapping(spec.get("thresholds"), "thresholds"))
    panel = _members(spec, models or {})
    judge: Judge = BuiltinJudge(thresholds=thresholds)
    if panel:
        asked = Panel(
            panel,
            repeats=int(_number(spec, "repeats", 1, low=1, high=25)),
            prompt=str(spec.get("prompt") or "judge/verdict"),
            prompts=prompts,
            thresholds=Thresholds({name: low for name, low in thresholds.lowest.items() if name in RUBRICS}),
        )
        judge = LlmJudge(asked, thresholds=thresholds, sure_at=_number(spec, "sure_at", SURE_AT, low=0, high=1))
    dimensions = _mapping(spec.get("dimensions"), "dimensions") or {}
    if dimensions:
        judge = _with_dimensions(judge, dimensions, panel, thresholds, prompts)
    if spec.get("snapshot_metrics"):
        judge = SnapshotJudge(judge, model=panel[0] if panel else None, prompts=prompts)
    return judge


def _members(spec: Mapping[str, JsonValue], models: Mapping[str, ChatModel]) -> list[ChatModel]:
    several = spec.get("models") or []
    if not isinstance(several, list):
        raise ConfigError(f"{several!r} is no list of model names", place="judge.models")
    names = dict.fromkeys(str(name) for name in [spec.get("model") or "builtin", *several])
    found: list[ChatModel] = []
    for name in names:
        if name == "builtin":
            continue
        if name not in models:
            raise UnknownNameError("judge", name, ["builtin", *models])
        found.append(models[name])
    return found


def _with_dimensions(
    judge: Judge,
    dimensions: Mapping[str, JsonValue],
    panel: list[ChatModel],
    thresholds: Thresholds,
    prompts: Path | None,
) -> Judge:
    for name, rubric in dimensions.items():
        if name in RUBRICS:
            raise ConfigError(
                f"{name} is one of the four dimensions; take another name", place=f"judge.dimensions.{name}"
            )
        if not isinstance(rubric, str) or not rubric.strip():
            raise ConfigError(
                f"{rubric!r} is no rubric; write what scores 1 and what scores 5", place=f"judge.dimensions.{name}"
            )
    if not panel:
        raise ConfigError(
            f"{', '.join(dimensions)} can only be scored by a model; name one as judge.model", place="judge.dimensions"
        )
    return CustomDimensions(
        judge,
        model=panel[0],
        dimensions={name: str(rubric) for name, rubric in dimensions.items()},
        thresholds=thresholds,
        prompts=prompts,
    )


def _mapping(given: JsonValue, name: str) -> Mapping[str, JsonValue] | None:
    if given is not None and not isinstance(given, Mapping):
        what = "dimensions to scores" if name == "thresholds" else "names to rubrics"
        raise ConfigError(f"{given!r} is no mapping of {what}", place=f"judge.{name}")
    return given


def _number(spec: Mapping[str, JsonValue], name: str, default: float, *, low: float, high: float) -> float:
    value = spec.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ConfigError(f"{value!r} must be a number from {low:g} to {high:g}", place=f"judge.{name}")
    return float(value)
