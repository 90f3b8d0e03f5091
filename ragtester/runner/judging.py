"""The judge of a run, and what is known of its agreement with people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ragtester.config import JudgeConfig
from ragtester.errors import InputError
from ragtester.judge import Calibration, Label, calibrate, make_judge, read_labels
from ragtester.protocols import ChatModel, Judge
from ragtester.records import JsonValue, content_key
from ragtester.runner.plan.components import Components
from ragtester.runner.session import Session
from ragtester.stats import CorrectedRate
from ragtester.store import Store, newest_results

KIND = "calibration"
"""Kind of the results under which calibrations are stored."""


def make_run_judge(components: Components, section: JudgeConfig) -> Judge:
    """The judge that a configuration's `judge` section describes, its models stored and limited."""
    named: dict[str, ChatModel] = {
        name: components.model(name, what="judge")
        for name in dict.fromkeys([section.model, *section.models])
        if name != "builtin"
    }
    return make_judge(judge_spec(section), models=named, prompts=components.prompts)


def judge_spec(section: JudgeConfig) -> dict[str, JsonValue]:
    """The section as `make_judge` reads it."""
    spec: dict[str, JsonValue] = section.model_dump(mode="json", exclude={"calibration"})
    return spec


async def calibrate_stored(labels: Sequence[Label], judge: Judge, store: Store, *, seed: int = 0) -> Calibration:
    """The calibration of a judge on labels; what was measured before is taken from the store."""
    key = calibration_key(labels, judge)
    stored = store.results([key]).get(key)
    if stored is not None:
        return Calibration.model_validate(stored)
    found = await calibrate(labels, judge, seed=seed)
    if not found.unmeasured:
        payload: dict[str, JsonValue] = found.model_dump(mode="json")
        store.put_results(KIND, {key: payload})
    return found


def calibration_key(labels: Sequence[Label], judge: Judge) -> str:
    """Content key of a calibration."""
    return content_key(KIND, judge=judge.version, labels=[label.model_dump(mode="json") for label in labels])


async def run_calibration(session: Session, judge: Judge) -> Calibration | None:
    """What `judge.calibration` names: people's labels (JSON lines) or the result of `ragtester calibrate --json`.

    Without a file the newest calibration that was stored for exactly this judge is taken; None where there is none.

    Raises:
        InputError: the file is neither.
    """
    named = session.loaded.config.judge.calibration
    if named is None:
        return newest_calibration(session.store, judge)
    file = session.loaded.path(named)
    return (
        read_calibration(file)
        if file.suffix == ".json"
        else await calibrate_stored(read_labels(file), judge, session.store)
    )


def newest_calibration(store: Store, judge: Judge) -> Calibration | None:
    """The newest stored calibration of exactly this judge."""
    return next((found for found in _stored(store) if found.judge == f"{judge.name} {judge.version}"), None)


def read_calibration(file: Path) -> Calibration:
    """A calibration as `ragtester calibrate --json` printed it.

    Raises:
        InputError: it is none.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        known = {name: data[name] for name in Calibration.model_fields if name in data}
        return Calibration.model_validate(known)
    except (OSError, ValueError, TypeError, KeyError) as error:
        what = "misses figures" if isinstance(error, ValidationError) else str(error)
        raise InputError(
            f"no calibration ({what}); write one with: ragtester calibrate LABELS --json > {file.name}", file=file
        ) from error


def _stored(store: Store) -> list[Calibration]:
    found = []
    for payload in newest_results(store, KIND):
        try:
            found.append(Calibration.model_validate(payload))
        except ValidationError:
            continue  # written by a version with other figures
    return found


def judge_summary(judge: Judge, calibration: Calibration | None) -> dict[str, Any]:
    """The `judge` entry of summary.json: who judged, and how well it agrees with people."""
    signed = f"{judge.name} {judge.version}"
    if calibration is None:
        return {"name": signed, "accuracy": None, "n": 0, "kappa": None}
    interval = calibration.intervals.get("accuracy")
    return {
        "name": signed,
        "accuracy": calibration.accuracy,
        "n": calibration.n,
        "kappa": calibration.kappa,
        "interval": [interval.low, interval.high] if interval else None,
        "precision": calibration.precision,
        "recall": calibration.recall,
        "unmeasured": calibration.unmeasured,
        "calibrated": calibration.judge,
        "same_version": calibration.judge == signed,
    }


def corrected_rate(system: Mapping[str, Any], calibration: Calibration | None) -> dict[str, Any] | None:
    """A system's pass rate as people would have judged, from the judge's errors on the labels (Rogan and Gladen)."""
    measured = int(system["passed"]) + int(system["failed"])
    if calibration is None or not measured:
        return None
    found: CorrectedRate | None = calibration.corrected(int(system["passed"]), measured)
    if found is None:
        return None
    return {
        "value": found.value,
        "interval": [found.interval.low, found.interval.high],
        "n": found.n,
        "labels": found.labels,
        "method": found.method,
    }
