"""The suite of a run: tests with filters, and one test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response

from ragtester.web.api.runs import run_or_404
from ragtester.web.api.shapes import After, Name, TestId, Words
from ragtester.web.api.suites import formats
from ragtester.web.pages.rendering import kept_page, page
from ragtester.web.security import Reader
from ragtester.web.service import Shared
from ragtester.web.views.state import state_of

router = APIRouter()
_PAGE = 50
_Value = Annotated[str, Query(max_length=200)]


@router.get("/runs/{run}/tests")
def tests(request: Request, run: Name, service: Shared, _: Reader, kind: _Value = "", type: _Value = "",  # noqa: A002
          document: _Value = "", words: Words = "", after: After = -1) -> Response:  # fmt: skip
    """Tests, narrowed by what the address says."""
    given = {"kind": kind, "type": type, "document": document}

    def make() -> Mapping[str, Any]:
        found = run_or_404(service, run)
        equal = {name: value for name, value in given.items() if value}
        listed = service.browse.tests(run, equal=equal, words=words, after=after, limit=_PAGE + 1)
        following = listed[_PAGE - 1]["position"] if len(listed) > _PAGE else None
        return {"run": found, "tests": listed[:_PAGE], "filters": {**given, "words": words}, "following": following,
                "after": after, "types": service.browse.test_counts(run), "formats": formats()}  # fmt: skip

    return kept_page(request, "tests.html.j2", state=state_of(service, run), make=make)


@router.get("/runs/{run}/tests/{test}")
def test(request: Request, run: Name, test: TestId, service: Shared, _: Reader) -> Response:
    """A test, and how every system did at it."""
    found = run_or_404(service, run)
    shown = service.browse.test(run, test)
    if shown is None:
        raise HTTPException(404, f"run {run} has no test {test}")
    cases = service.browse.cases(run, equal={"test": test}, limit=200)
    labels = service.labels.listed(kind="test", items=[test])
    return page(request, "test.html.j2", run=found, test=shown, cases=cases, labels=labels)
