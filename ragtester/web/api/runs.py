"""Runs: start, follow, cancel, resume."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import StreamingResponse

from ragtester.store import Found
from ragtester.web.api.projects import project_or_404
from ragtester.web.api.shapes import ERRORS, JobShape, Limit, Name, RunDetail, RunShape
from ragtester.web.security import Reader, Runner
from ragtester.web.service import Service, Shared
from ragtester.web.views.runs import RunView, run_view
from ragtester.web.workers.options import StartOptions

router = APIRouter(tags=["runs"], responses=ERRORS)
_POLL_SECONDS = 0.5
_ENDED = ("done", "failed", "cancelled")


def job_shape(job: Found) -> JobShape:
    """A job as the API gives it; which machine runs it stays inside."""
    return JobShape.model_validate({**job, "progress": json.loads(job["progress"])})


def run_or_404(service: Service, run: str) -> RunView:
    """The run of a path.

    Raises:
        HTTPException: 404.
    """
    found = run_view(service, run)
    if found is None:
        raise HTTPException(404, f"there is no run {run}")
    return found


@router.post("/projects/{name}/runs", status_code=202, summary="Start a run")
def start(name: Name, body: StartOptions, service: Shared, _: Runner) -> JobShape:
    """Queues a run; a worker takes it within a second. An interrupted run of the project is continued."""
    project = project_or_404(service, name)
    if project.loaded is None:
        raise HTTPException(422, project.problem)
    job = service.jobs.add(name, body.model_dump())
    found = service.jobs.get(job)
    assert found is not None  # noqa: S101  it was just stored
    return job_shape(found)


@router.get("/jobs", summary="Jobs, newest first")
def jobs(service: Shared, _: Reader, active: bool = False, limit: Limit = 50) -> list[JobShape]:
    """Runs that were asked for; `active` leaves out those that have ended."""
    return [job_shape(job) for job in service.jobs.listed(active=active, limit=limit)]


@router.get("/jobs/{job}", summary="A job")
def job(job: Name, service: Shared, _: Reader) -> JobShape:
    """How far it is: stages with done, total, rate and seconds left; cost so far."""
    return job_shape(_job_or_404(service, job))


@router.post("/jobs/{job}/cancel", summary="Cancel a job")
def cancel(job: Name, service: Shared, _: Runner) -> JobShape:
    """Finishes what is in flight and stops; what was done is kept, and a new start continues."""
    _job_or_404(service, job)
    service.jobs.cancel(job)
    return job_shape(_job_or_404(service, job))


@router.get(
    "/jobs/{job}/progress",
    summary="A job's progress as server-sent events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "A `progress` event for each change."}},
)
async def progress(job: Name, request: Request, service: Shared, _: Reader) -> StreamingResponse:
    """Sends a job whenever it has changed, and ends with it."""
    await asyncio.to_thread(_job_or_404, service, job)
    return StreamingResponse(_events(service, job, request), media_type="text/event-stream")


async def _events(service: Service, job: str, request: Request) -> AsyncIterator[str]:
    told, quiet = "", 0
    while not service.stopping.is_set() and not await request.is_disconnected():
        found = await asyncio.to_thread(service.jobs.get, job)
        if found is None:
            return
        text = job_shape(found).model_dump_json()
        if text != told:
            told, quiet = text, 0
            yield f"event: progress\ndata: {text}\n\n"
        elif (quiet := quiet + 1) % 30 == 0:
            yield ": still here\n\n"
        if found["status"] in _ENDED:
            return
        await asyncio.sleep(_POLL_SECONDS)


@router.get("/runs", summary="Runs, newest first")
def runs(
    service: Shared,
    _: Reader,
    project: Annotated[str | None, Query(max_length=80)] = None,
    before: Annotated[str | None, Query(max_length=80, description="Id of the last run of the page before.")] = None,
    limit: Limit = 50,
) -> list[RunShape]:
    """Runs of all projects or of one."""
    last = service.store.run(before) if before else None
    if before and last is None:
        raise HTTPException(404, f"there is no run {before}")
    found = service.browse.runs(name=project, before=(last["started"], last["id"]) if last else None, limit=limit)
    return [
        RunShape(
            id=run["id"], name=run["name"], status=run["status"], started=run["started"], seconds=run["seconds"],
            totals=json.loads(run["summary"])["totals"] if run["summary"] else None,
        )
        for run in found
    ]  # fmt: skip


@router.get("/runs/{run}", summary="A run with its systems")
def run(run: Name, service: Shared, _: Reader) -> RunDetail:
    """While it runs the systems are counted from the cases that are there."""
    found = run_or_404(service, run)
    return RunDetail.model_validate(
        {
            "id": found.id, "name": found.name, "status": found.status, "started": found.started,
            "seconds": found.seconds, "totals": dict(found.totals), "systems": [dict(s) for s in found.systems],
            "summary": dict(found.summary) if found.summary else None,
        }
    )  # fmt: skip


@router.get("/runs/{run}/systems", summary="The systems of a run")
def systems(run: Name, service: Shared, _: Reader) -> list[dict[str, object]]:
    """One entry per system, as in summary.json."""
    return [dict(system) for system in run_or_404(service, run).systems]


@router.post("/runs/{run}/resume", status_code=202, summary="Continue a run")
def resume(run: Name, body: StartOptions, service: Shared, who: Runner) -> JobShape:
    """Starts the run's project again: what is stored is not done twice."""
    return start(run_or_404(service, run).name, body, service, who)


def _job_or_404(service: Service, job: str) -> Found:
    found = service.jobs.get(job)
    if found is None:
        raise HTTPException(404, f"there is no job {job}")
    return found
