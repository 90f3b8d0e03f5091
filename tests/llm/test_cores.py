"""Threads of a model in this process follow what the cores do now, not what they did a minute ago."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ragtester.cores import usable_cores
from ragtester.llm.llama_cpp import Engine, LlamaCppOptions
from ragtester.llm.llama_cpp.cores import free_cores, idle_cores, read_ticks

CORES = 4
ENDLESS = "print(flush=True)\nwhile True: pass"


def stat(*busy: float, at: int = 0) -> str:
    """A `/proc/stat` after `at` seconds in which each core was busy for a share."""
    lines = ["cpu  0 0 0 0 0 0 0 0 0 0"]
    for core, share in enumerate(busy):
        used = round(100 * at * share)
        lines.append(f"cpu{core} {1000 + used} 0 0 {5000 + 100 * at - used} 0 0 0 0 0 0")
    return "\n".join([*lines, "intr 1 2 3", "ctxt 99"])


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> object:
    """A machine with four cores and a load average of its own; `sleep` is when the second reading is written."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(CORES)), raising=False)
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    file = tmp_path / "stat"

    def has(*busy: float) -> Path:
        file.write_text(stat(*busy))
        monkeypatch.setattr(time, "sleep", lambda _seconds: file.write_text(stat(*busy, at=1)))
        return file

    return has


@pytest.mark.parametrize(
    ("busy", "free"),
    [
        ((0, 0, 0, 0), 4),
        ((0.05, 0.05, 0.05, 0.05), 4),
        ((1, 0, 0, 0), 3),
        ((0.5, 0.5, 0, 0), 3),
        ((0.2, 0.2, 0, 0), 3),
        ((1, 1, 1, 0), 1),
        ((1, 1, 1, 1), 1),
    ],
)
@pytest.mark.parametrize("load", [0.0, 9.0])
def test_free_cores_are_those_that_are_idle_now_whatever_the_load_average_says(
    machine, monkeypatch: pytest.MonkeyPatch, busy: tuple[float, ...], free: int, load: float
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load))
    assert free_cores(file=machine(*busy)) == free


def test_what_this_process_does_itself_is_free_unless_it_goes_on(machine, monkeypatch: pytest.MonkeyPatch) -> None:
    used = iter([0.0, 0.2, 0.2, 0.4])
    file = machine(1, 0, 0, 0)
    monkeypatch.setattr(time, "process_time", lambda: next(used))
    assert free_cores(file=file, seconds=0.2) == 4
    assert free_cores(file=machine(1, 0, 0, 0), seconds=0.2, own=False) == 3


def test_cores_that_the_process_may_not_use_do_not_count(machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {2, 3}, raising=False)
    assert free_cores(file=machine(0, 0, 1, 0)) == 1
    assert free_cores(file=machine(1, 1, 0, 0)) == 2
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {2}, raising=False)
    assert free_cores(file=Path("nowhere")) == 1


@pytest.mark.parametrize("text", [None, "", "cpu 1 2 3 4", "cpu0 one two three four", stat(0.5, 0.5, 0.5, 0.5)])
def test_without_times_of_the_cores_the_load_average_says_and_without_that_all_are_free(
    machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None
) -> None:
    machine(0, 0, 0, 0)
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)  # the clocks stand still
    file = tmp_path / "other"
    if text is not None:
        file.write_text(text)
    for load, free in ((0.1, 4), (2.9, 1), (7.0, 1), (1.0, 3)):
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load, 0.0, 0.0))
        assert free_cores(file=file) == free
    monkeypatch.delattr(os, "getloadavg")
    assert free_cores(file=file) == CORES


def test_an_engine_takes_the_threads_it_is_given_and_else_no_more_than_there_are_cores() -> None:
    file = Path("model.gguf")
    assert Engine(file, LlamaCppOptions(path="model.gguf", threads=7)).thread_count() == 7
    assert 1 <= Engine(file, LlamaCppOptions(path="model.gguf")).thread_count() <= len(usable_cores())


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="Linux shows the times of its cores")
def test_a_core_that_another_process_keeps_busy_is_seen_within_a_moment() -> None:
    core = min(usable_cores())
    with subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE) as busy:
        os.sched_setaffinity(busy.pid, {core})
        assert busy.stdout is not None
        busy.stdout.readline()
        before = read_ticks(Path("/proc/stat"))
        time.sleep(0.3)
        after = read_ticks(Path("/proc/stat"))
        busy.kill()
    assert before is not None
    assert after is not None
    free = idle_cores(before, after, {core})
    assert free is not None
    assert free < 0.3


def test_looking_does_not_keep_other_threads_from_running() -> None:
    counted = 0
    ended = threading.Event()

    def count() -> None:
        nonlocal counted
        while not ended.is_set():
            counted += 1
            time.sleep(0.005)

    counting = threading.Thread(target=count)
    counting.start()
    try:
        assert 1 <= free_cores() <= len(usable_cores())
    finally:
        ended.set()
        counting.join()
    assert counted >= 5 or len(usable_cores()) == 1
