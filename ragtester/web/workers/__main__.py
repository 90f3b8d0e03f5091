"""`python -m ragtester.web.workers`: a worker process, started by the service."""

from __future__ import annotations

import argparse
import os
import signal
from pathlib import Path

from ragtester.web.logs import log_as_json
from ragtester.web.settings import Settings
from ragtester.web.workers.work import Worker


def main() -> None:
    """Runs jobs until SIGTERM."""
    parser = argparse.ArgumentParser(prog="ragtester-worker", description=__doc__)
    for name in ("database", "configs", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--parent", type=int, default=os.getppid(), help="process id of the service")
    given = parser.parse_args()
    log_as_json()
    worker = Worker(Settings(database=given.database, configs=Path(given.configs), output=Path(given.output)))
    signal.signal(signal.SIGTERM, lambda *_: worker.ending.set())
    # Ctrl-C in the service's terminal reaches the whole group; the service passes it on as SIGTERM.
    signal.signal(signal.SIGINT, lambda *_: _interrupted(worker))
    worker.loop(parent=given.parent)


def _interrupted(worker: Worker) -> None:
    if worker.working:
        raise KeyboardInterrupt


main()
