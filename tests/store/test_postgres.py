from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from ragtester.errors import StoreError
from ragtester.records import text_hash
from ragtester.store import Store, engine
from ragtester.store.engine import explained, open_engine, patiently


def test_a_server_that_is_killed_and_comes_back_loses_nothing(
    private_postgres: Any, new_postgres: Callable[[], str]
) -> None:
    keys = [text_hash(str(number)) for number in range(300)]
    with Store(new_postgres()) as store:
        store.put_results("judge", {key: {} for key in keys[:100]})
        store.flush()
        private_postgres.stop()
        restart = threading.Thread(target=lambda: (time.sleep(1.0), private_postgres.start()))
        restart.start()
        try:
            store.put_results("judge", {key: {} for key in keys[100:200]})
            assert len(store.results(keys[:200])) == 200  # waits until the server is there again
            store.put_results("judge", {key: {} for key in keys[200:]})
            assert store.counts()["result"] == 300
        finally:
            restart.join()


def test_a_server_that_stays_away_is_an_error_with_a_remedy(
    private_postgres: Any, new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_postgres()
    store = Store(url)
    store.put_results("judge", {text_hash("kept"): {}})
    store.flush()
    monkeypatch.setattr(engine, "_PAUSE_SECONDS", 0.05)

    def connect() -> None:
        with explained(store.engine), store.engine.connect():
            pass

    private_postgres.stop()
    try:
        with pytest.raises(StoreError, match=r"(?s)does not answer .*check that it runs"):
            patiently(store.engine, connect, seconds=0.2)
    finally:
        private_postgres.start()
    with Store(url) as again:
        assert again.results([text_hash("kept")]) == {text_hash("kept"): {}}
    store.close()


def test_a_password_is_never_shown() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError) as caught:
        Store("postgresql://me:secret-word@127.0.0.1:9/nothing")
    assert "secret-word" not in str(caught.value)
    assert "127.0.0.1:9/nothing" in str(caught.value)


def test_two_writers_of_the_same_keys_never_wait_for_each_other_in_a_circle(url: str) -> None:
    keys = [text_hash(str(number)) for number in range(400)]

    def write(order: list[str]) -> None:
        with Store(url) as store:
            for start in range(0, 400, 40):
                store.put_passages({key: key for key in order[start : start + 40]})
                store.put_results("judge", {key: {} for key in order[start : start + 40]})
                store.flush()

    threads = [threading.Thread(target=write, args=(order,)) for order in (keys, keys[::-1], keys[200:] + keys[:200])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Store(url) as store:
        assert (store.counts()["passage"], store.counts()["result"]) == (400, 400)


def test_an_address_of_postgres_gets_its_driver() -> None:
    pytest.importorskip("psycopg")
    opened = open_engine("postgresql://127.0.0.1/name")
    assert opened.url.drivername == "postgresql+psycopg"
    opened.dispose()
