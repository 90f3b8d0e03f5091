from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from ragtester.web import Settings, create_app
from ragtester.web.security import check_token, make_token
from ragtester.web.security.tokens import check_session, make_session
from ragtester.web.service import Service

Fields = Callable[..., dict[str, str]]


@pytest.fixture
def guarded(fresh: Settings) -> Iterator[tuple[TestClient, Service]]:
    """A service at another address than this machine's own."""
    app = create_app(replace(fresh, host="0.0.0.0"), background=False)
    with TestClient(app, base_url="http://testserver") as opened:
        yield opened, app.state.service


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_without_a_token_nothing_but_health_is_seen_at_another_address(
    guarded: tuple[TestClient, Service],
) -> None:
    client, _ = guarded
    for path in ("/api/projects", "/api/runs", "/api/tokens", "/metrics"):
        assert client.get(path).status_code == 401, path
    answer = client.get("/projects/tiny", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=/projects/tiny")
    assert client.get("/health").json() == {"status": "ok"}
    assert client.get("/ready").status_code == 200


def test_scopes_include_the_ones_below_and_no_more(guarded: tuple[TestClient, Service]) -> None:
    client, service = guarded
    read, run, admin = (make_token(service.tokens, name=scope, scope=scope) for scope in ("read", "run", "admin"))
    wanted = [("GET", "/api/projects", None, 0), ("POST", "/api/projects/tiny/runs", {}, 1), ("GET", "/api/tokens", None, 2),
              ("GET", "/api/projects/tiny/config", None, 2)]  # fmt: skip
    for method, path, body, level in wanted:
        for position, token in enumerate((read, run, admin)):
            status = client.request(method, path, json=body, headers=bearer(token)).status_code
            assert (status < 400) == (position >= level), (path, position, status)
            assert status in (200, 202, 403)


def test_a_token_is_kept_as_a_hash_compared_whole_and_ends_when_it_is_revoked(
    guarded: tuple[TestClient, Service],
) -> None:
    client, service = guarded
    token = make_token(service.tokens, name="a", scope="read")
    stored = service.tokens.get(token.split("_")[1])
    assert stored is not None and token.split("_", 2)[2] not in str(dict(stored))
    assert check_token(service.tokens, token) is not None
    for wrong in (
        token[:-1],
        token + "A",
        token[:-1] + ("A" if token[-1] != "A" else "B"),
        "rt_000000000000_" + "A" * 43,
    ):
        assert check_token(service.tokens, wrong) is None
    assert client.get("/api/projects", headers=bearer(token)).status_code == 200
    assert service.tokens.revoke(stored["id"]) and not service.tokens.revoke(stored["id"])
    assert client.get("/api/projects", headers=bearer(token)).status_code == 401


def test_signing_in_opens_a_session_that_signing_out_and_revoking_end(
    guarded: tuple[TestClient, Service], form: Fields
) -> None:
    client, service = guarded
    token = make_token(service.tokens, name="ann", scope="admin")
    wrong = client.post("/login", data=form(client, "/login", token="rt_nothing"))
    assert wrong.status_code == 403 and "not a valid token" in wrong.text
    answer = client.post("/login", data=form(client, "/login", token=token, next="/settings"), follow_redirects=False)
    assert answer.headers["location"] == "/settings"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and token not in cookie
    assert "Sign out ann" in client.get("/").text
    service.tokens.revoke(token.split("_")[1])
    assert client.get("/api/projects").status_code == 401
    again = make_token(service.tokens, name="ann", scope="read")
    client.post("/login", data=form(client, "/login", token=again))
    assert client.get("/api/projects").status_code == 200
    client.post("/logout", data=form(client, "/"))
    assert client.get("/api/projects").status_code == 401


@pytest.mark.parametrize("where", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_signing_in_leads_to_pages_of_this_service_only(
    guarded: tuple[TestClient, Service], form: Fields, where: str
) -> None:
    client, service = guarded
    token = make_token(service.tokens, name="ann", scope="read")
    fields = form(client, "/login", token=token, next=where)
    assert client.post("/login", data=fields, follow_redirects=False).headers["location"] == "/"


def test_a_session_is_bound_to_its_time_token_and_key(serving: tuple[TestClient, Service]) -> None:
    _, service = serving
    token = make_token(service.tokens, name="a", scope="read").split("_")[1]
    good = make_session(service.key, token)
    assert check_session(service.key, service.tokens, good) is not None
    assert check_session(b"another key", service.tokens, good) is None
    old = make_session(service.key, token, now=time.time() - 13 * 3600)
    assert check_session(service.key, service.tokens, old) is None
    ident, until, signed = good.split(".")
    assert check_session(service.key, service.tokens, f"{ident}.{int(until) + 99}.{signed}") is None


def test_a_form_is_taken_from_the_browser_that_got_the_page_only(
    serving: tuple[TestClient, Service], form: Fields
) -> None:
    client, service = serving
    fields = form(client, "/settings", name="x", scope="read")
    stolen = dict(fields)
    client.cookies.clear()
    assert client.post("/settings/tokens", data=stolen).status_code == 403
    other = form(client, "/settings", name="x", scope="read")
    assert other["csrf"] != stolen["csrf"]
    assert client.post("/settings/tokens", data={**other, "csrf": stolen["csrf"]}).status_code == 403
    assert client.post("/settings/tokens", data={"name": "x", "scope": "read"}).status_code == 403
    assert service.tokens.listed() == []
    assert client.post("/settings/tokens", data=other).status_code == 200


def test_changes_from_another_site_are_refused(serving: tuple[TestClient, Service]) -> None:
    client, service = serving
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post("/api/projects/tiny/runs", json={}, headers=headers).status_code == 403
    assert service.jobs.listed() == []
    assert client.post("/api/projects/tiny/runs", json={}, headers={"Origin": "http://testserver"}).status_code == 202


def test_every_answer_has_strict_headers(serving: tuple[TestClient, Service]) -> None:
    client, _ = serving
    for path in ("/", "/nope", "/api/projects", "/static/app.js", "/health"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy, path
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"


def test_a_name_that_was_rebound_to_this_machine_is_not_answered(fresh: Settings) -> None:
    with TestClient(create_app(fresh, background=False), base_url="http://evil.example") as client:
        assert client.get("/api/projects").status_code == 421
        assert {path: client.get(path).status_code for path in ("/health", "/ready")} == {"/health": 200, "/ready": 200}
    with TestClient(create_app(fresh, background=False), base_url="http://127.0.0.1:8321") as client:
        assert client.get("/api/projects").status_code == 200


def test_logs_are_json_and_hold_no_secret(
    guarded: tuple[TestClient, Service], caplog: pytest.LogCaptureFixture
) -> None:
    import json
    import logging

    from ragtester.web.logs import JsonLines

    client, service = guarded
    token = make_token(service.tokens, name="ann", scope="read")
    with caplog.at_level(logging.INFO, "ragtester.web"):
        client.get(f"/api/projects?token={token}", headers=bearer(token))
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records if record.name == "ragtester.web"]
    assert lines[-1]["who"] == "ann" and lines[-1]["status"] == 200 and lines[-1]["path"] == "/api/projects"
    assert token.split("_", 2)[2] not in json.dumps(lines)


def test_a_path_with_line_breaks_or_another_address_makes_no_header_of_its_own(
    guarded: tuple[TestClient, Service],
) -> None:
    client, _ = guarded
    for path in (
        "/projects/a%0d%0aSet-Cookie:%20x=1",
        "/projects/x?next=//evil.example",
        "/%5c%5cevil.example",
        "//evil.example/x",
    ):
        answer = client.get(path, follow_redirects=False)
        assert "set-cookie" not in answer.headers or "x=1" not in answer.headers["set-cookie"]
        where = answer.headers.get("location", "/login?next=/")
        assert where.startswith("/login?next=") and "\r" not in where and "\n" not in where, (path, where)


def test_a_token_in_the_address_or_a_cookie_opens_nothing(guarded: tuple[TestClient, Service]) -> None:
    client, service = guarded
    token = make_token(service.tokens, name="ann", scope="admin")
    for path in (
        f"/api/projects?token={token}",
        f"/api/projects?access_token={token}",
        f"/api/projects?authorization=Bearer%20{token}",
    ):
        assert client.get(path).status_code == 401
    for cookie in (token, f"Bearer {token}"):
        answer = client.get("/api/projects", headers={"Cookie": f"ragtester_session={cookie}; token={cookie}"})
        assert answer.status_code == 401


def test_a_session_that_was_there_before_signing_in_is_worth_nothing_after(
    guarded: tuple[TestClient, Service], form: Fields
) -> None:
    client, service = guarded
    token = make_token(service.tokens, name="ann", scope="admin")
    planted = "0" * 12 + f".{int(time.time()) + 999}." + "0" * 64
    client.cookies.set("ragtester_session", planted)
    assert client.get("/api/projects").status_code == 401
    client.cookies.clear()
    answer = client.post("/login", data=form(client, "/login", token=token), follow_redirects=False)
    assert planted not in answer.headers["set-cookie"]
    assert client.get("/api/projects", headers={"Cookie": f"ragtester_session={planted}"}).status_code == 401


def test_no_page_can_be_put_into_a_frame_and_no_answer_is_kept_by_a_proxy(serving: tuple[TestClient, Service]) -> None:
    client, _ = serving
    for path in ("/", "/settings", "/login", "/projects/tiny/trend.svg", "/api/projects"):
        headers = client.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-frame-options"] == "DENY"
        assert headers["cache-control"].startswith(("no-store", "private")), path
