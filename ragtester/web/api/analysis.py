"""Compare, gate, ground and judge."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query
from pydantic import Field

from ragtester.api import ground_answer, judge_answer
from ragtester.records import Test
from ragtester.retrieval import gate_files
from ragtester.web.api.shapes import ERRORS, Taken
from ragtester.web.security import Reader
from ragtester.web.service import Shared
from ragtester.web.views.comparison import comparison_of

router = APIRouter(tags=["analysis"], responses=ERRORS)
_Run = Annotated[str, Query(max_length=80)]
Text = Annotated[str, Field(max_length=20_000)]


class GateBody(Taken):
    """Contract and two captures, as in the files of `ragtester gate`."""

    contract: dict[str, Any]
    base: dict[str, Any]
    candidate: dict[str, Any]
    declared_change: list[Annotated[str, Field(max_length=200)]] = Field([], max_length=50)


class GroundBody(Taken):
    """An answer and what it should be supported by."""

    answer: Text
    contexts: list[Text] = Field(max_length=50)
    question: str = Field("", max_length=2000)
    tau: float = Field(0.5, gt=0, le=1)


class JudgeBody(Taken):
    """A question with its expected answer, and an answer."""

    question: str = Field(min_length=1, max_length=2000)
    expected_answer: str = Field(min_length=1, max_length=4000)
    accepted_answers: list[Annotated[str, Field(max_length=4000)]] = Field([], max_length=50)
    negative: bool = Field(False, description="The right answer is to abstain.")
    answer: Text


@router.get("/compare", summary="Two runs, measure by measure")
def compare(base: _Run, candidate: _Run, service: Shared, _: Reader) -> dict[str, Any]:
    """Differences with intervals and adjusted p; the tests that newly fail and newly pass."""
    found = comparison_of(service, base, candidate)
    if found is None:
        raise HTTPException(404, "there is no such run")
    return dict(found.report.to_json())


@router.post("/gate", summary="The retrieval regression gate")
def gate(body: GateBody, _: Reader) -> dict[str, Any]:
    """PASS, FAIL or INVALID with what was found; see `ragtester gate`."""
    with tempfile.TemporaryDirectory(prefix="ragtester-") as folder:
        files = {name: Path(folder) / f"{name}.json" for name in ("contract", "base", "candidate")}
        for name, file in files.items():
            file.write_text(json.dumps(getattr(body, name)), encoding="utf-8")
        report = gate_files(
            files["contract"], files["base"], files["candidate"], report=Path(folder) / "report.json",
            declared_change=body.declared_change,
        )  # fmt: skip
        found = report.to_json()
    return json.loads(json.dumps(found).replace(folder + "/", ""))  # type: ignore[no-any-return]


@router.post("/ground", summary="Which statements of an answer are not supported")
def ground(body: GroundBody, _: Reader) -> dict[str, Any]:
    """The built-in verifier's findings, as `ragtester ground` prints them."""
    return dict(ground_answer(body.answer, body.contexts, question=body.question, tau=body.tau).to_json())


@router.post("/judge", summary="The built-in judge's verdict on an answer")
def judge(body: JudgeBody, _: Reader) -> dict[str, Any]:
    """Status, scores and reasons."""
    test = Test(
        id="given", query=body.question, kind="negative" if body.negative else "positive",
        type="withheld_fact" if body.negative else "natural_language", expected_answer=body.expected_answer,
        accepted_answers=tuple(body.accepted_answers),
    )  # fmt: skip
    return judge_answer(test, body.answer).model_dump(mode="json")
