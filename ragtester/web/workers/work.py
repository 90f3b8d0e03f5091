"""One worker: takes a job, runs it as the command line would, tells how far it is, and stops when asked."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from typing import Any

from ragtester.api import run_config
from ragtester.errors import RagtesterError
from ragtester.store import Found, Jobs, Store
from ragtester.web.projects import Projects
from ragtester.web.settings import Settings
from ragtester.web.workers.options import run_options
from ragtester.web.workers.progress import Followed

BEAT_SECONDS = 1.0
log = logging.getLogger("ragtester.web.worker")


class Worker:
    """Runs jobs until it is told to stop or its service is gone."""

    def __init__(self, settings: Settings, *, beat: float = BEAT_SECONDS) -> None:
        self._settings = settings
        self._beat = beat
        self._projects = Projects(settings.configs)
        self.name = f"{socket.gethostname()}:{os.getpid()}:{int(time.time())}"
        self.ending = threading.Event()
        """Set by SIGTERM: the current job goes back to the queue."""
        self.working = False

    def loop(self, *, parent: int) -> None:
        """Takes jobs for as long as the service, the process `parent`, lives; a job that runs then is finished."""
        with Store(self._settings.database) as store:
            jobs = Jobs(store)
            while not self.ending.is_set() and os.getppid() == parent:
                job = jobs.claim(self.name)
                if job is None:
                    self.ending.wait(self._beat)
                    continue
                self.work(jobs, job)

    def work(self, jobs: Jobs, job: Found) -> None:
        """Runs one job and notes how it ended."""
        progress = Followed()
        ended = threading.Event()
        answers: list[str] = []
        beating = threading.Thread(target=self._beating, args=(jobs, job["id"], progress, ended, answers), daemon=True)
        beating.start()
        try:
            self.working = True
            outcome = self._outcome(job, progress)
        except KeyboardInterrupt:
            outcome = {"status": "interrupted"}
        finally:
            self.working = False
            ended.set()
            beating.join()
        if answers and answers[-1] == "lost":
            return
        jobs.beat(job["id"], self.name, progress.shown(), run=progress.run)
        if outcome["status"] == "interrupted":
            outcome["status"] = (
                "cancelled" if "cancel" in answers else "queued" if self.ending.is_set() else "cancelled"
            )
        jobs.end(job["id"], self.name, run=progress.run, **outcome)

    def _outcome(self, job: Found, progress: Followed) -> dict[str, Any]:
        project = self._projects.get(job["project"])
        if project is None or project.loaded is None:
            problem = project.problem if project else "its configuration is not in the folder any more"
            return {"status": "failed", "exit_code": 2, "message": f"{job['project']}: {problem}"}
        try:
            options = run_options(job["options"], output=self._settings.output)
            result = run_config(
                project.loaded, options, database=self._settings.database, progress=progress, watch=progress.watch
            )
        except RagtesterError as error:
            return {"status": "failed", "exit_code": 2, "message": str(error)}
        except Exception as error:
            log.exception("job %s", job["id"])
            return {
                "status": "failed",
                "message": f"internal error: {type(error).__name__}; the service's log has more",
            }
        if result.exit_code == 130:
            return {"status": "interrupted", "exit_code": 130}
        return {"status": "done", "exit_code": int(result.exit_code), "message": "; ".join(result.problems[:3])}

    def _beating(self, jobs: Jobs, job: str, progress: Followed, ended: threading.Event, answers: list[str]) -> None:
        told = 0
        while not ended.wait(self._beat):
            try:
                answer = jobs.beat(job, self.name, progress.shown(), run=progress.run)
            except RagtesterError as error:
                log.warning("heartbeat of %s: %s", job, error)
                continue
            answers.append(answer)
            if self.ending.is_set() and answer == "go":
                answer = "end"
            if answer != "go" and self.working and told < 2:
                # Once finishes what is in flight; a second time, five seconds later, ends at once.
                told += 1
                os.kill(os.getpid(), signal.SIGINT)
                ended.wait(8.0)
