from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from ragtester.records import Test
from ragtester.store import FILTERS, Browse, Pairing, Store

SYSTEMS, TESTS = ("a", "b", "c"), 90


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as opened:
        yield opened


def rows(run: str) -> list[dict[str, Any]]:
    found = []
    for position, (system, number) in enumerate(product(SYSTEMS, range(TESTS))):
        failed = (number + position) % 3 == 0
        found.append(
            {"run": run, "position": position, "system": system, "test": f"t{number}", "sample": 0, "kind": "positive" if number % 4 else "negative",
             "type": ("numeric", "list", "temporal")[number % 3], "status": "failed" if failed else "unmeasured" if number % 11 == 0 else "passed",
             "reason": None if failed or number % 11 else "timeout", "stage": ("retrieve", "generate")[number % 2] if failed else None,
             "failure": ("wrong_answer", "unclear")[position % 2] if failed else None, "flesch": None, "factuality": None,
             "relevance": None, "completeness": None, "clarity": None, "recall": None, "seconds": 0.1,
             "answer_key": "", "verdict_key": "", "row_key": ""}
        )  # fmt: skip
    return found


def fill(store: Store, run: str, cases: list[dict[str, Any]], *, status: str = "passed") -> None:
    store.put_tests(run, [
        Test(id=f"t{n}", query=f"Jak dlouho trvá DOVOLENÁ č. {n} v Řecku?", kind="positive", type="numeric", expected_answer="x")
        for n in range(TESTS)
    ])  # fmt: skip
    store.put_run(
        {"id": run, "name": "n", "status": status, "started": 1.0, "seconds": 1.0, "config": "{}", "summary": None}
    )
    store.put_cases(cases)
    store.flush()


def test_every_combination_of_filters_and_words_gives_what_looking_at_each_case_gives(store: Store) -> None:
    made = rows("r")
    fill(store, "r", made)
    browse = Browse(store)
    values = {"system": "b", "test": "t7", "status": "failed", "kind": "positive", "type": "list", "stage": "retrieve",
              "failure": "unclear", "reason": "timeout"}  # fmt: skip
    assert set(values) == set(FILTERS)
    for number in range(2 ** len(values)):
        equal = {name: value for bit, (name, value) in enumerate(values.items()) if number >> bit & 1}
        for words, fits in (
            ("", lambda n: True),
            ("č. 3", lambda n: str(n).startswith("3")),
            ("dovolená", lambda n: True),
        ):
            wanted = [
                row["position"] for row in made
                if row["position"] > 20 and fits(int(row["test"][1:])) and all(row[name] == value for name, value in equal.items())
            ]  # fmt: skip
            found = browse.cases("r", equal=equal, words=words, after=20, limit=30)
            assert [row["position"] for row in found] == wanted[:30], (equal, words)


def test_words_are_found_in_any_case_of_any_script_and_signs_are_only_signs(store: Store) -> None:
    fill(store, "r", rows("r"))
    browse = Browse(store)
    assert len(browse.cases("r", equal={}, words="ŘECKU", limit=500)) == len(SYSTEMS) * TESTS
    assert {row["test"] for row in browse.cases("r", equal={}, words="Č. 17", limit=500)} == {"t17"}
    for words in ("%", "_", "č_", "xyzzy"):
        assert browse.cases("r", equal={}, words=words) == [] == browse.tests("r", equal={}, words=words)
    assert [row["id"] for row in browse.tests("r", equal={}, words="č. 8", limit=3)] == ["t8", "t80", "t81"]
    assert "payload" not in browse.tests("r", equal={})[0] and browse.tests("r", equal={}, whole=True)[0]["payload"]


def test_the_questions_of_a_run_that_goes_on_are_read_again(store: Store) -> None:
    fill(store, "r", rows("r"), status="running")
    browse = Browse(store)
    assert browse.cases("r", equal={}, words="Kréta") == []
    store.put_tests("r", [Test(id="t0", query="A Kréta?", kind="positive", type="numeric", expected_answer="x")])
    store.flush()
    assert {row["test"] for row in browse.cases("r", equal={}, words="kréta")} == {"t0"}


def test_pairs_are_counted_and_runs_of_one_system_are_paired_whatever_it_is_called(store: Store) -> None:
    base = [row for row in rows("r1") if row["system"] == "a"]
    fill(store, "r1", base)
    fill(store, "r2", [row | {"run": "r2", "system": "new", "status": "failed"} for row in base[:50]])
    pairing = Pairing(store, "r1", "r2")
    assert pairing.renamed == "a -> new" and pairing.sizes() == (TESTS, 50)
    counted = {(row["base_status"], row["candidate_status"]): row["n"] for row in pairing.counts()}
    statuses = [row["status"] for row in base[:50]]
    assert counted == {(status, "failed"): statuses.count(status) for status in set(statuses)}
    moved = pairing.moved(was="passed", now="failed")
    assert len(moved) == statuses.count("passed") and moved[0]["system"] == "new"
    assert Pairing(store, "r1", "r1").renamed is None


def test_a_list_is_led_to_by_an_index_whichever_column_it_is_narrowed_by(store: Store) -> None:
    if store.engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL chooses by its own statistics")
    fill(store, "r", rows("r"))
    from ragtester.store.browse import _listing

    for name in ("test", "failure", "stage", "reason", "system", "type", "status"):
        statement = _listing((name,), False, name == "test").compile(store.engine)
        values = {"run": "r", "after": -1, "most": 50, f"is_{name}": "x"}
        with store.engine.connect() as connection:
            plan = connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {statement}", tuple(values.get(key, -1) for key in statement.positiontup or ())
            ).fetchall()
        assert f"(run=? AND {name}=?" in plan[0][3], (name, plan)
