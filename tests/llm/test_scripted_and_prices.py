"""Models that follow a script, and what tokens cost."""

from __future__ import annotations

import math

import pytest

from ragtester.errors import ConfigError, EndpointError, ReplyError
from ragtester.llm import Price, ScriptedModel, cost, known_prices, make_chat_model, price
from ragtester.llm.prices import prices_as_of
from ragtester.records import JsonValue, Message, Reply, Request, Usage


def asked(text: str) -> Request:
    return Request(messages=(Message(role="system", content="rules"), Message(role="user", content=text)))


def by_length(request: Request) -> str:
    return f"{len(request.messages[-1].content)} letters"


NOT_A_FUNCTION = 7


async def test_the_first_rule_that_matches_decides():
    rules: list[JsonValue] = [
        {"match": r"price of (\w+)", "reply": r"The \1 costs 3."},
        {"match": "broken", "error": "server_error"},
        {"reply": "I do not know."},
    ]
    model = make_chat_model("s", {"scripted": {"rules": rules}})
    assert (await model.ask(asked("the price of bread?"))).text == "The bread costs 3."
    assert (await model.ask(asked("who?"))).text == "I do not know."
    with pytest.raises(EndpointError) as raised:
        await model.ask(asked("broken"))
    assert raised.value.problem == "server_error"


async def test_no_rule_that_matches_is_an_empty_reply():
    model = make_chat_model("s", {"scripted": {"rules": [{"match": "yes", "reply": "ja"}]}})
    with pytest.raises(ReplyError) as raised:
        await model.ask(asked("no"))
    assert raised.value.problem == "empty"


async def test_a_function_is_imported_by_its_name():
    model = make_chat_model("s", {"scripted": {"function": "textwrap:indent.__class__"}})
    assert model.version.startswith("scripted#")


async def test_a_function_may_answer_with_a_text_a_reply_or_an_error_now_or_later():
    async def later(request: Request) -> Reply:
        return Reply(text="later", finish="length")

    assert (await ScriptedModel(by_length).ask(asked("four"))).text == "4 letters"
    assert (await ScriptedModel(later).ask(asked("x"))).finish == "length"
    with pytest.raises(ReplyError):
        await ScriptedModel(lambda _: ReplyError("no", problem="refused")).ask(asked("x"))


async def test_a_script_counts_what_it_was_asked_and_takes_its_time():
    model = ScriptedModel(by_length, latency=0.03)
    reply = await model.ask(asked("one two"))
    assert reply.seconds >= 0.03
    assert reply.usage == Usage(prompt_tokens=3, completion_tokens=2)
    assert model.asked == 1
    assert model.requests[0].messages[-1].content == "one two"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "either rules or a function"),
        ({"rules": [{"match": "("}]}, "not a regular expression"),
        ({"function": "no.such:thing"}, "cannot be imported"),
        ({"function": "math:no_such"}, "math has no function no_such"),
        ({"function": "math:pi"}, "not a function"),
        ({"function": "math"}, "function = 'math'"),
    ],
)
def test_a_wrong_script_is_refused_before_the_run(arguments: dict[str, JsonValue], message: str):
    with pytest.raises(ConfigError, match=message):
        make_chat_model("s", {"scripted": arguments})


def test_another_script_is_another_version():
    first = make_chat_model("s", {"scripted": {"rules": [{"reply": "a"}]}})
    second = make_chat_model("s", {"scripted": {"rules": [{"reply": "b"}]}})
    slower = make_chat_model("s", {"scripted": {"rules": [{"reply": "a"}], "latency": 1}})
    assert first.version == slower.version != second.version


@pytest.mark.parametrize("model", ["gpt-4o-mini", "gpt-4o-mini-2024-07-18", "openai/gpt-4o-mini", "gpt-4o-mini-latest"])
def test_a_snapshot_and_a_prefix_cost_what_the_model_costs(model: str):
    assert price(model, Usage(prompt_tokens=2_000_000, completion_tokens=500_000)) == pytest.approx(0.6)


def test_cached_tokens_cost_less():
    usage = Usage(prompt_tokens=1_000_000, completion_tokens=0, cached_tokens=400_000)
    assert price("gpt-4.1", usage) == pytest.approx(0.6 * 2.0 + 0.4 * 0.5)
    assert Price(input=2, output=1).of(usage) == pytest.approx(2.0)


@pytest.mark.parametrize("model", ["llama-3-70b", "", "gpt", "mini"])
def test_an_unknown_price_is_unknown_and_not_nothing(model: str):
    assert price(model, Usage(prompt_tokens=5, completion_tokens=5)) is None


def test_uncounted_tokens_have_an_unknown_price():
    assert price("gpt-5", Usage()) is None
    assert price("gpt-5", Usage(prompt_tokens=5)) is None


def test_a_model_without_prices_or_a_name_has_an_unknown_cost():
    assert cost(ScriptedModel(by_length), Usage(prompt_tokens=1, completion_tokens=1)) is None


def test_the_list_is_dated_and_sound():
    assert prices_as_of() >= "2025-01-01"
    for name, entry in known_prices().items():
        assert name == name.lower()
        assert math.isfinite(entry.input)
        assert 0 <= entry.input < 100
        assert entry.cached is None or 0 < entry.cached <= entry.input
