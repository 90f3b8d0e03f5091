from __future__ import annotations

import time

import pytest

from ragtester.records import Reply, text_hash
from ragtester.store import Store
from ragtester.store.known import KnownKeys
from ragtester.store.tables import ResultRow

KEYS = [text_hash(str(number)) for number in range(200)]


def test_keys_that_are_there_or_were_just_put_are_known_and_others_are_not(url: str) -> None:
    with Store(url) as store:
        store.put_results("judge", {key: {} for key in KEYS[:100]})
        store.put_reply(KEYS[0], Reply(text="x"), model="m")
    with Store(url) as store:
        assert all(store.may_hold("result", key) for key in KEYS[:100])
        assert not any(store.may_hold("result", key) for key in KEYS[100:])
        assert [key for key in KEYS if store.may_hold("reply", key)] == KEYS[:1]
        store.put_results("judge", {KEYS[150]: {}})
        assert store.may_hold("result", KEYS[150])
        store.flush()
        assert store.may_hold("result", KEYS[150])
        assert store.results([KEYS[150]]) == {KEYS[150]: {}}


def test_a_fresh_start_knows_no_older_keys(url: str) -> None:
    with Store(url) as store:
        store.put_results("judge", {KEYS[0]: {"n": 1}})
    with Store(url, fresh=True) as store:
        assert not store.may_hold("result", KEYS[0])
        store.put_results("judge", {KEYS[0]: {"n": 2}})
    with Store(url) as store:
        assert store.results(KEYS[:1]) == {KEYS[0]: {"n": 2}}


def test_keys_of_another_process_are_seen_once_they_are_read_anew(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(url) as other, Store(url) as store:
        known = KnownKeys(store.engine, ResultRow.__table__)  # type: ignore[attr-defined]
        assert not known.may_hold(KEYS[0])
        other.put_results("judge", {KEYS[0]: {}})
        other.flush()
        assert not known.may_hold(KEYS[0])
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + 3600)
        assert known.may_hold(KEYS[0])


def test_equal_texts_are_put_once_and_found_before_and_after_they_are_cleared(url: str) -> None:
    with Store(url) as store:
        for _ in range(3):
            store.put_passages({KEYS[0]: "a", KEYS[1]: "b"})
        assert store.passages(KEYS[:3]) == {KEYS[0]: "a", KEYS[1]: "b"}
        store.clear(["passage"])
        assert store.passages(KEYS[:3]) == {}
        store.put_passages({KEYS[0]: "a"})
        assert store.passages(KEYS[:3]) == {KEYS[0]: "a"}


def test_more_rows_than_may_wait_are_all_written(url: str) -> None:
    with Store(url) as store:
        for start in range(0, 60_000, 20_000):
            store.put_passages({text_hash(str(number)): str(number) for number in range(start, start + 20_000)})
            store.put_passages({text_hash("x"): "x"})
        assert store.counts()["passage"] == 60_001
        assert store.passages([text_hash("59999")]) == {text_hash("59999"): "59999"}
