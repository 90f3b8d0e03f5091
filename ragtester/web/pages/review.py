"""The review queue, and what came of it: agreement of people, calibration of the judge."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request, Response

from ragtester.store import Found
from ragtester.web.api.runs import run_or_404
from ragtester.web.pages.charts import RELIABILITY
from ragtester.web.pages.rendering import go, page
from ragtester.web.security import Form, Reader, Runner
from ragtester.web.service import Shared
from ragtester.web.views.calibration import calibration_of, reviewer_pairs
from ragtester.web.views.evidence import evidence_of
from ragtester.web.views.queue import next_item

router = APIRouter()
Kind = Literal["verdict", "test"]
CHOICES = {"verdict": ("passed", "failed", "unsure"), "test": ("accept", "reject", "edit")}
_Name = Annotated[str, Query(max_length=80)]


@router.get("/review")
def review(request: Request, service: Shared, who: Reader, run: _Name = "", kind: Kind = "verdict", reviewer: _Name = "",
           skip: Annotated[int, Query(ge=0, le=100_000)] = 0) -> Response:  # fmt: skip
    """The next item that this reviewer has not labelled, without what others or the judge said of it."""
    name = reviewer.strip() or who.name
    runs = [one for one in service.browse.runs(limit=100, summaries=False) if one["status"] != "running"]
    chosen = run or (runs[0]["id"] if runs else "")
    item: Found | None = None
    progress = (0, 0)
    if chosen:
        run_or_404(service, chosen)
        item, progress = next_item(service, chosen, kind, name, skip=skip)
    row = service.browse.case(chosen, item["position"]) if item and kind == "verdict" else None
    evidence = evidence_of(service, chosen, row) if row else None
    test = service.browse.test(chosen, item["test"]) if item else None
    return page(
        request, "review.html.j2", runs=runs, run=chosen, kind=kind, reviewer=name, item=item, evidence=evidence,
        test=test, progress=progress, pairs=reviewer_pairs(service, kind), choices=CHOICES[kind], skip=skip,
        counts=service.labels.reviewers(kind),
    )  # fmt: skip


@router.post("/review")
def label(service: Shared, who: Runner, fields: Form) -> Response:
    """Stores a label and goes to the next item."""
    kind, said, run = fields.get("kind", ""), fields.get("label", ""), fields.get("run", "")
    reviewer = (fields.get("reviewer") or who.name).strip()[:80]
    if kind not in CHOICES or said not in CHOICES[kind]:
        raise HTTPException(422, f"label: one of {', '.join(CHOICES.get(kind, ()))}")
    run_or_404(service, run)
    item = fields.get("item", "")[:80]
    if not item:
        raise HTTPException(422, "item: nothing to label")
    sure = fields.get("confidence", "")
    confidence = int(sure) if sure.isdecimal() and 1 <= int(sure) <= 5 else None
    service.labels.put(reviewer, kind, item, said, confidence=confidence, note=fields.get("note", "")[:4000])
    return go("/review?" + urlencode({"run": run, "kind": kind, "reviewer": reviewer}))


@router.get("/calibration")
def calibration(request: Request, service: Shared, _: Reader) -> Response:
    """The judge against people."""
    found = calibration_of(service)
    return page(request, "calibration.html.j2", found=found, title=RELIABILITY,
                pairs=reviewer_pairs(service, "verdict"), reviewers=service.labels.reviewers("verdict"))  # fmt: skip
