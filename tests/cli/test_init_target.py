"""`ragtester init --target URL`: one request, a mapping, and a run with it; the key stays out of the file."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

Call = Callable[..., tuple[int, str, str]]


class Assistant(BaseHTTPRequestHandler):
    """Answers with a passage, to whoever has the key."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != "Bearer s3cret":
            self._reply(401, {"detail": "no key"})
        elif "query" not in body:
            self._reply(422, {"detail": [{"type": "missing", "loc": ["body", "query"], "msg": "Field required"}]})
        else:
            said = "I could not find that in the documents."
            self._reply(200, {"result": {"answer": said, "hits": [{"content": "Nothing.", "title": "a.pdf"}]}})

    def _reply(self, status: int, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments: object) -> None:
        """Nothing."""


@pytest.fixture
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Assistant)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/ask"
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_mapping_of_a_service_is_written_and_runs(
    call: Call, service: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = call("init", "mine", "--target", service)
    assert code == 2
    assert "wants a key; give it with --header 'Authorization: Bearer $RAG_TOKEN'" in err
    header = "Authorization: Bearer $RAG_TOKEN"
    code, _, err = call("init", "mine", "--target", service, "--header", header)
    assert (code, "RAG_TOKEN is not set" in err) == (2, True)
    monkeypatch.setenv("RAG_TOKEN", "s3cret")
    code, out, err = call("init", "mine", "--target", service, "--header", header)
    assert code == 0, err
    assert "answered after 2 requests: 'I could not find that in the documents.'" in out
    assert "1 passage came with it" in out
    text = (tmp_path / "mine" / "ragtester.yaml").read_text()
    assert "s3cret" not in text
    config = yaml.safe_load(text)
    assert config["targets"] == [
        {
            "name": "mine",
            "http": {
                "url": service,
                "body": {"query": "{{ question }}"},
                "answer": "$.result.answer",
                "contexts": "$.result.hits",
                "context_text": "$.content",
                "context_document": "$.title",
                "headers": {"Authorization": "Bearer $RAG_TOKEN"},
            },
        }
    ]
    config["corpus"]["documents"], config["suite"]["tests_per_document"] = 1, 4
    (tmp_path / "mine" / "ragtester.yaml").write_text(yaml.safe_dump(config))
    code, out, err = call("run", "mine/ragtester.yaml", "--json")
    assert code == 0, err
    (system,) = json.loads(out)["systems"]
    assert (system["id"], system["cases"], system["unmeasured"]) == ("mine", 4, 0)
    assert system["passed"] >= 1  # it abstains always, and a negative test wants just that


@pytest.mark.parametrize(
    ("header", "message"),
    [("no colon", "a header is written 'NAME: VALUE'"), ("X-Api-Key: abc", "is a secret that would stand in the file")],
)
def test_a_header_is_checked(call: Call, header: str, message: str) -> None:
    code, _, err = call("init", "mine", "--target", "http://127.0.0.1:9/", "--header", header)
    assert (code, message in err) == (2, True)
    code, _, err = call("init", "mine", "--header", "X-Tenant: a")
    assert (code, "there is none" in err) == (2, True)
