"""Progress on a terminal as one line per stage; plain lines elsewhere, rare enough for a CI log."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragtester.runner.progress import Bar, Progress, Silent

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

_EVERY_SECONDS = 15.0


def make_progress(*, quiet: bool) -> Progress:
    """What a command shows on standard error."""
    if quiet:
        return Silent()
    return Lively() if sys.stderr.isatty() else Plain()


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return (
        f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
        if whole >= 3600
        else f"{whole // 60}:{whole % 60:02d}"
    )


@dataclass
class _PlainBar:
    name: str
    total: int
    done: int = 0
    started: float = field(default_factory=time.monotonic)
    told: float = field(default_factory=time.monotonic)

    def advance(self, n: int = 1) -> None:
        self.done += n
        self.tell_at_times()

    def tell_at_times(self) -> None:
        """A line where the last one is a quarter of a minute ago."""
        now = time.monotonic()
        if now - self.told >= _EVERY_SECONDS:
            self.told = now
            self.tell()

    def grow(self, n: int) -> None:
        self.total += n

    def tell(self, *, end: bool = False) -> None:
        seconds = time.monotonic() - self.started
        rate = self.done / seconds if seconds > 0 else 0.0
        left = (
            f", {_clock((self.total - self.done) / rate)} left" if rate and not end and self.total > self.done else ""
        )
        amount = f"{self.done:,}/{self.total:,}" if self.total else ""
        speed = f", {rate:,.1f}/s" if self.done and seconds > 0.5 else ""
        print(f"{self.name:<8} {amount} in {_clock(seconds)}{speed}{left}", file=sys.stderr, flush=True)  # noqa: T201


class Plain:
    """A line when a stage ends, and every quarter of a minute while it runs, also where no item ends meanwhile."""

    def __init__(self) -> None:
        self._bars: dict[str, _PlainBar] = {}
        self._idle = threading.Event()
        self._ticking: threading.Thread | None = None

    def stage(self, name: str, total: int | None) -> Bar:
        """Begins a stage."""
        self._bars[name] = _PlainBar(name, total or 0)
        if self._ticking is None:
            self._idle.clear()
            self._ticking = threading.Thread(target=self._tick, name="progress", daemon=True)
            self._ticking.start()
        return self._bars[name]

    def finish(self, name: str) -> None:
        """Says how long the stage took."""
        bar = self._bars.pop(name, None)
        if bar is not None:
            bar.tell(end=True)
        if not self._bars and self._ticking is not None:
            self._idle.set()
            self._ticking.join()
            self._ticking = None

    def _tick(self) -> None:
        """A single item may take minutes: without this the log would look dead."""
        while not self._idle.wait(_EVERY_SECONDS / 5):
            for bar in list(self._bars.values()):
                bar.tell_at_times()

    def say(self, message: str) -> None:
        """One line."""
        print(message, file=sys.stderr, flush=True)  # noqa: T201


class _LivelyBar:
    def __init__(self, progress: RichProgress, task: TaskID, total: int) -> None:
        self._progress, self.task, self._total = progress, task, total
        self.ended = False

    def advance(self, n: int = 1) -> None:
        if not self.ended:  # what an index still does for a later stage is not its own stage's
            self._progress.advance(self.task, n)

    def grow(self, n: int) -> None:
        self._total += n
        if not self.ended:
            self._progress.update(self.task, total=self._total)

    def end(self) -> None:
        self.ended = True
        task = next(task for task in self._progress.tasks if task.id == self.task)
        speed, done = task.finished_speed or task.speed, max(task.completed, 1)
        self._progress.update(self.task, total=done, completed=done, rate=f"{speed:,.1f}/s" if speed else "")


class Lively:
    """One line per stage with done, total, rate and time left."""

    def __init__(self) -> None:
        self.progress = _bars()
        self._running: dict[str, _LivelyBar] = {}

    def stage(self, name: str, total: int | None) -> Bar:
        """Begins a stage."""
        if not self._running:
            self.progress = _bars()  # one that is started again would draw over the lines of the stages before
        self.progress.start()
        bar = _LivelyBar(self.progress, self.progress.add_task(name, total=total or 0, rate=""), total or 0)
        self._running[name] = bar
        return bar

    def finish(self, name: str) -> None:
        """Ends a stage; its line stays."""
        bar = self._running.pop(name, None)
        if bar is not None:
            bar.end()
        if not self._running:
            self.progress.stop()

    def say(self, message: str) -> None:
        """One line above the bars."""
        self.progress.console.print(message, markup=False, highlight=False)


def _bars() -> RichProgress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description:<18}"),
        BarColumn(bar_width=28),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}", justify="right"),
        TimeElapsedColumn(),
        TimeRemainingColumn(compact=True),
        console=Console(stderr=True),
        transient=False,
    )
