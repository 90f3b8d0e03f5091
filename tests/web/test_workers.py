from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ragtester.store import Browse, Found, Jobs, Store
from ragtester.web import Settings
from ragtester.web.workers import Followed, Worker
from ragtester.web.workers.options import run_options

SLOW = """
name: slow
corpus: {blueprint: hr-policies, documents: 1}
suite: {tests_per_document: 6}
targets: [{name: sleeper, callable: {function: "sleeper:answer", concurrency: 1}}]
"""
SLEEPER = """
import os, time
def answer(question):
    with open(os.environ["SLEEPER_LOG"], "a") as log:
        log.write(str(question) + "\\n")
    time.sleep(float(os.environ.get("SLEEPER_SECONDS", "0.4")))
    return "I cannot answer this from the documents."
"""


def wait_for(what: Callable[[], Any], seconds: float = 180.0) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = what()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("it did not happen in time")


@contextmanager
def worker(settings: Settings, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process of the service."""
    command = [sys.executable, "-m", "ragtester.web.workers", "--database", settings.database]
    command += ["--configs", str(settings.configs), "--output", str(settings.output)]
    environment = {**os.environ, "PYTHONPATH": str(folder), "SLEEPER_LOG": str(folder / "asked.txt")}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def slow(fresh: Settings, tmp_path: Path) -> Settings:
    (fresh.configs / "slow.yaml").write_text(SLOW)
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    return fresh


def test_no_job_is_taken_twice_and_no_project_runs_twice_at_once(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/a.db") as store:
        jobs = Jobs(store)
        for number in range(24):
            jobs.add(f"p{number % 12}", {})
        taken: list[Found] = []

        def take(name: str) -> None:
            while job := jobs.claim(name):
                taken.append(job)

        threads = [threading.Thread(target=take, args=(f"w{number}",)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len({job["id"] for job in taken}) == len(taken) == 12
        assert len({job["project"] for job in taken}) == 12
        jobs.end(taken[0]["id"], taken[0]["worker"], "done")
        following = jobs.claim("w9")
        assert following is not None and following["project"] == taken[0]["project"]


def test_a_job_of_a_silent_worker_is_taken_over_and_given_up_after_five(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/a.db") as store:
        jobs = Jobs(store)
        job = jobs.add("p", {})
        now = time.time()
        for attempt in range(5):
            taken = jobs.claim(f"w{attempt}", now=now + 100 * attempt)
            assert taken is not None and taken["attempts"] == attempt + 1
            assert jobs.claim("other", now=now + 100 * attempt + 5) is None
        assert jobs.beat(job, "w0", {}, run=None) == "lost"
        assert jobs.claim("last", now=now + 1000) is None
        ended = jobs.get(job)
        assert ended is not None and ended["status"] == "failed" and "given up" in ended["message"]


def test_a_job_that_waits_is_cancelled_at_once_and_an_ended_one_is_not(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/a.db") as store:
        jobs = Jobs(store)
        waiting = jobs.add("p", {})
        assert jobs.cancel(waiting) and not jobs.cancel(waiting)
        running = jobs.add("p", {})
        jobs.claim("w")
        assert jobs.cancel(running)
        assert jobs.beat(running, "w", {"a": 1}, run="r") == "cancel"
        assert jobs.counts() == {"cancelled": 1, "running": 1}
        found = jobs.of_run("r")
        assert found is not None and json.loads(found["progress"]) == {"a": 1}


def test_a_worker_runs_a_job_as_the_command_line_would_and_tells_how_far_it_is(fresh: Settings) -> None:
    with Store(fresh.database) as store:
        jobs = Jobs(store)
        jobs.add("tiny", {"limit": 2})
        missing = jobs.add("nothing", {})
        one = Worker(fresh, beat=0.05)
        for _ in range(2):
            job = jobs.claim(one.name)
            assert job is not None
            one.work(jobs, job)
        done = jobs.listed(project="tiny")[0]
        assert (done["status"], done["exit_code"]) == ("done", 1)
        stages = {stage["name"]: stage for stage in json.loads(done["progress"])["stages"]}
        assert stages["matrix"]["done"] == stages["matrix"]["total"] == 4
        assert len(Browse(store).cases(done["run"], equal={}, limit=99)) == 4
        assert (fresh.output / "tiny" / "runs" / done["run"] / "report.html").is_file()
        failed = jobs.get(missing)
        assert failed is not None and failed["status"] == "failed" and "not in the folder" in failed["message"]


def test_a_configuration_that_cannot_be_used_fails_its_job_with_the_reason(fresh: Settings) -> None:
    (fresh.configs / "bad.yaml").write_text("name: bad\ncorpus: {files: [none.pdf]}\nmatrix: {generators: [reader]}\n")
    with Store(fresh.database) as store:
        jobs = Jobs(store)
        job = jobs.add("bad", {})
        one = Worker(fresh, beat=0.05)
        claimed = jobs.claim(one.name)
        assert claimed is not None
        one.work(jobs, claimed)
        ended = jobs.get(job)
        assert ended is not None and ended["status"] == "failed" and "none.pdf" in ended["message"]


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_killed_workers_run_is_finished_by_another_and_nothing_is_done_twice(slow: Settings, tmp_path: Path) -> None:
    asked = tmp_path / "asked.txt"
    with Store(slow.database) as store:
        jobs = Jobs(store)
        job = jobs.add("slow", {})
        with worker(slow, tmp_path) as first:
            wait_for(lambda: asked.is_file() and len(asked.read_text().splitlines()) >= 4)
            first.send_signal(signal.SIGKILL)
            first.wait()
        held = jobs.get(job)
        assert held is not None and held["status"] == "running"
        with store.engine.begin() as connection:  # the twenty seconds of silence have passed
            connection.exec_driver_sql("UPDATE job SET heartbeat = 1")
        with worker(slow, tmp_path):
            ended = wait_for(lambda: _ended(jobs, job))
        assert ended["status"] == "done" and ended["attempts"] == 2
        runs = Browse(store).names()
        assert [(row["name"], row["runs"]) for row in runs] == [("slow", 1)]
        lines = asked.read_text().splitlines()
        # What was in flight or younger than a batch when it was killed is asked again, nothing else.
        assert len(set(lines)) == 6 and len(lines) <= 6 + 2


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_cancelled_run_keeps_what_was_done_and_a_new_start_continues(slow: Settings, tmp_path: Path) -> None:
    asked = tmp_path / "asked.txt"
    with Store(slow.database) as store, worker(slow, tmp_path):
        jobs = Jobs(store)
        job = jobs.add("slow", {})
        wait_for(lambda: asked.is_file() and len(asked.read_text().splitlines()) >= 2)
        jobs.cancel(job)
        ended = wait_for(lambda: _ended(jobs, job))
        assert ended["status"] == "cancelled"
        run = store.run(ended["run"])
        assert run is not None and run["status"] == "interrupted"
        before = len(asked.read_text().splitlines())
        assert before < 6
        again = jobs.add("slow", {})
        done = wait_for(lambda: _ended(jobs, again))
        assert done["status"] == "done" and done["run"] == ended["run"]
        assert len(asked.read_text().splitlines()) == 6


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_worker_that_is_told_to_stop_gives_its_job_back(slow: Settings, tmp_path: Path) -> None:
    asked = tmp_path / "asked.txt"
    with Store(slow.database) as store:
        jobs = Jobs(store)
        job = jobs.add("slow", {})
        with worker(slow, tmp_path) as first:
            wait_for(lambda: asked.is_file() and asked.read_text())
            first.terminate()
            assert first.wait(60) == 0
        found = jobs.get(job)
        assert found is not None and found["status"] == "queued" and found["attempts"] == 0


def test_progress_knows_rates_and_time_left() -> None:
    progress = Followed()
    bar = progress.stage("matrix", 10)
    bar.advance(4)
    time.sleep(0.05)
    progress.say("hello")
    shown = progress.shown()
    stage = shown["stages"][0]  # type: ignore[index,call-overload]
    assert stage["done"] == 4 and stage["rate"] > 0 and stage["left"] > 0 and not stage["ended"]  # type: ignore[index,call-overload,operator]
    assert shown["messages"] == ["hello"] and progress.run is None
    progress.finish("matrix")
    assert progress.shown()["stages"][0]["left"] is None  # type: ignore[index,call-overload]


def test_options_of_a_job_become_the_runners(tmp_path: Path) -> None:
    options = run_options('{"limit": 3, "fresh": true}', output=tmp_path)
    assert (options.limit, options.fresh, options.output) == (3, True, tmp_path)


def _ended(jobs: Jobs, job: str) -> Found | None:
    found = jobs.get(job)
    return found if found is not None and found["status"] not in ("queued", "running") else None


def test_a_worker_whose_service_died_before_it_was_up_ends_by_itself(fresh: Settings) -> None:
    command = [sys.executable, "-m", "ragtester.web.workers", "--database", fresh.database, "--parent", "999999999"]
    command += ["--configs", str(fresh.configs), "--output", str(fresh.output)]
    assert subprocess.run(command, stderr=subprocess.DEVNULL, timeout=100, check=False).returncode == 0
