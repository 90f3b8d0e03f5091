"""The queue of runs: claimed by one worker at a time, kept alive by a heartbeat, taken over when it stops."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, Table, and_, func, or_, select, update

from ragtester.records import JsonValue
from ragtester.store.engine import writing
from ragtester.store.reading import Found, first, rows
from ragtester.store.store import Store
from ragtester.store.tables import JobRow, RunRow

STALE_SECONDS = 20.0
"""A worker that was not heard of for so long has died; its job is taken over."""
TRIES = 5
"""A job that killed so many workers is given up."""

_CLAIM = 7_263_548
"""Number of the lock that claims take on PostgreSQL; SQLite has one writer anyway."""

_JOB: Table = JobRow.__table__  # type: ignore[attr-defined]
_RUN: Table = RunRow.__table__  # type: ignore[attr-defined]


_ACTIVE: Select[Any] = select(func.count().label("n")).where(or_(_JOB.c.status == "queued", _JOB.c.status == "running"))


class Jobs:
    """Jobs in the database, so that they outlive the service and its workers."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine

    def add(self, project: str, options: Mapping[str, JsonValue], *, schedule: str | None = None) -> str:
        """Queues a run of a project and gives the job's id."""
        job = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{secrets.token_hex(4)}"
        with writing(self._engine) as connection:
            connection.execute(
                _JOB.insert().values(
                    id=job, project=project, status="queued", options=json.dumps(dict(options)), schedule=schedule,
                    heartbeat=0.0, cancel=False, attempts=0, progress="{}", message="", created=time.time(),
                )
            )  # fmt: skip
        return job

    def claim(self, worker: str, *, now: float | None = None, stale: float = STALE_SECONDS) -> Found | None:
        """The next job for a worker: queued or abandoned, of a project that nobody works on; None if there is none.

        The write lock is held from reading to writing, so no two workers get the same job.
        """
        at = time.time() if now is None else now
        dead = and_(_JOB.c.status == "running", _JOB.c.heartbeat < at - stale)
        alive = select(_JOB.c.project).where(_JOB.c.status == "running", _JOB.c.heartbeat >= at - stale)
        query = (
            select(_JOB)
            .where(or_(_JOB.c.status == "queued", dead), _JOB.c.project.not_in(alive))
            .order_by(_JOB.c.status.desc(), _JOB.c.created)
            .limit(1)
        )
        with writing(self._engine) as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(_CLAIM)))
            found = connection.execute(query).mappings().first()
            if found is None:
                return None
            job = dict(found)
            gave_up = job["attempts"] >= TRIES
            values: dict[str, Any] = (
                {"status": "failed", "ended": at, "message": f"given up: {TRIES} workers ended while they had it"}
                if gave_up
                else {
                    "status": "running",
                    "worker": worker,
                    "heartbeat": at,
                    "attempts": job["attempts"] + 1,
                    "started": job["started"] or at,
                }
            )
            connection.execute(update(_JOB).where(_JOB.c.id == job["id"]).values(**values))
        return None if gave_up else {**job, **values}

    def beat(self, job: str, worker: str, progress: Mapping[str, JsonValue], *, run: str | None) -> str:
        """Tells that a worker is alive and how far it is.

        Returns:
            `go`, `cancel` where somebody asked for that, or `lost` where another worker has the job now.
        """
        with writing(self._engine) as connection:
            mine = and_(_JOB.c.id == job, _JOB.c.worker == worker, _JOB.c.status == "running")
            values: dict[str, Any] = {"heartbeat": time.time(), "progress": json.dumps(dict(progress))}
            if run:
                values["run"] = run
            if not connection.execute(update(_JOB).where(mine).values(**values)).rowcount:
                return "lost"
            cancelled = connection.execute(select(_JOB.c.cancel).where(_JOB.c.id == job)).scalar()
        return "cancel" if cancelled else "go"

    def end(
        self, job: str, worker: str, status: str, *, run: str | None = None, exit_code: int | None = None, message: str = ""
    ) -> None:  # fmt: skip
        """Ends a job, or with `queued` gives it back for another worker."""
        values: dict[str, Any] = {"status": status, "message": message[:2000], "exit_code": exit_code}
        if run:
            values["run"] = run
        if status == "queued":
            values |= {"worker": None, "attempts": _JOB.c.attempts - 1}
        else:
            values["ended"] = time.time()
        with writing(self._engine) as connection:
            connection.execute(update(_JOB).where(_JOB.c.id == job, _JOB.c.worker == worker).values(**values))
            if run and status in ("cancelled", "failed"):
                unfinished = and_(_RUN.c.id == run, _RUN.c.status == "running")
                connection.execute(update(_RUN).where(unfinished).values(status="interrupted"))

    def cancel(self, job: str) -> bool:
        """Asks for a job to be stopped; False where it has ended already."""
        with writing(self._engine) as connection:
            waiting = update(_JOB).where(_JOB.c.id == job, _JOB.c.status == "queued")
            if connection.execute(waiting.values(status="cancelled", cancel=True, ended=time.time())).rowcount:
                return True
            running = update(_JOB).where(_JOB.c.id == job, _JOB.c.status == "running")
            return bool(connection.execute(running.values(cancel=True)).rowcount)

    def get(self, job: str) -> Found | None:
        """One job."""
        return first(self._engine, select(_JOB).where(_JOB.c.id == job))

    def of_run(self, run: str) -> Found | None:
        """The newest job of a run."""
        return first(self._engine, select(_JOB).where(_JOB.c.run == run).order_by(_JOB.c.created.desc()))

    def listed(self, *, project: str | None = None, active: bool = False, limit: int = 50) -> list[Found]:
        """Jobs, newest first."""
        query = select(_JOB)
        if project is not None:
            query = query.where(_JOB.c.project == project)
        if active:
            query = query.where(_JOB.c.status.in_(("queued", "running")))
        return rows(self._engine, query.order_by(_JOB.c.created.desc(), _JOB.c.id.desc()).limit(limit))

    def active(self) -> int:
        """Jobs that are queued or running."""
        return int(rows(self._engine, _ACTIVE)[0]["n"])

    def counts(self) -> dict[str, int]:
        """Jobs by status."""
        query = select(_JOB.c.status, func.count().label("n")).group_by(_JOB.c.status)
        return {row["status"]: row["n"] for row in rows(self._engine, query)}
