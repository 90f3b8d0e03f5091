"""Cases of runs from before the database kept tests and whole rows: read from the run's results.jsonl, where it is there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ragtester.records import Answer, Test, Verdict
from ragtester.store import Found

_VERDICT = ("status", "scores", "confidence", "rationale", "judge", "failure")


def line_of(folder: Path, case: Found) -> Mapping[str, Any]:
    """The results line of a case; empty where the file or the line is gone, or is another case's."""
    try:
        with (folder / "results.jsonl").open("rb") as file:
            text = next(islice(file, case["position"], None), b"{}")
        line: dict[str, Any] = json.loads(text)
    except (OSError, ValueError):
        return {}
    same = all(line.get(name) == case[name] for name in ("system", "test", "sample"))
    return line if same else {}


def test_of(line: Mapping[str, Any]) -> Test | None:
    """The test that a line was made from, as far as the line tells it."""
    names = ("query", "kind", "type", "expected_answer", "evidence", "flesch")
    try:
        return Test.model_validate({"id": line["test"], **{name: line[name] for name in names if name in line}})
    except (KeyError, ValidationError):
        return None


def answer_of(line: Mapping[str, Any]) -> Answer | None:
    """The answer of a line with what was retrieved for it."""
    try:
        return Answer.model_validate(
            {
                "text": line["answer"], "context": line.get("retrieved"), "candidates": line.get("candidates"),
                "prompt": line.get("prompt"), "seconds": line.get("seconds") or 0.0,
            }
        )  # fmt: skip
    except (KeyError, ValidationError):
        return None


def verdict_of(line: Mapping[str, Any]) -> Verdict | None:
    """What the judge said of it."""
    try:
        return Verdict.model_validate({name: line[name] for name in _VERDICT if name in line}) if line else None
    except ValidationError:
        return None
