from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from ragtester.records import Test, text_hash
from ragtester.web import Settings, create_app
from ragtester.web.service import Service

from .conftest import Made

Fields = Callable[..., dict[str, str]]


def paths(client: TestClient, made: Made) -> list[str]:
    first, second = made.runs
    case = client.get(f"/api/runs/{second}/cases", params={"kind": "positive"}).json()["items"][0]
    return [
        "/",
        "/projects/tiny",
        "/projects/tiny/start",
        "/projects/tiny/config",
        f"/runs/{second}",
        f"/runs/{second}/system?system={case['system']}",
        f"/runs/{second}/cases",
        f"/runs/{second}/cases?status=failed&words=a",
        f"/runs/{second}/cases/{case['position']}",
        f"/runs/{second}/tests",
        f"/runs/{second}/tests/{case['test']}",
        f"/runs/{second}/mutants",
        "/compare",
        f"/compare?base={first}&candidate={second}",
        "/review",
        f"/review?run={second}&kind=test&reviewer=ann",
        "/calibration",
        "/schedules",
        "/settings",
        "/login",
    ]


def test_every_page_opens_names_itself_and_needs_no_other_host(client: TestClient, made: Made) -> None:
    for path in paths(client, made):
        answer = client.get(path)
        assert answer.status_code == 200, (path, answer.text[-500:])
        assert "<h1>" in answer.text and "<title>" in answer.text, path
        for address in re.findall(r'(?:src|href|action)="([^"]*)"', answer.text):
            assert address.startswith(("/", "?", "#")), (path, address)
        assert " style=" not in answer.text and "<style" not in answer.text, path
        assert not re.search(r"<script(?! src=)", answer.text), path
        assert not re.search(r"\son[a-z]+=", answer.text), path


def test_every_link_of_every_page_leads_somewhere(client: TestClient, made: Made) -> None:
    seen: set[str] = set()
    for path in paths(client, made):
        for link in re.findall(r'href="([^"#]+)', client.get(path).text):
            target = link.replace("&amp;", "&")
            seen.add(path.split("?")[0] + target if target.startswith("?") else target)
    assert len(seen) > 40
    for link in sorted(seen):
        if "autorag" not in link:
            assert client.get(link).status_code == 200, link


def test_every_form_field_has_a_name_for_screen_readers(client: TestClient, made: Made) -> None:
    for path in paths(client, made):
        text = client.get(path).text
        for field in re.finditer(r"<(input|select|textarea)\b([^>]*)>", text):
            if 'type="hidden"' in field[2]:
                continue
            before = text[: field.start()]
            inside = before.rfind("<label") > before.rfind("</label")
            assert inside or "aria-label=" in field[2], (path, field[0])


def test_the_matrix_shows_rate_interval_and_n_and_leads_to_the_failures(client: TestClient, made: Made) -> None:
    text = client.get(f"/runs/{made.runs[1]}").text
    assert re.search(r"<b>\d+ %</b><span>\d+–\d+</span><span>n 10</span>", text)
    assert "/system?system=reader%2Fbm25%2Frecursive-450-50%2Fk2" in text
    assert "pass rate" in text and "misses 0.99" in text


def test_a_case_shows_question_answer_marked_evidence_page_prompt_and_other_systems(
    client: TestClient, made: Made
) -> None:
    run = made.runs[1]
    for case in client.get(f"/api/runs/{run}/cases", params={"kind": "positive", "limit": 100}).json()["items"]:
        detail = client.get(f"/api/runs/{run}/cases/{case['position']}").json()
        if case["status"] == "failed" and detail["case"]["recall"]:
            break
    text = client.get(f"/runs/{run}/cases/{case['position']}").text
    assert "<mark>" in text
    assert "What the other systems said" in text
    assert "Final context" in text and "Prompt" in text and "parse: " in text
    picture = client.get(f"/api/runs/{run}/cases/{case['position']}/evidence/0.png")
    assert picture.content.startswith(b"\x89PNG")


def test_filters_narrow_the_list_and_stay_in_the_address(client: TestClient, made: Made) -> None:
    run = made.runs[1]
    everything = client.get(f"/runs/{run}/cases").text.count("<tr>")
    failed = client.get(f"/runs/{run}/cases?status=failed")
    assert 1 < failed.text.count("<tr>") < everything
    assert '<option value="failed" selected>' in failed.text
    assert "No case fits" in client.get(f"/runs/{run}/cases?words=xyzzy").text


def test_pages_say_what_to_do_where_there_is_nothing(serving: tuple[TestClient, Service]) -> None:
    client, _ = serving
    assert "none yet" in client.get("/").text
    assert "Start the first one" in client.get("/projects/tiny").text
    assert "no finished run to review" in client.get("/review").text
    assert "Nobody has labelled" in client.get("/calibration").text
    assert "Nothing runs by itself" in client.get("/schedules").text
    missing = client.get("/runs/none")
    assert missing.status_code == 404 and "All projects" in missing.text


def test_a_broken_configuration_is_shown_with_its_mistake(tmp_path: Path, fresh: Settings) -> None:
    (fresh.configs / "bad.yaml").write_text("name: bad\nmatrx: {}\n")
    with TestClient(create_app(fresh, background=False), base_url="http://testserver") as client:
        text = client.get("/").text
        assert "cannot be used" in text and "did you mean &#39;matrix&#39;?" in text
        assert str(tmp_path) not in text


def test_what_documents_models_and_people_wrote_is_escaped_everywhere(serving: tuple[TestClient, Service]) -> None:
    client, service = serving
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'"
    store = service.store
    test = Test(id="t1", query=evil, kind="positive", type="numeric", expected_answer=evil)
    key = text_hash(evil)
    store.put_passages({key: evil})
    store.put_results(
        "generate",
        {"a1": {"text": evil, "query": None, "finish": "stop", "usage": {}, "seconds": 0.1, "model": "m",
                "prompt": [["user", key]], "candidates": None, "reranked": None,
                "context": [[evil, evil, key, 1, 0.5, 0, 5, "1", None]]}},
    )  # fmt: skip
    store.put_results("judge", {"v1": {"status": "failed", "rationale": evil, "judge": evil}})
    store.put_results("case", {"r1": {"trail": [evil], "message": evil, "injections": [evil], "retrieval": {}}})
    store.put_run(
        {"id": "r", "name": "tiny", "status": "failed", "started": 1.0, "seconds": 1.0, "config": "{}", "summary": None}
    )
    store.put_tests("r", [test])
    store.put_cases(
        [{"run": "r", "position": 0, "system": evil, "test": "t1", "sample": 0, "kind": "positive", "type": "numeric",
          "status": "failed", "reason": None, "stage": "retrieve", "failure": "wrong_answer", "flesch": 50.0,
          "answer_key": "a1", "verdict_key": "v1", "row_key": "r1"}]
    )  # fmt: skip
    store.flush()
    service.labels.put(evil, "verdict", "a1", "passed", note=evil)
    service.labels.put("ann", "verdict", "a1", "failed", note=evil)
    for path in ("/runs/r", "/runs/r/cases", "/runs/r/cases/0", "/runs/r/tests", "/runs/r/tests/t1", "/calibration",
                 "/review?run=r&reviewer=bob", f"/runs/r/cases?words={evil}", f"/runs/r/system?system={evil}"):  # fmt: skip
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "<script>alert" not in answer.text and "<img src=x" not in answer.text, path
        assert "&lt;script&gt;" in answer.text, path


def test_a_run_is_started_followed_and_cancelled_from_its_pages(
    serving: tuple[TestClient, Service], form: Fields
) -> None:
    client, service = serving
    fields = form(client, "/projects/tiny/start", limit="3", filter_systems="", retry_errors="true")
    answer = client.post("/projects/tiny/start", data=fields)
    assert answer.status_code == 200 and "A worker takes it" in answer.text
    job = service.jobs.listed()[0]
    assert '"limit": 3' in job["options"] and '"retry_errors": true' in job["options"]
    answer = client.post(f"/jobs/{job['id']}/cancel", data=form(client, f"/jobs/{job['id']}"))
    assert "cancelled" in answer.text and "Start again" in answer.text
    wrong = client.post("/projects/tiny/start", data=form(client, "/projects/tiny/start", limit="-3"))
    assert wrong.status_code == 422 and "limit" in wrong.text


def test_two_reviewers_label_the_same_answers_in_the_same_order_and_kappa_follows(made: Made, form: Fields) -> None:
    with TestClient(create_app(made.settings, background=False), base_url="http://testserver") as client:
        service: Service = client.app.state.service  # type: ignore[attr-defined]
        run = made.runs[1]
        orders: dict[str, list[str]] = {"ann": [], "bob": []}
        for reviewer, order in orders.items():
            for number in range(4):
                page = client.get("/review", params={"run": run, "reviewer": reviewer}).text
                item = page.split('name="item" value="')[1].split('"')[0]
                order.append(item)
                label = "passed" if number < 2 or reviewer == "bob" else "failed"
                fields = form(client, f"/review?run={run}", run=run, kind="verdict", reviewer=reviewer, item=item,
                              label=label, confidence="4")  # fmt: skip
                assert client.post("/review", data=fields).status_code == 200
        assert orders["ann"] == orders["bob"]
        text = client.get("/review", params={"run": run, "reviewer": "eve"}).text
        assert "ann and bob: agree on 2 of 4, kappa <b>0.00</b>" in text
        calibration = client.get("/calibration").text
        assert "judge agrees" in calibration and "ann and bob" in calibration
        for reviewer, items in orders.items():
            for item in items:
                assert service.labels.drop(reviewer, "verdict", item)


def test_a_verdict_is_labelled_on_the_case_page(made: Made, client: TestClient, form: Fields) -> None:
    run = made.runs[1]
    page = f"/runs/{run}/cases/0"
    fields = form(client, page, reviewer="cy", label="failed", note="no")
    assert "cy" in client.post(f"{page}/label", data=fields).text
    assert client.post(f"{page}/label", data=fields | {"label": "maybe"}).status_code == 422
    item = client.get("/api/labels", params={"reviewer": "cy"}).json()[0]["item"]
    assert client.delete("/api/labels", params={"kind": "verdict", "reviewer": "cy", "item": item}).json() == {
        "done": True
    }


def test_settings_show_a_new_token_once_and_never_a_secret(serving: tuple[TestClient, Service], form: Fields) -> None:
    client, service = serving
    answer = client.post("/settings/tokens", data=form(client, "/settings", name="ci", scope="read"))
    token = answer.text.split('class="secret">')[1].split("<")[0]
    assert token.startswith("rt_")
    assert token not in client.get("/settings").text
    assert "very-secret-text" not in client.get("/settings").text
    ident = service.tokens.listed()[0]["id"]
    assert client.post(f"/settings/tokens/{ident}/revoke", data=form(client, "/settings")).status_code == 200
    assert service.tokens.listed() == []


@pytest.mark.parametrize("path", ["/look.css", "/static/app.css", "/static/app.js", "/static/icon.svg"])
def test_styles_and_script_are_shipped(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_charts_are_pictures_of_their_own_for_a_run_and_for_each_of_its_systems(
    client: TestClient, made: Made, serving: tuple[TestClient, Service]
) -> None:
    run = made.runs[1]
    for path in (f"/runs/{run}", f"/runs/{run}/system?system=reader%2Fbm25%2Frecursive-450-50%2Fk2", "/projects/tiny"):
        pictures = re.findall(r'<img src="([^"]+\.svg[^"]*)" alt="[^"]+"', client.get(path).text)
        assert pictures, path
        for picture in pictures:
            answer = client.get(picture.replace("&amp;", "&"))
            assert answer.headers["content-type"] == "image/svg+xml" and answer.text.startswith("<svg role="), picture
            assert "script-src" not in answer.headers["content-security-policy"]
    assert client.get(f"/runs/{run}/charts/secret.svg").status_code == 422
    assert client.get("/runs/none/charts/type.svg").status_code == 404
    empty, service = serving
    assert "No finished run yet" in empty.get("/projects/tiny/trend.svg").text
    service.store.put_run({"id": "r", "name": "tiny", "status": "running", "started": 1.0, "seconds": None, "config": "{}", "summary": None})  # fmt: skip
    service.store.flush()
    assert "Nothing failed." in empty.get("/runs/r/charts/stage.svg").text


def test_a_kept_page_is_made_again_when_its_run_changes_and_is_never_another_readers(
    serving: tuple[TestClient, Service],
) -> None:
    client, service = serving
    row = {
        "id": "r",
        "name": "tiny",
        "status": "passed",
        "started": 1.0,
        "seconds": 1.0,
        "config": "{}",
        "summary": None,
    }
    case = {"run": "r", "position": 0, "system": "s", "test": "t", "sample": 0, "kind": "positive", "type": "numeric",
            "status": "passed", "reason": None, "stage": None, "failure": None, "flesch": None, "answer_key": "a", "verdict_key": "",
            "row_key": ""}  # fmt: skip
    service.store.put_run(row)
    service.store.put_cases([case])
    answer = {"text": "An answer.", "query": None, "finish": "stop", "usage": {}, "seconds": 0.1, "model": "m", "prompt": [],
              "candidates": None, "reranked": None, "context": None}  # fmt: skip
    service.store.put_results("generate", {"a": answer})
    service.store.flush()
    first = client.get("/runs/r/cases").text
    token = client.get("/runs/r/cases/0").text.split('name="csrf" value="')[1][:64]
    assert client.get("/runs/r/cases").text == first
    service.store.put_cases([case | {"status": "failed"}])
    service.store.flush()
    assert client.get("/runs/r/cases").text == first
    service.store.put_run(row | {"seconds": 2.0})
    service.store.flush()
    assert "failed</span>" in client.get("/runs/r/cases").text
    service.labels.put("ann", "verdict", "a", "failed", note="a note of ann")
    assert "a note of ann" in client.get("/runs/r/cases/0").text
    client.cookies.clear()
    assert client.get("/runs/r/cases/0").text.split('name="csrf" value="')[1][:64] != token
    job = service.jobs.add("tiny", {})
    assert 'class="count"' in client.get("/runs/r/cases").text
    service.jobs.cancel(job)
    assert 'class="count"' not in client.get("/runs/r/cases").text


def test_a_case_of_an_older_version_is_read_from_the_runs_own_file(serving: tuple[TestClient, Service]) -> None:
    client, service = serving
    row = {
        "id": "old",
        "name": "tiny",
        "status": "passed",
        "started": 1.0,
        "seconds": 1.0,
        "config": "{}",
        "summary": None,
    }
    service.store.put_run(row)
    service.store.put_cases(
        {"run": "old", "position": n, "system": "external", "test": f"t{n}", "sample": 0, "kind": "positive", "type": "numeric",
         "status": "failed", "reason": None, "stage": "retrieve", "failure": "wrong_answer", "flesch": None, "answer_key": "", "verdict_key": "", "row_key": ""}
        for n in range(3)
    )  # fmt: skip
    service.store.flush()
    assert "There is no answer" in client.get("/runs/old/cases/1").text
    folder = service.settings.output / "tiny" / "runs" / "old"
    folder.mkdir(parents=True)
    lines = [
        {"system": "external", "test": f"t{n}", "sample": 0, "kind": "positive", "type": "numeric", "query": f"How many of {n}?", "expected_answer": "25",
         "evidence": [{"document": "d", "quote": "there are 25"}], "answer": f"There are {n}.", "retrieved": [{"chunk": "c", "document": "d",
         "text": "It says there are 25 in all.", "rank": 1, "score": 0.5}], "candidates": None, "status": "failed", "scores": {"factuality": 1.0},
         "rationale": "another number", "judge": "j", "trail": ["retrieve: it was there"], "retrieval": {"recall": 1.0}, "message": ""}
        for n in range(2)
    ]  # fmt: skip
    (folder / "results.jsonl").write_text("\n".join(json.dumps(line) for line in lines) + "\n{broken", encoding="utf-8")
    service.store.put_run(row | {"seconds": 2.0})
    service.store.flush()
    page = client.get("/runs/old/cases/1").text
    for said in (
        "How many of 1?",
        "There are 1.",
        "another number",
        "retrieve: it was there",
        "<mark>there are 25</mark>",
    ):
        assert said in page, said
    assert client.get("/api/runs/old/cases/1").json()["trail"] == ["retrieve: it was there"]
    assert client.get("/runs/old/cases/2").status_code == 200
