"""When what was made from a run has to be made again."""

from __future__ import annotations

import time
from collections.abc import Hashable

from ragtester.web.service import Service

_LONGEST_SECONDS = 60
_LIVE_SECONDS = 1
"""What shows a run that goes on is at most so old."""


def state_of(service: Service, *runs: str) -> Hashable:
    """What something of these runs was made from: it changes when a run or its job does, and every minute at least."""
    found: list[Hashable] = []
    live = False
    for run in runs:
        row = service.browse.state(run)
        if row is not None:
            live = live or row["status"] == "running" or row["job_status"] in ("queued", "running")
            found.append(tuple(row.values()))
    return (*found, int(time.time() / (_LIVE_SECONDS if live else _LONGEST_SECONDS)))
