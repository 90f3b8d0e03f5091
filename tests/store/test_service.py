from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import inspect, text

from ragtester.records import Test
from ragtester.store import HEAD, Browse, Found, Jobs, Labels, Pairing, Schedules, Store, Tokens, current_revision
from ragtester.store.engine import open_engine, writing


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as opened:
        yield opened


def case(position: int, **values: object) -> dict[str, object]:
    return {
        "run": "r1", "position": position, "system": "a", "test": f"t{position}", "sample": 0, "kind": "positive",
        "type": "numeric", "status": "passed", "reason": None, "stage": None, "failure": None, "flesch": None,
        "recall": None, "seconds": None, "answer_key": "", "verdict_key": "", "row_key": "", **values,
    }  # fmt: skip


def test_a_database_of_the_first_schema_is_upgraded_with_its_rows(url: str) -> None:
    from alembic import command
    from alembic.config import Config

    from ragtester.store.migrate import _SCRIPTS

    engine = open_engine(url)
    settings = Config()
    settings.set_main_option("script_location", str(_SCRIPTS))
    with writing(engine) as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0001")
        connection.execute(
            text(
                "INSERT INTO case_row (run, position, system, test, sample, kind, type, status, answer_key, verdict_key)"
                " VALUES ('r1', 0, 'a', 't', 0, 'positive', 'numeric', 'passed', '', '')"
            )
        )
    engine.dispose()
    with Store(url) as store:
        assert store.upgraded and current_revision(store.engine) == HEAD
        assert store.cases("r1")[0]["row_key"] == ""
        assert {"job", "token", "schedule", "night", "delivery", "run_test"} <= set(
            inspect(store.engine).get_table_names()
        )


def test_workers_of_several_connections_share_the_jobs_out(store: Store) -> None:
    jobs = Jobs(store)
    for number in range(20):
        jobs.add(f"p{number % 10}", {})
    taken: list[Found] = []

    def take(name: str) -> None:
        while job := jobs.claim(name):
            taken.append(job)

    threads = [threading.Thread(target=take, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 10 and len({job["project"] for job in taken}) == 10
    jobs.end(taken[0]["id"], taken[0]["worker"], "queued")
    again = jobs.claim("w9")
    assert again is not None and again["project"] == taken[0]["project"] and again["attempts"] == 1


def test_cases_are_browsed_counted_and_found_by_their_questions(store: Store) -> None:
    tests = [
        Test(id=f"t{n}", query=f"How long is leave {n}?", kind="positive", type="numeric", expected_answer="x")
        for n in range(4)
    ]
    store.put_tests("r1", tests)
    store.put_cases(
        [case(0, flesch=20.0), case(1, status="failed", stage="retrieve", failure="wrong_answer", flesch=65.0, answer_key="k"),
         case(2, status="failed", stage="generate", flesch=90.0), case(3, system="b", flesch=30.0)]
    )  # fmt: skip
    store.flush()
    browse = Browse(store)
    assert [one["position"] for one in browse.cases("r1", equal={}, words="LEAVE 2")] == [2]
    assert [one["position"] for one in browse.cases("r1", equal={"status": "failed"}, after=1)] == [2]
    assert browse.neighbours("r1", 1, "failed") == (None, 2)
    assert browse.count("r1", "system") == {"a": {"passed": 1, "failed": 2}, "b": {"passed": 1}}
    tally = {(one["status"], one["stage"], one["band"]): one["n"] for one in browse.tally("r1")}
    assert tally == {
        ("passed", None, 0): 1,
        ("failed", "retrieve", 3): 1,
        ("failed", "generate", 4): 1,
        ("passed", None, 1): 1,
    }
    assert sum(one["n"] for one in browse.tally("r1", system="b")) == 1
    assert browse.of_answers(["k", "none"])["k"]["position"] == 1
    assert browse.test("r1", "t2") == tests[2] and browse.test("r1", "none") is None
    assert browse.test_counts("r1") == {"numeric": 4}
    store.put_cases([case(0, run="r2", status="failed", stage="retrieve"), case(1, run="r2")])
    store.flush()
    moved = Pairing(store, "r1", "r2").moved(was="passed", now="failed")
    assert [(one["test"], one["query"], one["stage"]) for one in moved] == [("t0", "t0", "retrieve")]
    assert len(browse.statuses("r1", systems=["b"])) == 1 and len(browse.measured("r1")) == 4
    assert browse.total("r1") == 4


def test_labels_of_two_people_are_paired_and_the_newest_word_counts(store: Store) -> None:
    labels = Labels(store)
    for reviewer, item, said in (
        ("a", "x", "passed"),
        ("a", "x", "failed"),
        ("b", "x", "failed"),
        ("b", "y", "passed"),
    ):
        labels.put(reviewer, "verdict", item, said)
    assert labels.pairs("verdict", "a", "b") == [("failed", "failed")]
    assert labels.reviewers("verdict") == {"a": 1, "b": 2}
    assert [one["label"] for one in labels.listed(reviewer="a")] == ["failed"]
    assert labels.drop("a", "verdict", "x") and not labels.drop("a", "verdict", "x")


def test_tokens_and_schedules_are_kept_changed_and_ended(store: Store) -> None:
    tokens = Tokens(store)
    tokens.add("abc", name="n", hash_="h", scope="read")
    tokens.touch("abc")
    assert tokens.listed()[0]["used"] and "hash" not in tokens.listed()[0]
    assert tokens.revoke("abc") and tokens.listed() == []
    schedules = Schedules(store)
    schedule = schedules.add("p", cron="0 2 * * *", zone="UTC", due=10.0, target=None)
    assert schedules.take(schedule, due=10.0, following=20.0) and not schedules.take(schedule, due=10.0, following=20.0)
    schedules.put_night(schedule, 10.0, project="p", outcome="started", job="j")
    assert schedules.end_night(schedule, 10.0, outcome="passed", run="r", event=None, detail={})
    assert not schedules.end_night(schedule, 10.0, outcome="passed", run="r", event=None, detail={})
    assert [night["run"] for night in schedules.nights(project="p", outcome="passed")] == ["r"]
    assert schedules.post("m", target="t", event="regression", body="{}", due=5.0)
    assert schedules.waiting(now=4.0) == [] and len(schedules.waiting(now=6.0)) == 1
    assert schedules.take_message("m", due=5.0, lease=60) and not schedules.take_message("m", due=5.0, lease=60)
    assert schedules.change(schedule, enabled=False) and schedules.drop(schedule) and not schedules.drop(schedule)
