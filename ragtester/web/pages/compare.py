"""Two runs side by side."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response

from ragtester.errors import InputError
from ragtester.web.pages.rendering import page
from ragtester.web.security import Reader
from ragtester.web.service import Shared
from ragtester.web.views.comparison import comparison_of

router = APIRouter()
_Run = Annotated[str, Query(max_length=80)]


@router.get("/compare")
def compare(request: Request, service: Shared, _: Reader, base: _Run = "", candidate: _Run = "") -> Response:
    """What newly fails first, then every measure; without two runs, the choice of them."""
    runs = service.browse.runs(limit=200, summaries=False)
    found, problem = None, ""
    if base and candidate:
        try:
            found = comparison_of(service, base, candidate)
        except InputError as error:
            problem = str(error)
        if found is None and not problem:
            raise HTTPException(404, "there is no such run")
    return page(request, "compare.html.j2", runs=runs, base=base, candidate=candidate, found=found, problem=problem)
