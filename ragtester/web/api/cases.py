"""Cases of a run, and what people say of them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query

from ragtester.web.api.runs import run_or_404
from ragtester.web.api.shapes import (
    ERRORS,
    After,
    CaseDetail,
    CasePage,
    CaseShape,
    Done,
    LabelBody,
    LabelShape,
    Limit,
    Name,
    Position,
    Words,
)
from ragtester.web.security import Reader, Runner
from ragtester.web.service import Shared
from ragtester.web.views.evidence import evidence_of

router = APIRouter(tags=["cases"], responses=ERRORS)
_Value = Annotated[str | None, Query(max_length=200)]
Kind = Literal["test", "verdict", "mutant"]


@router.get("/runs/{run}/cases", summary="Cases with filters, by pages")
def cases(
    run: Name,
    service: Shared,
    _: Reader,
    system: _Value = None,
    test: _Value = None,
    status: _Value = None,
    kind: _Value = None,
    type: _Value = None,  # noqa: A002  the column's name
    stage: _Value = None,
    failure: _Value = None,
    reason: _Value = None,
    words: Words = "",
    after: After = -1,
    limit: Limit = 50,
) -> CasePage:
    """Cases in the order of the run; a page costs the same wherever it is."""
    if service.store.run(run) is None:
        raise HTTPException(404, f"there is no run {run}")
    given = {"system": system, "test": test, "status": status, "kind": kind, "type": type, "stage": stage,
             "failure": failure, "reason": reason}  # fmt: skip
    equal = {name: value for name, value in given.items() if value is not None}
    found = service.browse.cases(run, equal=equal, words=words, after=after, limit=limit + 1)
    page = [CaseShape.model_validate(case) for case in found[:limit]]
    return CasePage(items=page, next=page[-1].position if len(found) > limit else None)


@router.get("/runs/{run}/cases/{position}", summary="A case with its trail")
def case(run: Name, position: Position, service: Shared, _: Reader) -> CaseDetail:
    """Question, expected answer, answer, every stage's passages, prompt, verdict, other systems' answers."""
    name = run_or_404(service, run).name
    row = service.browse.case(run, position)
    if row is None:
        raise HTTPException(404, f"run {run} has no case {position}")
    found = evidence_of(service, run, row, name=name)
    query = found.test.query if found.test else None
    return CaseDetail(
        case=CaseShape.model_validate({**found.case, "query": query}),
        test=found.test.model_dump(mode="json") if found.test else None,
        answer=found.answer.model_dump(mode="json") if found.answer else None,
        verdict=found.verdict.model_dump(mode="json") if found.verdict else None,
        trail=[str(line) for line in found.row.get("trail") or ()],
        message=str(found.row.get("message") or ""),
        unsupported=[
            {"text": one.text, "start": one.start, "end": one.end, "score": one.score}
            for one in found.factoids
            if one.flagged
        ],
        others=[
            {"position": one.position, "system": one.system, "status": one.status, "answer": one.answer}
            for one in found.others
        ],
    )


@router.get("/labels", summary="What people said")
def labels(
    service: Shared,
    _: Reader,
    kind: Kind | None = None,
    reviewer: Annotated[str | None, Query(max_length=80)] = None,
    after: Annotated[int, Query(ge=0, le=2**31 - 1, description="Id of the last label of the page before.")] = 0,
    limit: Limit = 100,
) -> list[LabelShape]:
    """Labels of tests, verdicts and mutants, oldest first."""
    found = service.labels.listed(kind=kind, reviewer=reviewer, after=after, limit=limit)
    return [LabelShape.model_validate(label) for label in found]


@router.post("/labels", status_code=201, summary="Label a test, a verdict or a mutant")
def put_label(body: LabelBody, service: Shared, _: Runner) -> Done:
    """A reviewer's newest word on an item replaces the earlier one."""
    service.labels.put(body.reviewer, body.kind, body.item, body.label, confidence=body.confidence, note=body.note)
    return Done()


@router.delete("/labels", summary="Take a label back")
def drop_label(
    service: Shared,
    _: Runner,
    kind: Kind,
    reviewer: Annotated[str, Query(min_length=1, max_length=80)],
    item: Annotated[str, Query(min_length=1, max_length=80)],
) -> Done:
    """Removes what a reviewer said of an item."""
    return Done(done=service.labels.drop(reviewer, kind, item))
