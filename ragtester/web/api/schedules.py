"""Schedules and their nights."""

from __future__ import annotations

import json
import time
from typing import Any

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, Field

from ragtester.store import Found
from ragtester.web.api.projects import project_or_404
from ragtester.web.api.shapes import ERRORS, Done, Limit, Name, Taken
from ragtester.web.schedules import check_cron, following
from ragtester.web.security import Admin, Reader
from ragtester.web.service import Service, Shared

router = APIRouter(tags=["schedules"], responses=ERRORS)


class ScheduleBody(Taken):
    """When a project runs by itself."""

    project: str = Field(max_length=80)
    cron: str = Field(max_length=80, description="minute hour day month weekday")
    zone: str = Field("UTC", max_length=64, description="A time zone such as Europe/Prague.")
    target: str | None = Field(None, max_length=80, description="Name of a webhook in the operator's service.yaml.")


class ScheduleShape(BaseModel):
    """A schedule."""

    id: str
    project: str
    cron: str
    zone: str
    target: str | None
    enabled: bool
    due: float


class NightShape(BaseModel):
    """What came of a due time."""

    schedule: str
    project: str
    due: float
    outcome: str
    run: str | None
    event: str | None
    detail: dict[str, Any]


def add_schedule(service: Service, body: ScheduleBody) -> str:
    """Stores a schedule and gives its id.

    Raises:
        ConfigError: the expression or the zone is not one.
        HTTPException: there is no such project or webhook.
    """
    project_or_404(service, body.project)
    check_cron(body.cron, body.zone)
    if body.target and body.target not in service.operator.webhooks:
        known = ", ".join(sorted(service.operator.webhooks)) or "none"
        raise HTTPException(422, f"service.yaml names no webhook {body.target!r}; it has: {known}")
    due = following(body.cron, body.zone, time.time())
    return service.schedules.add(body.project, cron=body.cron, zone=body.zone, due=due, target=body.target or None)


@router.get("/schedules", summary="Every schedule")
def schedules(service: Shared, _: Reader) -> list[ScheduleShape]:
    """Schedules with their next due time."""
    return [ScheduleShape.model_validate(one) for one in service.schedules.listed()]


@router.post("/schedules", status_code=201, summary="Add a schedule")
def add(body: ScheduleBody, service: Shared, _: Admin) -> ScheduleShape:
    """A missed time is run if it is less than an hour ago; one that comes while the project runs is not."""
    return ScheduleShape.model_validate(_schedule_or_404(service, add_schedule(service, body)))


@router.post("/schedules/{schedule}/enabled", summary="Pause or continue a schedule")
def enable(schedule: Name, enabled: bool, service: Shared, _: Admin) -> ScheduleShape:
    """A paused schedule notes no missed times."""
    found = _schedule_or_404(service, schedule)
    due = following(found["cron"], found["zone"], time.time())
    service.schedules.change(schedule, enabled=enabled, due=due)
    return ScheduleShape.model_validate(_schedule_or_404(service, schedule))


@router.delete("/schedules/{schedule}", summary="Remove a schedule")
def drop(schedule: Name, service: Shared, _: Admin) -> Done:
    """Its nights stay in the history."""
    _schedule_or_404(service, schedule)
    return Done(done=service.schedules.drop(schedule))


@router.get("/schedules/{schedule}/nights", summary="What came of a schedule's due times")
def nights(schedule: Name, service: Shared, _: Reader, limit: Limit = 60) -> list[NightShape]:
    """Newest first."""
    found = service.schedules.nights(schedule=schedule, limit=limit)
    return [NightShape.model_validate({**one, "detail": json.loads(one["detail"])}) for one in found]


def _schedule_or_404(service: Service, schedule: str) -> Found:
    found = service.schedules.get(schedule)
    if found is None:
        raise HTTPException(404, f"there is no schedule {schedule}")
    return found
