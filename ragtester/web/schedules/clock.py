"""The clock of the service: starts what is due, follows it to its end, and sends messages.

Rules. A due time that passed while the service was down is *missed*: if it is less than an hour ago it
is run now, otherwise it is noted and the next one is waited for; several missed times make one run at
most. A due time that comes while the project still runs is *overlapped*: it is noted and not run.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from ragtester.errors import RagtesterError
from ragtester.store import Found
from ragtester.web.schedules.cron import following
from ragtester.web.schedules.nights import Change, change_between, parsed
from ragtester.web.schedules.webhooks import Messenger
from ragtester.web.service import Service

GRACE_SECONDS = 3600.0
_TICK = 2.0
log = logging.getLogger("ragtester.web")


class Clock:
    """Looks at the schedules every two seconds."""

    def __init__(self, service: Service, *, now: Callable[[], float] = time.time) -> None:
        self._service = service
        self._now = now
        self._messenger = Messenger(service, now=now)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._loop, name="ragtester-clock", daemon=True)

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread after its current step."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def tick(self) -> None:
        """One look: what is due, what has ended, what is to be sent."""
        for schedule in self._service.schedules.listed():
            if schedule["enabled"] and schedule["due"] <= self._now():
                self._due(schedule)
        for night in self._service.schedules.nights(outcome="started"):
            self._ended(night)
        self._messenger.send_due()

    def _loop(self) -> None:
        while not self._stop.wait(_TICK):
            try:
                self.tick()
            except RagtesterError as error:
                log.warning('{"event": "clock", "problem": "%s"}', type(error).__name__)
            except Exception:
                # The clock must go on: one broken schedule must not silence the others.
                log.exception("clock")

    def _due(self, schedule: Found) -> None:
        schedules, now, due = self._service.schedules, self._now(), schedule["due"]
        upcoming = following(schedule["cron"], schedule["zone"], now)
        if not schedules.take(schedule["id"], due=due, following=upcoming):
            return
        busy = self._service.jobs.listed(project=schedule["project"], active=True, limit=1)
        outcome = "missed" if now - due > GRACE_SECONDS else "overlapped" if busy else "started"
        job = None
        if outcome == "started":
            job = self._service.jobs.add(schedule["project"], {}, schedule=schedule["id"])
        schedules.put_night(schedule["id"], due, project=schedule["project"], outcome=outcome, job=job)

    def _ended(self, night: Found) -> None:
        job = self._service.jobs.get(night["job"]) if night["job"] else None
        if job is not None and job["status"] in ("queued", "running"):
            return
        schedules = self._service.schedules
        if job is None or job["status"] != "done" or not job["run"]:
            outcome = "cancelled" if job and job["status"] == "cancelled" else "error"
            detail = {"reasons": [job["message"] if job else "its job is gone"]}
            schedules.end_night(night["schedule"], night["due"], outcome=outcome, run=None, event=None, detail=detail)
            return
        run = self._service.store.run(job["run"])
        earlier = [one for one in schedules.nights(schedule=night["schedule"], limit=400) if one["due"] < night["due"]]
        change = self._change(run, earlier)
        open_ = next((one["event"] for one in earlier if one["event"]), None) == "regression"
        event = "regression" if change.regressed and not open_ else None
        if open_ and not change.regressed and run is not None and run["status"] != "unmeasured":
            event = "recovery"
        outcome = str(run["status"]) if run else "error"
        if (
            schedules.end_night(
                night["schedule"], night["due"], outcome=outcome, run=job["run"], event=event, detail=change.to_json()
            )
            and event
        ):
            self._messenger.post(night, event=event, run=job["run"], change=change)

    def _change(self, run: Found | None, earlier: list[Found]) -> Change:
        """Compared with the newest night that was neither a regression nor in one."""
        summary = parsed(run)
        if run is None or summary is None:
            return Change(regressed=False)
        good: Found | None = None
        bad = False
        for one in reversed(earlier):
            bad = one["event"] == "regression" or (bad and one["event"] != "recovery")
            if one["run"] and not bad:
                good = one
        base = self._service.store.run(good["run"]) if good else None
        before = self._service.browse.statuses(base["id"]) if base else []
        return change_between(summary, before, self._service.browse.statuses(run["id"]), earlier=parsed(base))
