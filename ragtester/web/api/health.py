"""Health, readiness and metrics, for whatever watches the service."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from ragtester.version import __version__
from ragtester.web.security import Reader
from ragtester.web.service import Shared

router = APIRouter(tags=["operation"])


@router.get("/health", summary="The process answers")
def health() -> dict[str, str]:
    """Always `ok` while the process lives."""
    return {"status": "ok"}


@router.get("/ready", summary="The service can work", responses={503: {"description": "It cannot, or is stopping."}})
def ready(request: Request, service: Shared, response: Response) -> dict[str, object]:
    """The database answers, and the service is not about to stop."""
    service.jobs.counts()
    if service.stopping.is_set():
        response.status_code = 503
    return {"ready": not service.stopping.is_set(), "workers": request.app.state.supervisor.alive}


@router.get("/metrics", summary="Metrics for Prometheus", response_class=PlainTextResponse,
            responses={401: {"description": "A token is needed."}, 403: {"description": "Not from there."}})  # fmt: skip
def metrics(request: Request, service: Shared, _: Reader) -> PlainTextResponse:
    """Requests, jobs, workers and messages in the text format."""
    lines = [
        "# HELP ragtester_info The version that runs.",
        "# TYPE ragtester_info gauge",
        f'ragtester_info{{version="{__version__}"}} 1',
        "# HELP ragtester_uptime_seconds Seconds since the start.",
        "# TYPE ragtester_uptime_seconds gauge",
        f"ragtester_uptime_seconds {time.time() - service.began:.0f}",
        "# HELP ragtester_workers Worker processes that run.",
        "# TYPE ragtester_workers gauge",
        f"ragtester_workers {request.app.state.supervisor.alive}",
        "# HELP ragtester_jobs Jobs by status.",
        "# TYPE ragtester_jobs gauge",
        *[f'ragtester_jobs{{status="{status}"}} {n}' for status, n in sorted(service.jobs.counts().items())],
        "# HELP ragtester_http_requests_total Requests by method and status.",
        "# TYPE ragtester_http_requests_total counter",
        *[
            f'ragtester_http_requests_total{{method="{method}",status="{status}"}} {n}'
            for (method, status), n in sorted(service.requests.copy().items())
            if method.isalpha()
        ],
    ]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
