from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from fastapi.testclient import TestClient

from ragtester.errors import ConfigError
from ragtester.web import Settings, create_app
from ragtester.web.schedules import Clock, check_cron, following
from ragtester.web.schedules.webhooks import signature
from ragtester.web.service import Service

Fields = Callable[..., dict[str, str]]


class Hook(HTTPServer):
    """Receives messages; answers with the statuses that it was given, then 200."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], str]] = []
        self.statuses: list[int] = []
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: Hook

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.got.append((dict(self.headers), body))
        self.send_response(self.server.statuses.pop(0) if self.server.statuses else 200)
        self.send_header("Location", "http://10.0.0.1/")
        self.end_headers()

    def log_message(self, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def hook() -> Iterator[Hook]:
    server = Hook()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


class Time:
    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at.timestamp()


@pytest.fixture
def nightly(fresh: Settings, hook: Hook) -> Iterator[tuple[TestClient, Service]]:
    (fresh.configs / "service.yaml").write_text(
        "public_url: http://testserver\n"
        f"webhooks: {{team: {{url: 'http://127.0.0.1:{hook.server_port}/x', secret: hush}}, "
        f"raw: {{url: 'http://127.0.0.1:{hook.server_port}/y', format: json}}}}\n"
    )
    app = create_app(fresh, background=False)
    with TestClient(app, base_url="http://testserver") as client:
        yield client, app.state.service


def finish(service: Service, number: int, failing: set[int]) -> str:
    """Plays the worker: the queued job ends with a run of 40 cases, of which some fail."""
    job = service.jobs.claim("w")
    assert job is not None
    run = f"run-{number}"
    passed = 40 - len(failing)
    low = passed < 20
    system = {"id": "a/b", "target": "a/b", "pass_rate": passed / 40, "interval": [0.5, 0.9], "passed": passed,
              "failed": len(failing), "unmeasured": 0}  # fmt: skip
    summary = {"systems": [system], "totals": {"cases": 40, "passed": passed, "failed": len(failing), "unmeasured": 0},
               "cost_usd": 0.0, "corpus": {"problems": []},
               "thresholds": {"failed": [{"system": "a/b", "measure": "pass_rate", "value": passed / 40, "wanted": 0.5}] if low else [],
                              "unmeasured": []}}  # fmt: skip
    service.store.put_run({"id": run, "name": "tiny", "status": "failed" if low else "passed", "started": float(number),
                           "seconds": 1.0, "config": "{}", "summary": json.dumps(summary)})  # fmt: skip
    service.store.put_cases(
        [{"run": run, "position": n, "system": "a/b", "test": f"t{n}", "sample": 0, "kind": "positive", "type": "numeric",
          "status": "failed" if n in failing else "passed", "stage": "retrieve" if n in failing else None,
          "answer_key": "", "verdict_key": ""} for n in range(40)]
    )  # fmt: skip
    service.store.flush()
    service.jobs.end(job["id"], "w", "done", run=run, exit_code=0)
    return run


def test_a_week_with_a_regression_on_night_four_is_told_once_and_its_recovery_on_night_six(
    nightly: tuple[TestClient, Service], hook: Hook
) -> None:
    client, service = nightly
    added = client.post(
        "/api/schedules", json={"project": "tiny", "cron": "0 2 * * *", "zone": "Europe/Prague", "target": "team"}
    )
    schedule = added.json()["id"]
    service.schedules.change(schedule, due=datetime(2026, 3, 2, 1, tzinfo=UTC).timestamp())
    flaky = [{3}, {5}, {3}, {3, *range(10, 25)}, {5, *range(10, 25)}, {3}, {5}]
    clock = Time(datetime(2026, 3, 2, 1, 0, 5, tzinfo=UTC))
    clockwork = Clock(service, now=clock)
    told: list[int] = []
    for night, failing in enumerate(flaky, start=1):
        clockwork.tick()
        finish(service, night, failing)
        for _ in range(3):
            clockwork.tick()
        told.append(len(hook.got))
        clock.at += timedelta(days=1)
    assert told == [0, 0, 0, 1, 1, 2, 2]
    headers, body = hook.got[0]
    text = json.loads(body)["text"]
    assert (
        "Regression in tiny" in text
        and "retrieve 15" in text
        and "t10" in text
        and "http://testserver/runs/run-4" in text
    )
    assert headers["X-Ragtester-Signature"] == signature("hush", int(headers["X-Ragtester-Timestamp"]), body)
    assert "has recovered" in hook.got[1][1]
    nights = client.get(f"/api/schedules/{schedule}/nights").json()[::-1]
    assert [night["event"] for night in nights] == [None, None, None, "regression", None, "recovery", None]
    assert nights[3]["detail"]["stages"] == {"retrieve": 15}
    page = client.get(f"/schedules/{schedule}").text
    assert "05 Mar 2026 02:00 Europe/Prague" in page and "retrieve 15" in page and "t10" in page
    assert "Flaky tests" in page and 'src="/projects/tiny/trend.svg"' in page
    assert client.get("/projects/tiny/trend.svg").text.count("a/b") >= 1
    assert client.get("/schedules").text.count("sent") >= 2


def test_the_page_names_the_first_bad_night_while_it_lasts(nightly: tuple[TestClient, Service]) -> None:
    client, service = nightly
    schedule = client.post("/api/schedules", json={"project": "tiny", "cron": "0 2 * * *"}).json()["id"]
    service.schedules.change(schedule, due=datetime(2026, 3, 2, 2, tzinfo=UTC).timestamp())
    clock = Time(datetime(2026, 3, 2, 2, 0, 5, tzinfo=UTC))
    clockwork = Clock(service, now=clock)
    for night, failing in enumerate([set(), set(), set(range(30)), set(range(30))], start=1):
        clockwork.tick()
        finish(service, night, failing)
        clockwork.tick()
        clock.at += timedelta(days=1)
    assert "Worse since the night of 04 Mar 2026 02:00 UTC" in client.get(f"/schedules/{schedule}").text
    assert "Worse since the night of 04 Mar 2026" in client.get("/projects/tiny").text


def test_missed_and_overlapping_times_follow_the_rule(nightly: tuple[TestClient, Service]) -> None:
    client, service = nightly
    schedule = client.post("/api/schedules", json={"project": "tiny", "cron": "0 * * * *"}).json()["id"]
    due = datetime(2026, 3, 2, 2, tzinfo=UTC)
    clock = Time(due + timedelta(hours=5, minutes=10))
    service.schedules.change(schedule, due=due.timestamp())
    clockwork = Clock(service, now=clock)
    clockwork.tick()
    assert [n["outcome"] for n in service.schedules.nights()] == ["missed"]
    assert service.jobs.listed() == []
    clock.at = due + timedelta(hours=6, minutes=50)
    clockwork.tick()
    assert service.schedules.nights()[0]["outcome"] == "started"
    clock.at = due + timedelta(hours=7, minutes=1)
    clockwork.tick()
    assert [n["outcome"] for n in service.schedules.nights()] == ["overlapped", "started", "missed"]
    assert len(service.jobs.listed()) == 1
    job = service.jobs.listed()[0]["id"]
    service.jobs.cancel(job)
    clockwork.tick()
    assert service.schedules.nights()[1]["outcome"] == "cancelled"


def test_two_services_start_a_due_run_once(nightly: tuple[TestClient, Service]) -> None:
    client, service = nightly
    schedule = client.post("/api/schedules", json={"project": "tiny", "cron": "0 2 * * *"}).json()["id"]
    due = datetime(2026, 3, 2, 2, tzinfo=UTC)
    service.schedules.change(schedule, due=due.timestamp())
    clocks = [Clock(service, now=Time(due + timedelta(seconds=5))) for _ in range(4)]
    threads = [threading.Thread(target=clock.tick) for clock in clocks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(service.jobs.listed()) == 1


def test_a_message_is_tried_again_with_growing_waits_and_given_up_in_the_end(
    nightly: tuple[TestClient, Service], hook: Hook
) -> None:
    _, service = nightly
    clock = Time(datetime.now(UTC) + timedelta(seconds=5))
    clockwork = Clock(service, now=clock)
    assert service.schedules.post("m1", target="team", event="regression", body="{}")
    assert not service.schedules.post("m1", target="team", event="regression", body="{}")
    hook.statuses = [500, 302]
    waits = []
    for _ in range(3):
        clockwork.tick()
        message = service.schedules.messages()[0]
        waits.append(message["due"] - clock())
        clock.at += timedelta(seconds=waits[-1] + 1)
    assert [round(wait) for wait in waits[:2]] == [10, 20]
    assert (message["status"], message["attempts"], len(hook.got)) == ("sent", 3, 3)
    service.schedules.post("m2", target="team", event="recovery", body="{}")
    hook.statuses = [500] * 20
    for _ in range(12):
        clockwork.tick()
        clock.at += timedelta(hours=2)
    last = next(m for m in service.schedules.messages() if m["id"] == "m2")
    assert (last["status"], last["attempts"], last["message"]) == ("given_up", 8, "answered 500")
    service.schedules.post("m3", target="gone", event="recovery", body="{}")
    clockwork.tick()
    gone = next(m for m in service.schedules.messages() if m["id"] == "m3")
    assert gone["status"] == "given_up" and "no webhook gone" in gone["message"]


def test_schedules_are_added_paused_and_removed_on_their_page(
    nightly: tuple[TestClient, Service], form: Fields
) -> None:
    client, service = nightly
    fields = form(client, project="tiny", cron="30 1 * * 1-5", zone="Asia/Tokyo", target="raw")
    page = client.post("/schedules", data=fields)
    assert "30 1 * * 1-5" in page.text and "Asia/Tokyo" in page.text and "No night yet" in page.text
    schedule = service.schedules.listed()[0]["id"]
    wrong = client.post("/schedules", data=fields | {"zone": "Asia/Tokio"})
    assert wrong.status_code == 422 and "did you mean Asia/Tokyo" in wrong.text
    assert client.post("/schedules", data=fields | {"cron": "61 * * * *"}).status_code == 422
    for do, said in (("pause", "paused"), ("continue", "next ")):
        assert said in client.post(f"/schedules/{schedule}/change", data=form(client, do=do)).text
    assert client.post(f"/schedules/{schedule}/change", data=form(client, do="what")).status_code == 422
    client.post(f"/schedules/{schedule}/change", data=form(client, do="remove"))
    assert service.schedules.listed() == []
    assert client.get(f"/schedules/{schedule}").status_code == 404


def test_the_clocks_change_neither_skips_nor_doubles_a_night() -> None:
    zone = ZoneInfo("Europe/Prague")
    at = datetime(2026, 3, 27, 12, tzinfo=zone).timestamp()
    spring = []
    for _ in range(4):
        at = following("30 2 * * *", "Europe/Prague", at)
        spring.append(datetime.fromtimestamp(at, zone).strftime("%d %H:%M"))
    assert spring == ["28 02:30", "29 03:00", "30 02:30", "31 02:30"]
    at = datetime(2026, 10, 24, 12, tzinfo=zone).timestamp()
    autumn = []
    for _ in range(3):
        at = following("30 2 * * *", "Europe/Prague", at)
        autumn.append(datetime.fromtimestamp(at, zone).strftime("%d %H:%M"))
    assert autumn == ["25 02:30", "26 02:30", "27 02:30"]


def test_a_wrong_expression_or_zone_is_named() -> None:
    with pytest.raises(ConfigError, match="not a cron expression: 'nightly'"):
        check_cron("nightly", "UTC")
    with pytest.raises(ConfigError, match="did you mean Europe/Prague"):
        check_cron("0 2 * * *", "Europe/Praha")
