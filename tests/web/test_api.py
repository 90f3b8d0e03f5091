from __future__ import annotations

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ragtester.web import Settings, create_app
from ragtester.web.service import Service

from .conftest import CONFIG, Made


def test_the_openapi_document_names_every_operation_with_its_answers(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    operations = [(path, method, one) for path, item in document["paths"].items() for method, one in item.items()]
    assert len(operations) >= 35
    for path, method, one in operations:
        assert one["summary"] and one["tags"], (method, path)
        if path.startswith("/api/"):
            assert {"401", "403", "422"} <= set(one["responses"]), (method, path)
    assert len({one["operationId"] for *_, one in operations}) == len(operations)


def test_projects_runs_and_systems_are_listed_and_paged(client: TestClient, made: Made) -> None:
    project = client.get("/api/projects").json()
    assert [(one["name"], one["valid"], one["newest"]) for one in project] == [("tiny", True, made.runs[1])]
    first = client.get("/api/runs", params={"limit": 1}).json()
    second = client.get("/api/runs", params={"limit": 1, "before": first[0]["id"]}).json()
    assert (first[0]["id"], second[0]["id"]) == (made.runs[1], made.runs[0])
    assert client.get("/api/runs", params={"before": "none"}).status_code == 404
    systems = client.get(f"/api/runs/{made.runs[0]}/systems").json()
    assert len(systems) == 2 and systems[0]["interval"][0] <= systems[0]["pass_rate"]
    assert client.get("/api/projects/tiny/validate").json()["valid"]
    assert client.get("/api/projects/tiny/estimate").json()["cases"] == 20


def test_cases_come_page_by_page_without_gap_or_repetition(client: TestClient, made: Made) -> None:
    seen: list[int] = []
    after = -1
    while after is not None:
        page = client.get(f"/api/runs/{made.runs[1]}/cases", params={"limit": 7, "after": after}).json()
        seen += [case["position"] for case in page["items"]]
        after = page["next"]
    assert seen == list(range(20))
    kinds = client.get(f"/api/runs/{made.runs[1]}/cases", params={"kind": "negative"}).json()["items"]
    assert kinds and {case["kind"] for case in kinds} == {"negative"}
    words = kinds[0]["query"].split()[1]
    assert all(words.lower() in c["query"].lower() for c in
               client.get(f"/api/runs/{made.runs[1]}/cases", params={"words": words}).json()["items"])  # fmt: skip
    assert client.get(f"/api/runs/{made.runs[1]}/cases", params={"words": "100%_"}).json()["items"] == []


@pytest.mark.parametrize("name", ["csv", "deepeval", "giskard", "jsonl", "promptfoo", "ragas"])
def test_a_suite_is_exported_in_every_format(client: TestClient, made: Made, name: str) -> None:
    answer = client.get(f"/api/runs/{made.runs[1]}/export/{name}")
    assert answer.status_code == 200 and len(answer.content) > 500
    assert f'filename="{made.runs[1]}-{name}.' in answer.headers["content-disposition"]


def test_tests_are_listed_and_shown_whole(client: TestClient, made: Made) -> None:
    page = client.get(f"/api/runs/{made.runs[1]}/tests", params={"limit": 4}).json()
    assert len(page["items"]) == 4 and page["next"] == 3
    test = client.get(f"/api/runs/{made.runs[1]}/tests/{page['items'][0]['id']}").json()
    assert test["expected_answer"] and test["query"] == page["items"][0]["query"]


def test_comparing_grounding_judging_and_the_gate_answer_as_their_commands_do(client: TestClient, made: Made) -> None:
    same = client.get("/api/compare", params={"base": made.runs[0], "candidate": made.runs[1]}).json()
    assert same["newly_failing"] == [] and {one["verdict"] for one in same["measures"]} <= {"same", "cannot_tell"}
    body = {"answer": "Leave is 30 days.", "contexts": ["Leave is 25 days."], "question": "How long is leave?"}
    assert client.post("/api/ground", json=body).json()["flagged"]
    verdict = client.post(
        "/api/judge", json={"question": "How long is leave?", "expected_answer": "25 days", "answer": "25 days."}
    )
    assert verdict.json()["status"] == "passed"
    gate = client.post("/api/gate", json={"contract": {}, "base": {}, "candidate": {}}).json()
    assert gate["status"] == "INVALID" and "/tmp" not in json.dumps(gate)


def test_two_large_runs_are_compared_from_counts_in_the_database(serving: tuple[TestClient, Service]) -> None:
    client, service = serving
    size = 5100
    for run, chance in (("r1", 10), ("r2", 8)):
        service.store.put_run({"id": run, "name": "tiny", "status": "failed", "started": 1.0, "seconds": 1.0, "config": "{}",
                               "summary": None})  # fmt: skip
        service.store.put_cases(
            {"run": run, "position": n, "system": "ab"[n % 2], "test": f"t{n // 2}", "sample": 0, "kind": "positive",
             "type": "numeric", "status": "failed" if n // 2 % chance == 0 else "passed", "stage": None, "factuality": 5.0 - (n % chance == 0),
             "relevance": None, "completeness": None, "clarity": None, "recall": None, "seconds": 0.1}
            for n in range(2 * size + (run == "r1"))
        )  # fmt: skip
    service.store.flush()
    found = client.get("/api/compare", params={"base": "r1", "candidate": "r2"}).json()
    both = [(one["system"], one["measure"], one["n"]) for one in found["measures"]]
    assert both == [(s, m, size) for s in "ab" for m in ("pass_rate", "scores.factuality")]
    lost = sum(n % 8 == 0 and n % 10 != 0 for n in range(size))
    assert len(found["newly_failing"]) == 2 * lost and found["newly_failing"][0] == "t8 (a)"
    assert (found["only_base"], found["only_candidate"]) == (1, 0)
    assert found["measures"][0]["verdict"] == "worse"
    page = client.get("/compare", params={"base": "r1", "candidate": "r2"}).text
    assert f"The first 200 of {2 * lost:,}" in page and "the time that cases took is left out" in page


def test_a_run_is_queued_listed_cancelled_and_resumed(client: TestClient, made: Made) -> None:
    service: Service = client.app.state.service  # type: ignore[attr-defined]
    job = client.post("/api/projects/tiny/runs", json={"limit": 1}).json()
    assert job["status"] == "queued"
    assert [one["id"] for one in client.get("/api/jobs", params={"active": True}).json()] == [job["id"]]
    assert client.post(f"/api/jobs/{job['id']}/cancel").json()["status"] == "cancelled"
    again = client.post(f"/api/runs/{made.runs[1]}/resume", json={}).json()
    service.jobs.cancel(again["id"])
    stream = client.get(f"/api/jobs/{job['id']}/progress")
    assert stream.headers["content-type"].startswith("text/event-stream")
    event, data = stream.text.strip().split("\n")
    assert event == "event: progress" and json.loads(data.removeprefix("data: "))["status"] == "cancelled"
    assert client.get("/api/jobs/none/progress").status_code == 404
    with service.store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM job")


def test_metrics_count_requests_and_jobs(client: TestClient) -> None:
    client.get("/api/projects")
    text = client.get("/metrics").text
    assert 'ragtester_http_requests_total{method="GET",status="200"}' in text and "# TYPE ragtester_jobs gauge" in text
    for line in text.splitlines():
        assert line.startswith("#") or len(line.rsplit(" ", 1)) == 2


def test_a_service_that_stops_is_not_ready(client: TestClient) -> None:
    assert client.get("/ready").json()["ready"]
    client.app.state.service.stopping.set()  # type: ignore[attr-defined]
    assert client.get("/ready").status_code == 503


def test_harmless_changes_of_a_configuration_are_saved_and_shown_as_a_diff(
    serving: tuple[TestClient, Service], fresh: Settings
) -> None:
    client, _ = serving
    changed = CONFIG.replace("top_k: [2]", "top_k: [1, 4]")
    checked = client.post("/api/projects/tiny/config/validate", json={"text": changed}).json()
    assert checked["valid"] and len(checked["systems"]) == 4
    assert "top_k: [2]" in (fresh.configs / "tiny.yaml").read_text()
    assert client.put("/api/projects/tiny/config", json={"text": changed}).status_code == 200
    assert "top_k: [1, 4]" in client.get("/api/projects/tiny/config").json()["text"]
    token = client.get("/projects/tiny/config").text.split('name="csrf" value="')[1].split('"')[0]
    page = client.post(
        "/projects/tiny/config", data={"csrf": token, "text": changed.replace("[1, 4]", "[5]"), "do": "check"}
    )
    assert "It is not saved yet" in page.text and 'class="added"' in page.text
    page = client.post("/projects/tiny/config", data={"csrf": token, "text": "name: tiny\nmatrx: 1", "do": "save"})
    assert page.status_code == 422 and "matrx" in page.text


def test_projects_of_one_name_are_told_apart_and_a_changed_file_is_read_again(fresh: Settings) -> None:
    (fresh.configs / "zz.yaml").write_text(CONFIG)
    with TestClient(create_app(fresh, background=False), base_url="http://testserver") as client:
        found = client.get("/api/projects").json()
        assert [one["valid"] for one in found] == [True, False] and "tiny.yaml has the name" in found[1]["problem"]
        (fresh.configs / "zz.yaml").write_text(CONFIG.replace("name: tiny", "name: other"))
        assert [one["name"] for one in client.get("/api/projects").json()] == ["other", "tiny"]


def test_the_operators_file_is_checked(tmp_path: Path) -> None:
    from ragtester.errors import ConfigError

    settings = Settings(database="sqlite://", configs=tmp_path, output=tmp_path)
    assert settings.service_file().webhooks == {}
    for text, said in (("webhooks: {a: {url: 'file:///etc/passwd'}}", "begins with http"), ("hook: 1", "keys are"),
                       ("a: [", "cannot be read")):  # fmt: skip
        (tmp_path / "service.yaml").write_text(text)
        with pytest.raises(ConfigError, match=said):
            settings.service_file()


@pytest.mark.parametrize(
    ("host", "guarded"),
    [("127.0.0.1", False), ("localhost", False), ("::1", False), ("0.0.0.0", True), ("example.org", True)],
)
def test_only_this_machines_own_address_needs_no_token(tmp_path: Path, host: str, guarded: bool) -> None:
    settings = Settings(database="sqlite://", configs=tmp_path, output=tmp_path, host=host)
    assert settings.guarded is guarded


def test_a_method_that_a_path_does_not_take_is_told_all_that_it_takes(client: TestClient) -> None:
    for path, methods in (("/api/labels", "DELETE, GET, POST"), ("/api/projects/tiny/config", "GET, PUT"),
                          ("/api/tokens/x", "DELETE"), ("/health", "GET")):  # fmt: skip
        answer = client.request("PATCH", path)
        assert answer.status_code == 405 and answer.headers["allow"] == methods, path


def test_no_value_of_a_body_is_turned_into_another_type(serving: tuple[TestClient, Service]) -> None:
    client, service = serving
    wrong = {"budget_usd": False, "limit": "3", "fresh": 1, "samples": 2.0, "filter_tests": 7}
    for name, value in wrong.items():
        assert client.post("/api/projects/tiny/runs", json={name: value}).status_code == 422, name
    assert service.jobs.listed() == []
    right = {"budget_usd": 2, "limit": 3, "fresh": True, "samples": None}
    assert client.post("/api/projects/tiny/runs", json=right).status_code == 202


def test_a_number_of_twenty_thousand_digits_is_grounded_like_any_other(client: TestClient) -> None:
    body = {"answer": "9" * 19_999, "contexts": ["It is " + "9" * 19_000], "question": "How many?"}
    assert client.post("/api/ground", json=body).status_code == 200
