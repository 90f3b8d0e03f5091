from __future__ import annotations

import json
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ragtester.records import RelationOutcome
from ragtester.web import Settings, create_app
from ragtester.web.logs import JsonLines, log_as_json
from ragtester.web.projects import Projects
from ragtester.web.service import Service
from ragtester.web.views.documents import documents_of

from .conftest import Made

Fields = Callable[..., dict[str, str]]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("GET", "/api/runs/x", None), ("GET", "/api/runs/x/cases", None), ("GET", "/api/runs/x/tests", None),
     ("GET", "/api/jobs/x", None), ("POST", "/api/jobs/x/cancel", None), ("DELETE", "/api/schedules/x", None),
     ("DELETE", "/api/tokens/x", None), ("POST", "/api/runs/x/resume", {}), ("GET", "/api/compare?base=x&candidate=y", None),
     ("GET", "/api/runs/{run}/cases/999", None), ("GET", "/api/runs/{run}/tests/none", None), ("GET", "/compare?base=x&candidate=y", None),
     ("GET", "/runs/{run}/tests/none", None), ("GET", "/runs/{run}/cases/999", None), ("GET", "/runs/{run}/system?system=x", None),
     ("GET", "/jobs/x", None), ("GET", "/schedules/x", None), ("GET", "/projects/x", None)],
)  # fmt: skip
def test_what_is_not_there_is_a_404_that_says_so(
    client: TestClient, made: Made, method: str, path: str, body: object
) -> None:
    answer = client.request(method, path.format(run=made.runs[1]), json=body)
    assert answer.status_code == 404 and "no " in answer.text


def test_tokens_and_schedules_are_made_and_ended_by_the_api(serving: tuple[TestClient, Service]) -> None:
    client, _ = serving
    assert client.post("/api/tokens", json={"name": "ci", "scope": "run"}).json()["token"].startswith("rt_")
    listed = client.get("/api/tokens").json()
    assert [(one["name"], one["scope"]) for one in listed] == [("ci", "run")]
    assert client.delete(f"/api/tokens/{listed[0]['id']}").json() == {"done": True}
    schedule = client.post("/api/schedules", json={"project": "tiny", "cron": "0 2 * * *"}).json()
    paused = client.post(f"/api/schedules/{schedule['id']}/enabled", params={"enabled": False}).json()
    assert not paused["enabled"] and client.get("/api/schedules").json() == [paused]
    assert client.delete(f"/api/schedules/{schedule['id']}").json() == {"done": True}


def test_a_project_that_cannot_be_used_is_neither_started_nor_estimated(fresh: Settings) -> None:
    (fresh.configs / "bad.yaml").write_text("name: bad\nmatrx: {}\n")
    (fresh.configs / "lost.yaml").write_text(
        "name: lost\ncorpus: {files: [none.pdf]}\nmatrix: {generators: [reader]}\n"
    )
    with TestClient(create_app(fresh, background=False), base_url="http://testserver") as client:
        assert client.post("/api/projects/bad/runs", json={}).status_code == 422
        assert client.get("/api/projects/bad/estimate").status_code == 422
        assert not client.get("/api/projects/bad/validate").json()["valid"]
        assert "none.pdf" in client.get("/api/projects/lost/validate").json()["problem"]
        assert "Change the configuration first" in client.get("/projects/lost/start").text


def test_mutants_are_shown_by_operator_and_outcome_with_their_change(client: TestClient, made: Made) -> None:
    folder = made.settings.output / "tiny" / "runs" / made.runs[0] / "metamorphic"
    folder.mkdir(exist_ok=True)
    outcomes = [
        RelationOutcome(mutant=f"m{n}", test="t", system="s", operator=operator, scope="pre", relation="preserving",
                        outcome=outcome, base_context=("a b",), mutant_context=("a c",))
        for n, (operator, outcome) in enumerate((("CN", "violated"), ("SeN", "held"), ("SeN", "violated")))
    ]  # fmt: skip
    lines = [one.model_dump_json() for one in outcomes] + ["not JSON", "{}"]
    (folder / "outcomes.jsonl").write_text("\n".join(lines))
    page = client.get(f"/runs/{made.runs[0]}/mutants").text
    assert "2 outcomes" in page and "<del>b</del>" in page and "<ins>c</ins>" in page
    assert "1 outcomes" in client.get(f"/runs/{made.runs[0]}/mutants?operator=SeN&outcome=held").text


def test_own_documents_are_found_by_the_configuration_and_told_apart(tmp_path: Path) -> None:
    for place in ("a/x.pdf", "b/x.md", "b/.hidden.md", "b/y.bin", "c.txt"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text("x")
    (tmp_path / "p.yaml").write_text(
        "name: p\ncorpus: {files: ['a/*.pdf', b, c.txt]}\nmatrix: {generators: [reader]}\n"
    )
    project = Projects(tmp_path).get("p")
    assert project is not None
    found = documents_of(project, tmp_path)
    assert {name: file.name for name, file in found.items()} == {"x": "x.pdf", "x-2": "x.md", "c": "c.txt"}


def test_an_interrupted_run_is_continued_from_its_page(serving: tuple[TestClient, Service], form: Fields) -> None:
    client, service = serving
    run = {
        "id": "r",
        "name": "tiny",
        "status": "interrupted",
        "started": 1.0,
        "seconds": None,
        "config": "{}",
        "summary": None,
    }
    service.store.put_run(run)
    service.store.flush()
    assert "It was interrupted" in client.get("/runs/r").text
    answer = client.post("/runs/r/resume", data=form(client, "/runs/r", retry_errors="true"))
    assert answer.status_code == 200
    assert json.loads(service.jobs.listed()[0]["options"]) == {"retry_errors": True}


def test_logs_hold_exceptions_and_plain_texts_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    log_as_json()
    logger = logging.getLogger("ragtester.web")
    try:
        logger.warning("plain %s", "text")
        line = json.loads(capsys.readouterr().err)
        assert (line["level"], line["message"]) == ("warning", "plain text")
        try:
            raise ValueError("no")
        except ValueError:
            record = logger.makeRecord("x", logging.ERROR, "f", 1, "failed", (), sys.exc_info())
        assert "ValueError: no" in json.loads(JsonLines().format(record))["exception"]
    finally:
        for name in ("ragtester.web", "uvicorn.error"):
            logging.getLogger(name).handlers = []
            logging.getLogger(name).propagate = True


def test_a_worker_process_that_ends_is_started_again_and_all_end_with_the_service(fresh: Settings) -> None:
    app = create_app(replace(fresh, workers=1))
    with TestClient(app, base_url="http://testserver") as client:
        first = app.state.supervisor.pids
        assert client.get("/ready").json()["workers"] == 1
        os.kill(first[0], signal.SIGKILL)
        deadline = time.monotonic() + 30
        while app.state.supervisor.pids == first and time.monotonic() < deadline:
            time.sleep(0.1)
        second = app.state.supervisor.pids
        assert second != first
    for pid in second:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
