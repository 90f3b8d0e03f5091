"""Hostile inputs, each on its line with the statuses that may answer it; none may be a 500 or do anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from ragtester.web import create_app
from ragtester.web.security.guard import MAX_BODY

from .conftest import CONFIG, Made

RUN = "{run}"
LONG = "a" * 5000
BOMB = "a: &a [x,x,x,x,x,x,x,x]\n" + "".join(
    f"{b}: &{b} [{','.join(['*' + a] * 8)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


def edit(old: str, new: str) -> dict[str, str]:
    return {"text": CONFIG.replace(old, new)}


EDIT = "/api/projects/tiny/config"
CASES: list[tuple[str, str, str, dict[str, Any]]] = [
    # paths out of the folders
    ("traversal in a project", "GET", "/api/projects/..%2f..%2fetc%2fpasswd/config", {}),
    ("traversal with dots", "GET", "/api/projects/%2e%2e/config", {}),
    ("an absolute path as project", "GET", "/api/projects/%2fetc%2fpasswd/config", {}),
    ("the service's own file as project", "GET", "/api/projects/service/config", {}),
    ("a file name as project", "GET", "/api/projects/tiny.yaml/config", {}),
    ("traversal in a run", "GET", "/api/runs/..%2f..%2fa.db", {}),
    ("traversal in a document", "GET", "/api/projects/tiny/documents/..%2f..%2fa.db/pages/1.png", {}),
    ("an absolute document", "GET", "/api/projects/tiny/documents/%2fetc%2fpasswd/pages/1.png", {}),
    ("a null byte in a document", "GET", "/api/projects/tiny/documents/a%00b/pages/1.png", {}),
    ("a page below one", "GET", "/api/projects/tiny/documents/{document}/pages/0.png", {}),
    ("a page beyond the end", "GET", "/api/projects/tiny/documents/{document}/pages/99999999.png", {}),
    ("a page that is no number", "GET", "/api/projects/tiny/documents/{document}/pages/1e9.png", {}),
    ("traversal in static files", "GET", "/static/..%2fapp.py", {}),
    ("dots in static files", "GET", "/static/%2e%2e/%2e%2e/pyproject.toml", {}),
    ("a template as page", "GET", "/templates/base.html.j2", {}),
    ("traversal in an export format", "GET", f"/api/runs/{RUN}/export/..%2fjsonl", {}),
    ("traversal in a test", "GET", f"/api/runs/{RUN}/tests/..%2f..%2fx", {}),
    # numbers and texts out of range
    ("a position beyond all integers", "GET", f"/api/runs/{RUN}/cases/99999999999999999999", {}),
    ("a negative position", "GET", f"/api/runs/{RUN}/cases/-1", {}),
    ("a page of a million", "GET", f"/api/runs/{RUN}/cases?limit=1000000", {}),
    ("a page of none", "GET", f"/api/runs/{RUN}/cases?limit=0", {}),
    ("after beyond all integers", "GET", f"/api/runs/{RUN}/cases?after=9999999999999999999999", {}),
    ("words too long", "GET", f"/api/runs/{RUN}/cases?words={LONG}", {}),
    ("evidence that is not there", "GET", f"/api/runs/{RUN}/cases/0/evidence/999.png", {}),
    ("a run with a null byte", "GET", "/api/runs/a%00b", {}),
    ("a run with a newline", "GET", "/api/runs/a%0d%0aX:1", {}),
    ("an unknown option of a run", "POST", "/api/projects/tiny/runs", {"json": {"output": "/etc"}}),
    ("a path as option of a run", "POST", "/api/projects/tiny/runs", {"json": {"config": "/etc/passwd"}}),
    ("a negative budget", "POST", "/api/projects/tiny/runs", {"json": {"budget_usd": -1}}),
    ("a limit of a billion", "POST", "/api/projects/tiny/runs", {"json": {"limit": 10**9}}),
    ("a list for an object", "POST", "/api/projects/tiny/runs", {"json": []}),
    ("text for JSON", "POST", "/api/projects/tiny/runs", {"content": b"x", "headers": {"content-type": "text/plain"}}),
    ("broken JSON", "POST", "/api/labels", {"content": b"{", "headers": {"content-type": "application/json"}}),
    ("JSON nested deeply", "POST", "/api/labels", {"content": b"[" * 50000, "headers": {"content-type": "application/json"}}),
    ("broken UTF-8", "POST", "/api/labels", {"content": b'{"a":"\xff\xfe"}', "headers": {"content-type": "application/json"}}),
    ("a label of no kind", "POST", "/api/labels", {"json": {"reviewer": "a", "kind": "x", "item": "i", "label": "l"}}),
    ("a reviewer with a newline", "POST", "/api/labels", {"json": {"reviewer": "a\nb", "kind": "test", "item": "i", "label": "l"}}),
    ("a note of a megabyte", "POST", "/api/labels", {"json": {"reviewer": "a", "kind": "test", "item": "i", "label": "l", "note": "x" * 10**6}}),
    # bodies too large
    ("a body of a gigabyte by its header", "POST", "/api/ground", {"content": b"x", "headers": {"content-length": str(10**9)}}),
    ("a body over the bound", "POST", "/api/ground", {"content": b"x" * (MAX_BODY + 1)}),
    ("a length that is no number", "POST", "/api/ground", {"content": b"x", "headers": {"content-length": "1e3"}}),
    ("too many contexts", "POST", "/api/ground", {"json": {"answer": "a", "contexts": ["x"] * 51}}),
    ("an answer too long", "POST", "/api/ground", {"json": {"answer": "a" * 20001, "contexts": []}}),
    # configurations that reach out
    ("a YAML bomb", "PUT", EDIT, {"json": {"text": BOMB}}),
    ("a YAML object", "PUT", EDIT, {"json": {"text": "!!python/object/apply:os.system ['id']"}}),
    ("a program as target", "PUT", EDIT, {"json": edit("thresholds", "targets: [{name: x, subprocess: {command: [id]}}]\nthresholds")}),
    ("a callable as target", "PUT", EDIT, {"json": edit("thresholds", "targets: [{name: x, callable: 'os:system'}]\nthresholds")}),
    ("an address inside the network", "PUT", EDIT, {"json": edit("thresholds", "targets: [{name: x, http: {url: 'http://169.254.169.254/'}}]\nthresholds")}),
    ("a model at another address", "PUT", EDIT, {"json": edit("thresholds", "models: {m: {openai: {model: x, base_url: 'http://10.0.0.1'}}}\nthresholds")}),
    ("a secret as address", "PUT", EDIT, {"json": edit("blueprint: hr-policies", "blueprint: $OPENAI_API_KEY")}),
    ("a file as document", "PUT", EDIT, {"json": edit("documents: 2", "documents: 2, files: [passwd]")}),
    ("a file as suite", "PUT", EDIT, {"json": edit("{tests_per_document: 5, negative_share: 0.3}", "{file: secret.jsonl}")}),
    ("a path as generator", "PUT", EDIT, {"json": edit("[reader]", "[llama_cpp/etc/passwd]")}),
    ("a prompt of another folder", "PUT", EDIT, {"json": edit("thresholds", "prompts: ..\nthresholds")}),
    ("another name, and with it another folder", "PUT", EDIT, {"json": edit("name: tiny", "name: other")}),
    ("a configuration that is too long", "PUT", EDIT, {"json": {"text": "x" * 200_001}}),
    ("a model to be fetched as reranker", "PUT", EDIT, {"json": edit("top_k: [2]", "top_k: [2], rerankers: [{cross_encoder: {model: evil}}]")}),
    ("an endpoint within the matrix", "PUT", EDIT, {"json": edit("[bm25, hashing]", "[{openai: {model: x, base_url: evil.example}}]")}),
    ("an address as a decimal number", "PUT", EDIT, {"json": edit("[reader]", "[{openai: {model: x, base_url: '2130706433'}}]")}),
    ("an address of IPv6", "PUT", EDIT, {"json": edit("thresholds", "targets: [{name: x, http: {url: 'http://[::1]:9/'}}]\nthresholds")}),
    ("an address by a name of this machine", "PUT", EDIT, {"json": edit("thresholds", "targets: [{name: x, http: {url: 'http://localhost.localdomain/'}}]\nthresholds")}),
    ("a merge key with an alias", "PUT", EDIT, {"json": edit("thresholds", "judge: &j {model: builtin}\nx: {<<: *j}\nthresholds")}),
    ("aliases of aliases in a list", "PUT", EDIT, {"json": edit("thresholds", "x: &x [1]\ny: &y [*x, *x]\nz: [*y, *y]\nthresholds")}),
    ("YAML nested deeply", "PUT", EDIT, {"json": edit("thresholds", "grounding: " + "{a: " * 3000 + "1" + "}" * 3000 + "\nthresholds")}),
    ("two YAML documents", "PUT", EDIT, {"json": edit("thresholds", "---\nname: other\n---\nthresholds")}),
    ("a matrix of millions", "PUT", EDIT, {"json": edit("top_k: [2]", f"top_k: {list(range(1, 3000))}")}),
    ("a corpus of a billion documents", "PUT", EDIT, {"json": edit("documents: 2", "documents: 1000000000")}),
    ("a key that is a date", "PUT", EDIT, {"json": edit("thresholds", "2020-01-01: 1\nthresholds")}),
    ("a null character in words", "GET", f"/api/runs/{RUN}/cases?words=a%00b", {}),
    ("a null character on a page", "GET", f"/runs/{RUN}/cases?type=%00", {}),
    # JSON that is no JSON, and numbers that are none
    ("JSON of a hundred thousand objects", "POST", "/api/gate", {"content": b'{"contract":' + b'{"a":' * 100_000, "headers": {"content-type": "application/json"}}),
    ("not a number as tau", "POST", "/api/ground", {"content": b'{"answer":"a","contexts":[],"tau":NaN}', "headers": {"content-type": "application/json"}}),
    ("infinity as budget", "POST", "/api/projects/tiny/runs", {"content": b'{"budget_usd":1e999}', "headers": {"content-type": "application/json"}}),
    ("half a character in JSON", "POST", "/api/labels", {"content": b'{"reviewer":"\\ud800","kind":"test","item":"i","label":"l"}', "headers": {"content-type": "application/json"}}),
    ("a null character in a label", "POST", "/api/labels", {"json": {"reviewer": "a", "kind": "test", "item": "i\x00", "label": "l"}}),
    ("a null character in a note", "POST", "/api/labels", {"json": {"reviewer": "a", "kind": "test", "item": "i", "label": "l", "note": "\x00"}}),
    ("XML for JSON", "POST", "/api/labels", {"content": b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', "headers": {"content-type": "application/xml"}}),
    ("UTF-16 for JSON", "POST", "/api/labels", {"content": '{"reviewer":"a"}'.encode("utf-16"), "headers": {"content-type": "application/json"}}),
    ("a compressed body", "POST", "/api/labels", {"content": b"\x1f\x8b\x08\x00", "headers": {"content-type": "application/json", "content-encoding": "gzip"}}),
    # forms in other wrappings
    ("a part without an end", "POST", "/settings/tokens", {"content": b"--x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" + b"a" * 1000, "headers": {"content-type": "multipart/form-data; boundary=x"}}),
    ("a boundary of nothing", "POST", "/settings/tokens", {"content": b"--\r\n", "headers": {"content-type": "multipart/form-data; boundary="}}),
    ("a form without a boundary", "POST", "/settings/tokens", {"content": b"x", "headers": {"content-type": "multipart/form-data"}}),
    ("a part that is named as a path", "POST", "/settings/tokens", {"files": {"../../csrf": ("../../../etc/passwd", b"x")}}),
    ("a part of a megabyte", "POST", "/settings/tokens", {"files": {"csrf": (None, b"x" * 1_000_000)}}),
    ("a form as JSON", "POST", "/settings/tokens", {"json": {"name": "x", "scope": "admin"}}),
    ("two CSRF fields", "POST", "/settings/tokens", {"content": b"csrf=a&csrf=b&name=x&scope=admin", "headers": {"content-type": "application/x-www-form-urlencoded"}}),
    # names and addresses in disguise
    ("a project in full-width dots", "GET", "/api/projects/\uff0e\uff0e\uff0fetc/config", {}),
    ("a run with a right-to-left mark", "GET", "/api/runs/a\u202eb", {}),
    ("a run encoded twice", "GET", "/api/runs/%252e%252e%252f", {}),
    ("a run with a semicolon", "GET", "/api/runs/a;b=c", {}),
    ("SQL in a run", "GET", "/api/runs/a'%20OR%201=1--/cases", {}),
    ("a template in a run", "GET", "/runs/{{7*7}}", {}),
    ("a chart that does not exist", "GET", f"/runs/{RUN}/charts/..%2fapp.svg", {}),
    ("a cursor that is a float", "GET", f"/api/runs/{RUN}/cases?after=1e3", {}),
    ("a cursor of another script", "GET", f"/api/runs/{RUN}/cases?after=\u0663x", {}),
    ("a filter of 5,000 characters", "GET", f"/api/runs/{RUN}/cases?system={LONG}", {}),
    ("an order that is not offered", "POST", f"/api/runs/{RUN}/cases?order=random()", {}),
    ("a host with a port of letters", "GET", "/api/projects", {"headers": {"Host": "testserver:x"}}),
    ("a host of IPv6 that does not end", "GET", "/api/projects", {"headers": {"Host": "[::1"}}),
    ("a host with a line break", "GET", "/api/projects", {"headers": {"Host": "testserver\tevil"}}),
    ("a host in the forwarding header", "POST", "/api/tokens", {"json": {"name": "x", "scope": "admin"}, "headers": {"Origin": "https://evil.example", "X-Forwarded-Host": "evil.example"}}),
    ("an origin that begins as ours", "POST", "/api/tokens", {"json": {"name": "x", "scope": "admin"}, "headers": {"Origin": "http://testserver.evil.example"}}),
    ("an origin that is null", "POST", "/api/tokens", {"json": {"name": "x", "scope": "admin"}, "headers": {"Origin": "null"}}),
    ("a page of another site that embeds", "POST", "/api/tokens", {"json": {"name": "x", "scope": "admin"}, "headers": {"Sec-Fetch-Site": "same-site"}}),
    ("a session that was made up", "POST", "/settings/tokens", {"data": {"name": "x"}, "headers": {"Cookie": "ragtester_session=0123456789ab.99999999999." + "0" * 64}}),
    ("a browser cookie chosen by somebody else", "POST", "/settings/tokens", {"data": {"name": "x", "csrf": "0" * 64}, "headers": {"Cookie": "ragtester_browser=" + "a" * 32}}),
    ("a method in a header", "POST", "/api/projects/tiny/config", {"json": {"text": "x"}, "headers": {"X-HTTP-Method-Override": "PUT"}}),
    # messages to where the operator did not say
    ("a webhook by address", "POST", "/api/schedules", {"json": {"project": "tiny", "cron": "0 2 * * *", "target": "http://10.0.0.1/"}}),
    ("a cron of every character", "POST", "/api/schedules", {"json": {"project": "tiny", "cron": "* * * * ; rm"}}),
    ("a time zone as path", "POST", "/api/schedules", {"json": {"project": "tiny", "cron": "0 2 * * *", "zone": "../../etc/passwd"}}),
    ("a schedule of no project", "POST", "/api/schedules", {"json": {"project": "../x", "cron": "0 2 * * *"}}),
    # who they say they are
    ("a forged token", "GET", "/api/projects", {"headers": {"Authorization": "Bearer rt_0123456789ab_" + "A" * 43}}),
    ("another scheme", "GET", "/api/projects", {"headers": {"Authorization": "Basic YWRtaW46YWRtaW4="}}),
    ("a token of 100 kB", "GET", "/api/projects", {"headers": {"Authorization": "Bearer " + "A" * 60000}}),
    ("a scope that does not exist", "POST", "/api/tokens", {"json": {"name": "x", "scope": "root"}}),
    ("a form without its token", "POST", "/settings/tokens", {"data": {"name": "x", "scope": "admin"}}),
    ("a form with a guessed token", "POST", "/settings/tokens", {"data": {"name": "x", "scope": "admin", "csrf": "0" * 64}}),
    ("a form of a thousand fields", "POST", "/settings/tokens", {"data": {f"f{n}": "x" for n in range(1000)}}),
    ("a form with a file", "POST", "/settings/tokens", {"files": {"csrf": ("a", b"x" * 1000)}}),
    ("another site's request", "POST", "/api/tokens", {"json": {"name": "x", "scope": "admin"}, "headers": {"Origin": "https://evil.example"}}),
    ("a host that is not ours", "GET", "/api/projects", {"headers": {"Host": "evil.example"}}),
    ("a host with a user", "GET", "/api/projects", {"headers": {"Host": "testserver@evil.example"}}),
    ("an unknown method", "PATCH", "/api/projects", {}),
    ("deleting a run", "DELETE", f"/api/runs/{RUN}", {}),
]  # fmt: skip
REFUSED = (307, 400, 401, 403, 404, 405, 413, 421, 422)


@pytest.fixture(scope="module")
def target(made: Made) -> Iterator[TestClient]:
    with TestClient(create_app(made.settings, background=False), base_url="http://testserver") as client:
        yield client


def _state(target: TestClient) -> list[object]:
    """What the service holds that a request could add to; other tests may have put something there before."""
    return [target.get(f"/api/{what}").json() for what in ("tokens", "jobs", "schedules")]


def test_there_are_at_least_sixty_of_them() -> None:
    assert len({name for name, *_ in CASES}) == len(CASES) >= 60


@pytest.mark.parametrize(("name", "method", "path", "more"), CASES, ids=[case[0] for case in CASES])
def test_hostile_input_is_refused(
    target: TestClient, made: Made, name: str, method: str, path: str, more: dict[str, Any]
) -> None:
    document = target.get("/api/projects/tiny/documents").json()[0]["id"]
    before, state = (made.settings.configs / "tiny.yaml").read_text(), _state(target)
    answer = target.request(method, path.format(run=made.runs[1], document=document), **more)
    assert answer.status_code in REFUSED, (answer.status_code, answer.text[:300])
    for secret in ("very-secret-text", "root:", str(made.folder), "Traceback"):
        assert secret not in answer.text
    assert (made.settings.configs / "tiny.yaml").read_text() == before
    assert _state(target) == state, "nothing was made, started or changed"


def test_a_link_out_of_the_folder_of_results_is_the_operators_own_affair_only(made: Made, target: TestClient) -> None:
    secret = made.folder / "secret.txt"
    secret.write_text("root:x")
    place: Path = made.settings.output / "tiny" / "corpus" / "notes.txt"
    place.write_text("not a PDF")
    try:
        listed = [one["file"] for one in target.get("/api/projects/tiny/documents").json()]
        assert "notes.txt" not in listed and "secret.txt" not in listed
    finally:
        place.unlink()
