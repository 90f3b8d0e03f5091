"""What the commands do, as functions of a few lines; `import ragtester` offers them by name."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ragtester.api_checking import validate_config
from ragtester.config import LoadedConfig, load_config
from ragtester.errors import InputError
from ragtester.hallucination import Grounding, ground
from ragtester.judge import BuiltinJudge
from ragtester.records import Answer, Corpus, Test, Verdict
from ragtester.reports import write_report
from ragtester.runner import Estimate, Progress, RunOptions, RunResult, Session, Silent, check, estimate
from ragtester.runner import make_corpus as _make_corpus
from ragtester.runner import make_suite as _make_suite
from ragtester.runner.doctor import Finding, examine
from ragtester.runner.run import run
from ragtester.runner.starting import start_project
from ragtester.runner.turn import in_turn
from ragtester.store import Store

DEFAULT_DATABASE = "sqlite:///generated/ragtester.db"

T = TypeVar("T")


def run_config(
    config: Path | str | LoadedConfig,
    options: RunOptions | None = None,
    *,
    database: str = DEFAULT_DATABASE,
    seed: int | None = None,
    progress: Progress | None = None,
    watch: Callable[[Session], None] | None = None,
) -> RunResult:
    """Everything that a configuration names; the same call resumes.

    Args:
        config: a configuration, or its file.
        options: what the flags of the command say.
        database: see `Store`.
        seed: replaces the configuration's.
        progress: is told how far the run is.
        watch: gets the session before anything is done, to follow its counts and costs.

    Raises:
        UsageError: the configuration or an input cannot be used.
        StoreError: the database cannot be used.
    """
    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        if watch is not None:
            watch(session)
        return run_stoppable(session, run)


def make_corpus(
    config: Path | str | LoadedConfig,
    options: RunOptions | None = None,
    *,
    database: str = DEFAULT_DATABASE,
    seed: int | None = None,
    progress: Progress | None = None,
) -> tuple[Corpus, Path, list[str]]:
    """The corpus of a configuration, its folder, and what could not be read."""
    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        return run_stoppable(session, _make_corpus), session.folder, session.problems


def make_suite(
    config: Path | str | LoadedConfig,
    options: RunOptions | None = None,
    *,
    database: str = DEFAULT_DATABASE,
    seed: int | None = None,
    progress: Progress | None = None,
) -> tuple[list[Test], Path]:
    """The tests of a configuration and the folder that they are in."""

    async def both(session: Session) -> list[Test]:
        return await _make_suite(session, await _make_corpus(session))

    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        return run_stoppable(session, both), session.folder


def estimate_config(
    config: Path | str | LoadedConfig, options: RunOptions | None = None, *, database: str = DEFAULT_DATABASE
) -> Estimate:
    """Calls, tokens, cost and time of a run by stage; nothing is sent."""
    with open_session(config, options, database, None, None) as session:
        check(session.loaded)
        return estimate(session)


def judge_answer(test: Test, answer: Answer | str) -> Verdict:
    """The built-in judge's verdict on one answer."""
    given = Answer(text=answer) if isinstance(answer, str) else answer
    return asyncio.run(BuiltinJudge().judge(test, given))


def ground_answer(answer: str, contexts: Sequence[str], *, question: str = "", tau: float = 0.5) -> Grounding:
    """Which statements of an answer its contexts do not support."""
    return ground(answer, contexts, question=question, tau=tau)


@dataclass(frozen=True)
class FoundRun:
    """A finished run on disk."""

    folder: Path
    summary: Mapping[str, Any]

    @property
    def lines(self) -> Path:
        """Its results file."""
        return self.folder / "results.jsonl"


def find_run(run_name: Path, folder: Path = Path("generated")) -> FoundRun:
    """A run by its folder, its id, or the name of its configuration (the newest one).

    Raises:
        InputError: there is none.
    """
    candidates = [
        run_name,
        run_name / "runs" / "latest",
        folder / run_name / "runs" / "latest",
        *sorted(folder.glob(f"*/runs/{run_name.name}")),
    ]
    for place in candidates:
        file = place / "summary.json"
        if file.is_file():
            return FoundRun(place.resolve(), json.loads(file.read_text(encoding="utf-8")))
    raise InputError(f"there is no run {run_name}; looked in {', '.join(str(place) for place in candidates)}")


def write_run_report(found: FoundRun, file: Path) -> None:
    """Writes a run's report in the format that the suffix names."""
    write_report(found.lines, file, summary=found.summary)


@contextlib.contextmanager
def open_session(
    config: Path | str | LoadedConfig,
    options: RunOptions | None,
    database: str,
    seed: int | None,
    progress: Progress | None,
) -> Iterator[Session]:
    """A configuration with its store and progress: what the functions here work in."""
    loaded = config if isinstance(config, LoadedConfig) else load_config(Path(config))
    if seed is not None:
        changed = loaded.config.model_copy(update={"seed": seed})
        loaded = loaded.model_copy(update={"config": changed})
    chosen = options or RunOptions()
    with Store(database, fresh=chosen.fresh) as store:
        yield Session(loaded=loaded, options=chosen, store=store, progress=progress or Silent())


def run_stoppable(session: Session, work: Callable[[Session], Awaitable[T]], *, alone: bool = True) -> T:
    """Runs a stage so that Ctrl-C lets what is in flight finish, and a second one ends at once.

    Args:
        session: what the stage works in.
        work: the stage.
        alone: whether it waits for another process that works on the same name in the same database.
    """

    async def main() -> T:
        loop = asyncio.get_running_loop()
        task = asyncio.ensure_future(in_turn(session, work) if alone else work(session))

        def interrupted() -> None:
            if session.stop.graceful and not session.stop.asked:
                session.progress.say("stopping: finishing what is in flight (Ctrl-C again ends at once)")
                session.stop.ask()
            else:
                task.cancel()

        # Not the main thread, or a system without signals: the caller stops the run another way.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(signal.SIGINT, interrupted)
            if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # a worker of the service has its own way to end
                loop.add_signal_handler(signal.SIGTERM, interrupted)  # what a cluster sends before it kills
        try:
            return await task
        except asyncio.CancelledError:
            session.progress.say("interrupted; the same command continues where it stopped")
            raise KeyboardInterrupt from None
        finally:
            await session.end_systems()

    return asyncio.run(main())


__all__ = [
    "Finding",
    "FoundRun",
    "estimate_config",
    "examine",
    "find_run",
    "ground_answer",
    "judge_answer",
    "make_corpus",
    "make_suite",
    "open_session",
    "run_config",
    "run_stoppable",
    "start_project",
    "validate_config",
    "write_run_report",
]
