from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import inspect, text

from ragtester.errors import ConfigError, StoreError
from ragtester.records import Reply, Usage, text_hash
from ragtester.store import HEAD, Store, current_revision
from ragtester.store.tables import TABLES


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as opened:
        yield opened


def case(position: int, status: str = "passed", system: str = "a") -> dict[str, object]:
    return {
        "run": "r1", "position": position, "system": system, "test": f"t{position}", "sample": 0,
        "kind": "positive", "type": "numeric", "status": status, "answer_key": "", "verdict_key": "",
    }  # fmt: skip


def test_a_reply_is_found_before_and_after_it_is_written_and_marked_as_reused(store: Store) -> None:
    reply = Reply(text="42", usage=Usage(prompt_tokens=3), model="m", seconds=0.5)
    store.put_reply("k", reply, model="gpt")
    assert store.replies(["k", "other"])["k"].text == "42"
    store.flush()
    found = store.replies(["k", "other"])
    assert list(found) == ["k"]
    assert found["k"] == reply.model_copy(update={"reused": True})


def test_vectors_and_texts_come_back_as_they_were(store: Store) -> None:
    vector = np.asarray([0.25, -0.5, 1e-7], dtype=np.float32)
    store.put_vectors({"v": vector})
    store.put_passages({text_hash("é"): "é"})
    store.flush()
    assert np.array_equal(store.vectors(["v"])["v"], vector)
    assert store.passages([text_hash("é")]) == {text_hash("é"): "é"}


def test_the_first_result_under_a_key_stays(store: Store) -> None:
    store.put_results("judge", {"k": {"status": "passed"}})
    store.flush()
    store.put_results("judge", {"k": {"status": "failed"}})
    store.flush()
    assert store.results(["k"]) == {"k": {"status": "passed"}}
    store.forget(["k"])
    assert store.results(["k"]) == {}


def test_thousands_of_keys_are_looked_up_in_one_call(store: Store) -> None:
    keys = [f"{number:064x}" for number in range(3000)]
    store.put_results("generate", {key: {"n": number} for number, key in enumerate(keys)})
    store.flush()
    assert {key: payload["n"] for key, payload in store.results(keys).items()} == {k: n for n, k in enumerate(keys)}


def test_cases_are_paged_filtered_counted_and_replaced(store: Store) -> None:
    store.put_cases([case(0), case(1, "failed"), case(2, "failed", "b")])
    store.put_cases([case(1)])
    store.flush()
    assert [row["position"] for row in store.cases("r1", limit=2)] == [0, 1]
    assert [row["position"] for row in store.cases("r1", after=1)] == [2]
    assert [row["position"] for row in store.cases("r1", status="failed")] == [2]
    assert sorted((row["system"], row["status"], row["n"]) for row in store.heat("r1")) == [
        ("a", "passed", 2),
        ("b", "failed", 1),
    ]
    store.drop_cases("r1", position=1)
    assert store.counts()["case_row"] == 1


def test_runs_are_listed_newest_first_and_cleared_apart_from_the_cache(store: Store) -> None:
    for number in (1, 2):
        store.put_run(
            {"id": f"r{number}", "name": "hr", "status": "done", "started": float(number), "seconds": 1.0,
             "config": "{}", "summary": json.dumps({"n": number})}
        )  # fmt: skip
    store.put_results("judge", {"k": {}})
    store.flush()
    assert [row["id"] for row in store.runs(name="hr")] == ["r2", "r1"]
    assert store.run("r1") is not None
    assert store.run("r3") is None
    store.clear()
    assert (store.counts()["result"], store.counts()["run"]) == (0, 2)


def test_the_migrations_make_exactly_the_tables_of_the_models(store: Store) -> None:
    assert current_revision(store.engine) == HEAD
    found = inspect(store.engine)
    for model in TABLES:
        table = model.__table__
        columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
        assert columns == {column.name: column.nullable for column in table.columns}, table.name
        indexes = {index["name"] for index in found.get_indexes(table.name)}
        assert indexes == {index.name for index in table.indexes}, table.name


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    with Store(url) as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="revision 9999, newer than"):
        Store(url)


def test_a_second_opening_changes_nothing(url: str) -> None:
    with Store(url) as first:
        assert first.upgraded
    with Store(url) as second:
        assert not second.upgraded


def test_a_file_that_is_no_database_and_a_wrong_url_say_so(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("hello " * 1000)
    with pytest.raises(StoreError, match="not a database"):
        Store(f"sqlite:///{tmp_path}/a.db")
    with pytest.raises(ConfigError, match="mysql is not supported"):
        Store("mysql://localhost/a")
    with pytest.raises(ConfigError, match="not a database URL"):
        Store("://")


def test_an_error_of_the_database_is_raised_at_the_next_flush_and_earlier_rows_stay(url: str) -> None:
    store = Store(url)
    store.put_results("judge", {"k": {}})
    store.flush()
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE reply"))
    store.put_reply("r", Reply(text="x"), model="m")
    with pytest.raises(StoreError, match=r"no such table|does not exist"):
        store.flush()
    with pytest.raises(StoreError):
        store.close()


def test_two_processes_write_to_one_database_at_once(url: str) -> None:
    code = (
        "import sys; from ragtester.store import Store\n"
        "with Store(sys.argv[1]) as s:\n"
        "    for i in range(40):\n"
        "        s.put_results('judge', {f'{sys.argv[2]}{i}-{j}': {} for j in range(50)})\n"
        "        s.flush()\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, url, who], stderr=subprocess.PIPE) for who in "ab"]
    for process in running:
        _, stderr = process.communicate(timeout=60)
        assert process.returncode == 0, stderr.decode()
    with Store(url) as store:
        assert store.counts()["result"] == 4000


def test_what_no_database_takes_is_an_error_at_the_next_flush_and_not_a_silent_loss(url: str) -> None:
    opened = Store(url)
    opened.put_reply("a", Reply(text="x"), model="\ud800")
    with pytest.raises(StoreError, match="cannot be stored"):
        opened.flush()
    with pytest.raises(StoreError, match="cannot be stored"):
        opened.put_reply("b", Reply(text="y"), model="m")
    with pytest.raises(StoreError, match="cannot be stored"):
        opened.close()
