"""The progress of a run as a small mapping that pages and the API show."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, field

from ragtester.records import JsonValue
from ragtester.runner import Session
from ragtester.runner.progress import Bar

_KEPT = 20


@dataclass
class _Stage:
    name: str
    total: int
    done: int = 0
    started: float = field(default_factory=time.monotonic)
    ended: float | None = None

    def advance(self, n: int = 1) -> None:
        self.done += n

    def grow(self, n: int) -> None:
        self.total += n

    def shown(self) -> dict[str, JsonValue]:
        seconds = (self.ended or time.monotonic()) - self.started
        rate = self.done / seconds if seconds > 0 and self.done else None
        left = (self.total - self.done) / rate if rate and self.ended is None and self.total > self.done else None
        return {
            "name": self.name,
            "done": self.done,
            "total": self.total or None,
            "seconds": round(seconds, 1),
            "rate": round(rate, 2) if rate else None,
            "left": round(left, 1) if left is not None else None,
            "ended": self.ended is not None,
        }


class Followed:
    """A `Progress` that remembers, for a thread that tells the database now and then."""

    def __init__(self) -> None:
        self._stages: dict[str, _Stage] = {}
        self._said: deque[str] = deque(maxlen=_KEPT)
        self._lock = threading.Lock()
        self.session: Session | None = None

    def watch(self, session: Session) -> None:
        """Follows the counts and the cost of a session too."""
        self.session = session

    def stage(self, name: str, total: int | None) -> Bar:
        """Begins a stage."""
        with self._lock:
            self._stages[name] = _Stage(name, total or 0)
            return self._stages[name]

    def finish(self, name: str) -> None:
        """Ends a stage."""
        with self._lock:
            if name in self._stages:
                self._stages[name].ended = time.monotonic()

    def say(self, message: str) -> None:
        """Keeps a line."""
        with self._lock:
            self._said.append(message[:500])

    def shown(self) -> dict[str, JsonValue]:
        """Stages, messages, cost so far (None where a price is unknown) and tokens."""
        session = self.session
        with self._lock:
            found: dict[str, JsonValue] = {
                "stages": [stage.shown() for stage in self._stages.values()],
                "messages": list(self._said),
            }
        if session is not None:
            usage = session.log.usage
            found["cost_usd"] = session.log.cost_usd
            found["tokens"] = (usage.prompt_tokens or 0) + (usage.completion_tokens or 0)
            found["calls"] = sum(use.calls for use in session.log.models.values())
        return found

    @property
    def run(self) -> str | None:
        """The run's id, once it has one."""
        return self.session.run_id or None if self.session else None
