"""What a stand-in endpoint counts."""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field

_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Logged:
    """One request as it was answered."""

    path: str
    body: dict[str, object]
    outcome: str
    """`ok`, a fault, or the HTTP status of a refusal."""
    attempt: int
    """How often an equal body had come, this time included."""
    seconds: float


@dataclass(slots=True)
class StandInStats:
    """Counters since the start, or since `reset`."""

    requests: int = 0
    """Requests of any kind to chat and embeddings."""
    chat: int = 0
    embeddings: int = 0
    texts: int = 0
    """Texts that were embedded."""
    answered: int = 0
    """Chat requests with a proper reply."""
    duplicates: int = 0
    """Chat requests whose equal had a proper reply before: calls that nobody needed."""
    distinct: int = 0
    """Different bodies of chat requests."""
    in_flight: int = 0
    peak: int = 0
    """Requests at a time, at most."""
    busy_seconds: float = 0.0
    """Sum over requests of the time that they were in flight."""
    outcomes: Counter[str] = field(default_factory=Counter)
    tries: Counter[str] = field(default_factory=Counter, repr=False)
    answered_keys: set[str] = field(default_factory=set, repr=False)
    log: deque[Logged] = field(default_factory=lambda: deque(maxlen=_KEPT), repr=False)
    started: float = field(default_factory=time.monotonic, repr=False)
    cpu: float = field(default_factory=time.process_time, repr=False)

    def arrive(self, key: str, *, chat: bool) -> int:
        """Counts an arrival; gives the number of the try for an equal body."""
        self.requests += 1
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        self.tries[key] += 1
        if not chat:
            self.embeddings += 1
            return self.tries[key]
        self.chat += 1
        self.distinct += self.tries[key] == 1
        self.duplicates += key in self.answered_keys
        return self.tries[key]

    def leave(self, key: str, entry: Logged, *, chat: bool) -> None:
        """Counts how a request ended."""
        self.in_flight -= 1
        self.busy_seconds += entry.seconds
        self.outcomes[entry.outcome] += 1
        self.log.append(entry)
        if chat and entry.outcome == "ok":
            self.answered += 1
            self.answered_keys.add(key)

    def summary(self) -> dict[str, object]:
        """The counters as JSON."""
        return {
            "requests": self.requests,
            "chat": self.chat,
            "embeddings": self.embeddings,
            "texts": self.texts,
            "answered": self.answered,
            "duplicates": self.duplicates,
            "distinct": self.distinct,
            "in_flight": self.in_flight,
            "peak": self.peak,
            "busy_seconds": round(self.busy_seconds, 3),
            "cpu_seconds": round(time.process_time() - self.cpu, 3),
            "seconds": round(time.monotonic() - self.started, 3),
            "outcomes": dict(self.outcomes),
        }
