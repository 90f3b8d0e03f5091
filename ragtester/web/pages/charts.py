"""Charts as pictures of their own, so that a page need not wait for them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Response

from ragtester.web.api.shapes import Name
from ragtester.web.charts import nothing, reliability, trend
from ragtester.web.security import Reader
from ragtester.web.service import Shared
from ragtester.web.views.calibration import calibration_of
from ragtester.web.views.history import history_of
from ragtester.web.views.systems import failure_chart

router = APIRouter()
TREND = "Pass rate of the best systems, up to six, with its 95 % interval, over the finished runs"
RELIABILITY = "Is the judge as sure as it is right?"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture carries its own colours, and nothing else."""


@router.get("/runs/{run}/charts/{what}.svg")
def failures(run: Name, what: Literal["stage", "type", "ease"], service: Shared, _: Reader,
             system: Annotated[str, Query(max_length=200)] = "") -> Response:  # fmt: skip
    """What fails in a run, or in one of its systems."""
    if service.browse.state(run) is None:
        raise HTTPException(404, f"there is no run {run}")
    return _svg(failure_chart(service, run, system or None, what))


@router.get("/projects/{name}/trend.svg")
def over_time(name: Name, service: Shared, _: Reader) -> Response:
    """Pass rates of a project's systems over its runs."""
    return _svg(trend(TREND, history_of(service, name).points) or nothing(TREND, "No finished run yet."))


@router.get("/calibration/reliability.svg")
def confidence(service: Shared, _: Reader) -> Response:
    """Agreement with people by the judge's stated confidence."""
    drawn = reliability(RELIABILITY, calibration_of(service).bins)
    return _svg(drawn or nothing(RELIABILITY, "The judge did not say how sure it is."))


def _svg(text: str) -> Response:
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "private, no-cache"}
    return Response(text, media_type="image/svg+xml", headers=headers)
