"""Cases: lists with filters, and one case's evidence trail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response

from ragtester.records import STAGES
from ragtester.store import FILTERS
from ragtester.web.api.runs import run_or_404
from ragtester.web.api.shapes import After, Name, Position, Words
from ragtester.web.pages.rendering import go, kept_page
from ragtester.web.security import Form, Reader, Runner
from ragtester.web.service import Shared
from ragtester.web.views.documents import documents_of
from ragtester.web.views.evidence import evidence_of
from ragtester.web.views.state import state_of

router = APIRouter()
_PAGE = 50
_Value = Annotated[str, Query(max_length=200)]


@router.get("/runs/{run}/cases")
def cases(
    request: Request, run: Name, service: Shared, _: Reader, system: _Value = "", test: _Value = "",
    status: _Value = "", kind: _Value = "", type: _Value = "", stage: _Value = "", failure: _Value = "",  # noqa: A002
    reason: _Value = "", words: Words = "", after: After = -1,
) -> Response:  # fmt: skip
    """Cases, narrowed by what the address says, so that the address can be sent to a colleague."""
    given = {"system": system, "test": test, "status": status, "kind": kind, "type": type, "stage": stage,
             "failure": failure, "reason": reason}  # fmt: skip

    def make() -> Mapping[str, Any]:
        found = run_or_404(service, run)
        equal = {name: value for name, value in given.items() if value and name in FILTERS}
        listed = service.browse.cases(run, equal=equal, words=words, after=after, limit=_PAGE + 1)
        choices = {
            "system": [one["id"] for one in found.systems],
            "status": ["passed", "failed", "unmeasured", "not_applicable"],
            "type": sorted(service.browse.test_counts(run)),
            "stage": list(STAGES),
        }
        following = listed[_PAGE - 1]["position"] if len(listed) > _PAGE else None
        return {"run": found, "cases": listed[:_PAGE], "filters": {**given, "words": words}, "choices": choices,
                "following": following, "after": after}  # fmt: skip

    return kept_page(request, "cases.html.j2", state=state_of(service, run), make=make)


@router.get("/runs/{run}/cases/{position}")
def case(request: Request, run: Name, position: Position, service: Shared, _: Reader) -> Response:
    """The evidence trail of a case."""
    row = service.browse.case(run, position)
    if row is None:
        raise HTTPException(404, f"run {run} has no case {position}")

    def make() -> Mapping[str, Any]:
        found = run_or_404(service, run)
        evidence = evidence_of(service, run, row, name=found.name)
        project = service.projects.get(found.name)
        files = documents_of(project, service.settings.output) if project else {}
        spans = evidence.test.evidence if evidence.test else ()
        pictured = [
            n for n, span in enumerate(spans) if span.document in files and files[span.document].suffix.lower() == ".pdf"
        ]  # fmt: skip
        around = service.browse.neighbours(run, position, row["status"])
        labels = service.labels.listed(kind="verdict", items=[row["answer_key"]])
        return {"run": found, "evidence": evidence, "case": row, "test": evidence.test, "pictured": pictured,
                "previous": around[0], "following": around[1], "labels": labels}  # fmt: skip

    state = (state_of(service, run), service.labels.state([row["answer_key"]]))
    return kept_page(request, "case.html.j2", state=state, make=make)


@router.post("/runs/{run}/cases/{position}/label")
def label(run: Name, position: Position, service: Shared, who: Runner, fields: Form) -> Response:
    """Stores what a person says of the answer."""
    case = service.browse.case(run, position)
    said = fields.get("label", "")
    if case is None or not case["answer_key"]:
        raise HTTPException(404, f"run {run} has no answer to label at {position}")
    if said not in ("passed", "failed", "unsure"):
        raise HTTPException(422, "label: one of passed, failed, unsure")
    reviewer = (fields.get("reviewer") or who.name).strip()[:80] or who.name
    service.labels.put(reviewer, "verdict", case["answer_key"], said, note=fields.get("note", "")[:4000])
    return go(f"/runs/{run}/cases/{position}#label")
