"""What every stage of a run shares."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ragtester.config import LoadedConfig
from ragtester.runner.budget import Budget
from ragtester.runner.plan.components import Components
from ragtester.runner.progress import Progress, Silent
from ragtester.runner.stop import Stop
from ragtester.runner.work import WorkLog
from ragtester.store import Store


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What the flags of a command say."""

    output: Path = Path("generated")
    """Folder that `<name>/` is made in."""
    limit: int | None = None
    """Use only this many tests."""
    filter_systems: str | None = None
    """Only systems whose id matches this pattern."""
    filter_tests: str | None = None
    """Only tests whose id, type, kind or document matches this pattern."""
    retry_errors: bool = False
    """Also tries again what is unmeasured."""
    fresh: bool = False
    """Does everything again, embeddings apart."""
    samples: int | None = None
    """Answers for each case, in place of the configuration's."""
    concurrency: int | None = None
    """Calls in flight at each endpoint, in place of the configuration's."""
    budget_usd: float | None = None
    """Nothing more is sent once this is spent."""
    reuse: bool = True
    """False sends equal prompts each time, for people who measure variance."""
    add_tests: int = 0
    """Adds this many tests to the suite."""


@dataclass(kw_only=True)
class Session:
    """One run in this process: configuration, store, counts, progress."""

    loaded: LoadedConfig
    options: RunOptions
    store: Store
    progress: Progress = field(default_factory=Silent)
    log: WorkLog = field(default_factory=WorkLog)
    stop: Stop = field(default_factory=Stop)
    seconds: dict[str, float] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    """What went wrong without stopping the run, such as files that cannot be read."""
    run_id: str = ""
    """Id of the run, once it has one."""
    ending: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """What ends programs and connections of external systems, and workers on other machines."""

    def __post_init__(self) -> None:
        self.components = Components(
            self.loaded,
            store=self.store,
            log=self.log,
            budget=Budget(self.options.budget_usd, self.log),
            reuse=self.options.reuse,
            concurrency=self.options.concurrency,
        )
        pool = self.components.pool
        if pool is not None:
            self.ending.append(pool.end)

    @property
    def folder(self) -> Path:
        """Folder of what the run makes."""
        return self.options.output / self.loaded.config.name

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Adds the block's wall time to a stage."""
        started = time.monotonic()
        try:
            yield
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.monotonic() - started

    async def end_systems(self) -> None:
        """Ends what external systems keep open."""
        while self.ending:
            await self.ending.pop()()

    def report(self, problem: str) -> None:
        """Notes a problem and shows it."""
        self.problems.append(problem)
        self.progress.say(problem)
