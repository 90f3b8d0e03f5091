"""The examples that need nothing but this machine, run as their pages say; the three frameworks' have a script."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ragtester.config import load_config
from ragtester.runner import check
from ragtester.suite import read_suite

EXAMPLES = Path(__file__).parents[2] / "examples"
RAGTESTER = Path(sys.executable).with_name("ragtester")


def run(example: str, folder: Path, *command: str) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """The summary and the results by test."""
    where = ("--output", str(folder), "--database", f"sqlite:///{folder}/store.db", "--json", "--quiet")
    environment = {**os.environ, "RAGTESTER": str(RAGTESTER), "PYTHON": sys.executable}
    done = subprocess.run(
        [*command, *where], cwd=EXAMPLES / example, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = (folder / example / "runs" / "latest" / "results.jsonl").read_text().splitlines()
    assert (folder / example / "runs" / "latest" / "report.html").is_file()
    return json.loads(done.stdout), {line["test"]: line for line in map(json.loads, lines)}


def test_a_service_with_a_token_is_started_asked_and_stopped(tmp_path: Path) -> None:
    summary, results = run("http-service", tmp_path, "./run.sh")
    assert summary["totals"]["unmeasured"] == 0
    assert summary["totals"]["passed"] >= 7
    assert results["chart-room-price"]["status"] == "passed"
    assert results["winter-closure"]["failure"] == "missed_abstention"
    left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(EXAMPLES) not in left


@pytest.mark.skipif(shutil.which("perl") is None, reason="perl is not installed")
def test_a_program_in_another_language_answers_line_by_line(tmp_path: Path) -> None:
    summary, results = run("jsonl-perl", tmp_path, str(RAGTESTER), "run", "ragtester.yaml")
    assert summary["totals"]["unmeasured"] == 0
    assert summary["totals"]["passed"] >= 7
    assert results["membership-fee"]["retrieved"]


def test_answers_that_were_given_are_judged(tmp_path: Path) -> None:
    _, results = run("answers", tmp_path, str(RAGTESTER), "run", "ragtester.yaml")
    statuses = {name: line["status"] for name, line in results.items()}
    assert {name for name, status in statuses.items() if status == "failed"} == {
        "free-membership", "film-loan", "box-emptied", "winter-closure"
    }  # fmt: skip
    assert results["film-loan"]["stage"] == "generate"
    assert results["box-emptied"]["stage"] == "retrieve"


@pytest.mark.parametrize("name", ["langchain", "llama-index", "haystack"])
def test_the_frameworks_configurations_are_valid_and_their_requirements_pinned(name: str) -> None:
    systems = check(load_config(EXAMPLES / name / "ragtester.yaml"))
    assert systems == ([name] if name == "haystack" else [f"{name}-quoting", f"{name}-smollm2"])
    wanted = (EXAMPLES / name / "requirements.txt").read_text().splitlines()
    assert all("==" in line for line in wanted)
    compile((EXAMPLES / name / "pipeline.py").read_text(), f"{name}/pipeline.py", "exec")
    assert os.access(EXAMPLES / name / "run.sh", os.X_OK)


def test_the_evidence_of_the_shared_suite_stands_in_the_documents() -> None:
    for test in read_suite(EXAMPLES / "suite.jsonl"):
        for span in test.evidence:
            text = " ".join((EXAMPLES / "documents" / f"{span.document}.md").read_text().split())
            assert span.quote in text
