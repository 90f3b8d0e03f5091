"""Schedules, and the history of one."""

from __future__ import annotations

import json
import time

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import ValidationError

from ragtester.web.api.schedules import ScheduleBody, add_schedule
from ragtester.web.api.shapes import Name
from ragtester.web.pages.charts import TREND
from ragtester.web.pages.rendering import go, page
from ragtester.web.schedules import following
from ragtester.web.security import Admin, Form, Reader
from ragtester.web.service import Shared
from ragtester.web.views.history import history_of

router = APIRouter()


@router.get("/schedules")
def schedules(request: Request, service: Shared, _: Reader) -> Response:
    """Every schedule with its last night, and the form for a new one."""
    listed = []
    for schedule in service.schedules.listed():
        nights = service.schedules.nights(schedule=schedule["id"], limit=14)
        listed.append({"schedule": schedule, "nights": nights[::-1], "newest": nights[0] if nights else None})
    return page(
        request, "schedules.html.j2", listed=listed, messages=service.schedules.messages(limit=15),
        projects=[one.name for one in service.projects.listed() if one.loaded], hooks=sorted(service.operator.webhooks),
    )  # fmt: skip


@router.post("/schedules")
def add(service: Shared, _: Admin, fields: Form) -> Response:
    """Adds a schedule."""
    try:
        body = ScheduleBody.model_validate({key: value.strip() for key, value in fields.items() if value.strip()})
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        raise HTTPException(422, f"{first['loc'][0]}: {first['msg']}") from None
    return go(f"/schedules/{add_schedule(service, body)}")


@router.get("/schedules/{schedule}")
def history(request: Request, schedule: Name, service: Shared, _: Reader) -> Response:
    """Nights of a schedule: trend, first bad night, flaky tests."""
    found = service.schedules.get(schedule)
    if found is None:
        raise HTTPException(404, f"there is no schedule {schedule}")
    nights = [
        dict(night) | {"detail": json.loads(night["detail"])}
        for night in service.schedules.nights(schedule=schedule, limit=60)
    ]
    view = history_of(service, found["project"])
    return page(request, "schedule.html.j2", schedule=found, nights=nights, history=view, title=TREND)  # fmt: skip


@router.post("/schedules/{schedule}/change")
def change(schedule: Name, service: Shared, _: Admin, fields: Form) -> Response:
    """Pauses, continues or removes a schedule."""
    found = service.schedules.get(schedule)
    if found is None:
        raise HTTPException(404, f"there is no schedule {schedule}")
    do = fields.get("do")
    if do == "remove":
        service.schedules.drop(schedule)
        return go("/schedules")
    if do not in ("pause", "continue"):
        raise HTTPException(422, "do: one of pause, continue, remove")
    due = following(found["cron"], found["zone"], time.time())
    service.schedules.change(schedule, enabled=do == "continue", due=due)
    return go(f"/schedules/{schedule}")
