"""Schedules, what came of each due time, and messages that wait to be delivered."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, delete, select, update

from ragtester.records import JsonValue
from ragtester.store.engine import writing
from ragtester.store.reading import Found, first, rows
from ragtester.store.store import Store
from ragtester.store.tables import DeliveryRow, NightRow, ScheduleRow

_SCHEDULE: Table = ScheduleRow.__table__  # type: ignore[attr-defined]
_NIGHT: Table = NightRow.__table__  # type: ignore[attr-defined]
_DELIVERY: Table = DeliveryRow.__table__  # type: ignore[attr-defined]


class Schedules:
    """Schedules and their nights; several services may look at the same ones."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine

    def add(self, project: str, *, cron: str, zone: str, due: float, target: str | None) -> str:
        """Stores a schedule and gives its id."""
        schedule = secrets.token_hex(6)
        with writing(self._engine) as connection:
            connection.execute(
                _SCHEDULE.insert().values(
                    id=schedule, project=project, cron=cron, zone=zone, target=target, enabled=True, due=due,
                    created=time.time(),
                )
            )  # fmt: skip
        return schedule

    def change(self, schedule: str, **values: Any) -> bool:  # noqa: ANN401  column values
        """Changes columns of a schedule; False where there is none."""
        with writing(self._engine) as connection:
            return bool(
                connection.execute(update(_SCHEDULE).where(_SCHEDULE.c.id == schedule).values(**values)).rowcount
            )

    def drop(self, schedule: str) -> bool:
        """Removes a schedule; its nights stay."""
        with writing(self._engine) as connection:
            return bool(connection.execute(delete(_SCHEDULE).where(_SCHEDULE.c.id == schedule)).rowcount)

    def get(self, schedule: str) -> Found | None:
        """One schedule."""
        return first(self._engine, select(_SCHEDULE).where(_SCHEDULE.c.id == schedule))

    def listed(self, *, project: str | None = None) -> list[Found]:
        """Schedules by project."""
        query = select(_SCHEDULE).order_by(_SCHEDULE.c.project, _SCHEDULE.c.created)
        return rows(self._engine, query.where(_SCHEDULE.c.project == project) if project else query)

    def take(self, schedule: str, *, due: float, following: float) -> bool:
        """Moves a schedule on from one due time to the next; False where another service did it first."""
        mine = (_SCHEDULE.c.id == schedule, _SCHEDULE.c.due == due, _SCHEDULE.c.enabled.is_(True))
        with writing(self._engine) as connection:
            return bool(connection.execute(update(_SCHEDULE).where(*mine).values(due=following)).rowcount)

    def put_night(self, schedule: str, due: float, *, project: str, outcome: str, job: str | None = None) -> None:
        """Notes what happened at a due time."""
        with writing(self._engine) as connection:
            connection.execute(
                _NIGHT.insert().values(
                    schedule=schedule, due=due, project=project, outcome=outcome, job=job, detail="{}"
                )
            )

    def end_night(
        self, schedule: str, due: float, *, outcome: str, run: str | None, event: str | None, detail: Mapping[str, JsonValue]
    ) -> bool:  # fmt: skip
        """Notes how a night ended; False where it was noted already, so that it is told once."""
        mine = (_NIGHT.c.schedule == schedule, _NIGHT.c.due == due, _NIGHT.c.outcome == "started")
        values = {"outcome": outcome, "run": run, "event": event, "detail": json.dumps(dict(detail))}
        with writing(self._engine) as connection:
            return bool(connection.execute(update(_NIGHT).where(*mine).values(**values)).rowcount)

    def nights(
        self, *, schedule: str | None = None, project: str | None = None, outcome: str | None = None, limit: int = 60
    ) -> list[Found]:
        """Nights, newest first."""
        query = select(_NIGHT)
        for column, value in (("schedule", schedule), ("project", project), ("outcome", outcome)):
            if value is not None:
                query = query.where(_NIGHT.c[column] == value)
        return rows(self._engine, query.order_by(_NIGHT.c.due.desc()).limit(limit))

    # -- messages --------------------------------------------------------------------------------

    def post(self, delivery: str, *, target: str, event: str, body: str, due: float | None = None) -> bool:
        """Queues a message; False where one with this id was queued before."""
        with writing(self._engine) as connection:
            if connection.execute(select(_DELIVERY.c.id).where(_DELIVERY.c.id == delivery)).first():
                return False
            now = time.time() if due is None else due
            connection.execute(
                _DELIVERY.insert().values(
                    id=delivery, target=target, event=event, body=body, status="waiting", attempts=0, due=now,
                    message="", created=now,
                )
            )  # fmt: skip
        return True

    def waiting(self, *, now: float, limit: int = 20) -> list[Found]:
        """Messages that are due."""
        query = select(_DELIVERY).where(_DELIVERY.c.status == "waiting", _DELIVERY.c.due <= now)
        return rows(self._engine, query.order_by(_DELIVERY.c.due).limit(limit))

    def take_message(self, delivery: str, *, due: float, lease: float) -> bool:
        """Reserves a message for some seconds; False where another service has it."""
        mine = (_DELIVERY.c.id == delivery, _DELIVERY.c.due == due, _DELIVERY.c.status == "waiting")
        with writing(self._engine) as connection:
            changed = update(_DELIVERY).where(*mine).values(due=due + lease, attempts=_DELIVERY.c.attempts + 1)
            return bool(connection.execute(changed).rowcount)

    def told(self, delivery: str, *, status: str, message: str, due: float) -> None:
        """Notes how an attempt went."""
        with writing(self._engine) as connection:
            values = {"status": status, "message": message[:500], "due": due}
            connection.execute(update(_DELIVERY).where(_DELIVERY.c.id == delivery).values(**values))

    def messages(self, *, limit: int = 30) -> list[Found]:
        """Messages, newest first."""
        return rows(self._engine, select(_DELIVERY).order_by(_DELIVERY.c.created.desc()).limit(limit))
