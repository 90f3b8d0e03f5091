"""A stored model sends an equal request once, and again where its reply was forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtester.llm import ScriptedModel
from ragtester.records import Message, Request
from ragtester.runner.budget import Budget
from ragtester.runner.stored import StoredModel
from ragtester.runner.work import WorkLog
from ragtester.store import Store


def counting() -> ScriptedModel:
    """Says how often it was asked."""
    model = ScriptedModel(lambda _request: f"reply {model.asked}")
    return model


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(f"sqlite:///{tmp_path}/s.db") as opened:
        yield opened


def stored(model: ScriptedModel, store: Store, *, reuse: bool = True) -> StoredModel:
    log = WorkLog()
    return StoredModel(model, store=store, log=log, budget=Budget(None, log), reuse=reuse)


def request(text: str) -> Request:
    return Request(messages=(Message(role="user", content=text),))


async def test_an_equal_request_is_sent_once_also_beyond_what_is_kept_in_memory(store: Store) -> None:
    model = counting()
    asked = stored(model, store)
    texts = [f"question {number}" for number in range(700)]
    first = [(await asked.ask(request(text))).text for text in texts]
    again = [await asked.ask(request(text)) for text in texts]
    assert model.asked == 700
    assert [reply.text for reply in again] == first
    assert all(reply.reused for reply in again)


async def test_a_reply_that_was_forgotten_is_asked_for_anew_in_the_same_process(store: Store) -> None:
    model = counting()
    asked = stored(model, store)
    assert (await asked.ask(request("q"))).text == "reply 1"
    store.forget([asked.key(request("q"))])
    assert (await asked.ask(request("q"))).text == "reply 2"
    assert (await asked.ask(request("q"))).text == "reply 2"
    assert model.asked == 2


async def test_without_reuse_every_request_is_sent(store: Store) -> None:
    model = counting()
    asked = stored(model, store, reuse=False)
    replies = [await asked.ask(request("q")) for _ in range(3)]
    assert model.asked == 3
    assert not any(reply.reused for reply in replies)
