"""Other people's systems through a whole run: what each failure becomes, and how it is made good."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ragtester.cli.boundary import main
from ragtester.records import Retrieved, Span, Test
from ragtester.runner.evidence import shown_measures

Call = Callable[..., tuple[int, str, str]]
SCENARIO = Path(__file__).parents[2] / "configs" / "scenarios" / "lifecycle.yaml"
WORDS = ("good", "busy", "broken", "closed", "slow", "page", "empty", "told", "late")
TESTS = [
    {"id": word, "query": f"What is the {word} fee?", "kind": "positive", "type": "numeric", "expected_answer": "35 EUR",
     "evidence": [{"document": "fees", "quote": "The fee is 35 EUR."}]}
    for word in WORDS
]  # fmt: skip
ANSWER = {
    "answer": "It is 35 EUR.",
    "contexts": [{"text": "Nothing."}, {"text": "Since May the fee is 35 EUR. All pay."}],
}


class Service(ThreadingHTTPServer):
    """Fails by what the question names, until it is mended."""

    daemon_threads = True
    mended = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: Counter[str] = Counter()


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["question"]
        word = question.split()[3]
        self.server.asked[word] += 1
        status, body = 200, json.dumps(ANSWER)
        if not self.server.mended:
            status, body = {
                "broken": (503, "down"), "closed": (403, "not you"), "page": (200, "<html>"),
                "empty": (200, '{"answer": " "}'), "told": (200, '{"error": "no quota"}'),
                "busy": (429 if self.server.asked[word] < 3 else 200, body),
            }.get(word, (200, body))  # fmt: skip
            time.sleep(1.5 if word == "slow" else 0)
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments: object) -> None:
        """Nothing."""


@pytest.fixture
def service() -> Iterator[Service]:
    server = Service()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def ragtester(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command in the project's folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def go(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["ragtester", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return go


def results_in(folder: Path) -> dict[str, dict[str, Any]]:
    """The newest run's results by test."""
    lines = (folder / "generated" / "mine" / "runs" / "latest" / "results.jsonl").read_text().splitlines()
    return {line["test"]: line for line in map(json.loads, lines)}


def project(folder: Path, target: str) -> None:
    (folder / "fees.md").write_text("# Fees\n\nThe fee is 35 EUR.\n")
    (folder / "suite.jsonl").write_text("".join(json.dumps(test) + "\n" for test in TESTS))
    (folder / "mine.yaml").write_text(
        f"name: mine\ncorpus: {{files: [fees.md]}}\nsuite: {{file: suite.jsonl}}\nmatrix: {{generators: []}}\n"
        f"targets: [{{name: theirs, {target}}}]\nthresholds: {{retrieval_recall: 1, max_unmeasured: 0.02}}\n"
    )


def test_each_failure_of_a_service_has_its_reason_and_only_those_are_asked_again(
    service: Service, tmp_path: Path, ragtester: Call
) -> None:
    url = f"http://127.0.0.1:{service.server_port}/ask"
    project(tmp_path, f"http: {{url: '{url}', contexts: $.contexts, timeout: 1, tries: 2, concurrency: 4}}")
    code, _, said = ragtester("run", "mine.yaml")
    assert code == 3, said
    results = results_in(tmp_path)
    assert {word: (results[word]["status"], results[word].get("reason")) for word in WORDS} == {
        "good": ("passed", None), "busy": ("passed", None), "late": ("passed", None),
        "broken": ("unmeasured", "server_error"), "closed": ("unmeasured", "authentication"),
        "slow": ("unmeasured", "timeout"), "page": ("unmeasured", "not_json"), "empty": ("unmeasured", "empty"),
        "told": ("unmeasured", "server_error"),
    }  # fmt: skip
    assert "403: not you" in results["closed"]["message"]
    assert "no quota" in results["told"]["message"]
    assert (service.asked["busy"], service.asked["broken"], service.asked["closed"]) == (3, 2, 1)
    assert results["good"]["retrieval"] == {"recall": 1.0, "precision": 0.5, "mrr": 0.5, "hit": 1.0}

    asked = sum(service.asked.values())
    code, _, _ = ragtester("run", "mine.yaml")
    assert (code, sum(service.asked.values())) == (3, asked)  # a plain rerun asks nothing again
    service.mended = True
    code, _, said = ragtester("run", "mine.yaml", "--retry-errors")
    assert code == 0, said
    assert {line["status"] for line in results_in(tmp_path).values()} == {"passed"}
    assert sum(service.asked.values()) == asked + 6


def test_a_check_that_needs_more_than_a_system_can_do_is_left_out_and_said(
    service: Service, tmp_path: Path, ragtester: Call
) -> None:
    service.mended = True
    project(tmp_path, f"http: {{url: 'http://127.0.0.1:{service.server_port}/ask', contexts: $.contexts}}")
    (tmp_path / "mine.yaml").write_text(
        (tmp_path / "mine.yaml").read_text() + "metamorphic: {operators: [SeN, CM], instances: 2}\n"
    )
    code, out, err = ragtester("metamorphic", "mine.yaml", "--json")
    assert code == 0, err
    (system,) = json.loads(out)["systems"]  # it cannot generate from given passages, nor take documents
    assert {one["mutants"] for one in system["operators"]} == {0}
    _, out, _ = ragtester("lifecycle", str(SCENARIO), "mine.yaml")
    assert "the system cannot ingest" in out
    assert "passed  " not in out


def test_a_program_that_dies_at_its_start_costs_three_starts(tmp_path: Path, ragtester: Call) -> None:
    (tmp_path / "rag.py").write_text("open('starts', 'a').write('x')\nimport no_such_module_here\n")
    project(tmp_path, f"subprocess: {{command: [{sys.executable}, rag.py]}}")
    code, _, said = ragtester("run", "mine.yaml")
    assert code == 3, said
    results = results_in(tmp_path)
    assert {line["reason"] for line in results.values()} == {"connection"}
    assert "exit code 1): ModuleNotFoundError: No module named 'no_such_module_here'" in results["good"]["message"]
    assert len((tmp_path / "starts").read_text()) == 3


def test_evidence_is_looked_for_in_the_text_of_what_a_system_shows() -> None:
    test = Test(
        id="a", query="q", kind="positive", type="multi_fact", expected_answer="x",
        evidence=(Span(document="d", quote="The fee is 35 EUR."), Span(document="e", quote="It opens at nine.")),
    )  # fmt: skip
    shown = [Retrieved(chunk=str(rank), document="other name", text=text, rank=rank) for rank, text in enumerate(
        ["Dogs may come.", "It  opens\nat nine.", "Cats too."], start=1)]  # fmt: skip
    assert shown_measures(test, shown) == {"recall": 0.5, "precision": 1 / 3, "mrr": 0.5, "hit": 1.0}
    assert shown_measures(test, []) == {"recall": 0.0, "precision": 0.0, "mrr": 0.0, "hit": 0.0}
    assert shown_measures(test.model_copy(update={"evidence": ()}), shown) == {}
