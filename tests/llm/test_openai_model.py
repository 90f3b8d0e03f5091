"""Models behind an OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio

import pytest

from ragtester.errors import ConfigError, EndpointError, ReplyError, UnknownNameError
from ragtester.llm import OpenAIModel, ask_json, cost, limited, make_chat_model, window_for
from ragtester.records import JsonValue, Message, Request, Usage
from ragtester.testing import StandInServer

SCHEMA: dict[str, JsonValue] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string", "maxLength": 40},
        "score": {"type": "integer", "minimum": 1, "maximum": 5},
    },
    "required": ["answer", "score"],
    "additionalProperties": False,
}


def asked(text: str = "question", **fields: object) -> Request:
    return Request(messages=(Message(role="user", content=text),), **fields)  # type: ignore[arg-type]


def model_at(server: StandInServer, **arguments: JsonValue) -> OpenAIModel:
    made = make_chat_model("gpt", {"openai": {"model": "gpt-5-nano", "base_url": server.url, **arguments}})
    assert isinstance(made, OpenAIModel)
    return made


async def test_a_reply_carries_text_tokens_model_and_time():
    async with StandInServer(say=lambda _: "forty two", latency=0.02) as server:
        reply = await model_at(server).ask(asked("what is it"))
    assert reply.text == "forty two"
    assert reply.finish == "stop"
    assert reply.usage == Usage(prompt_tokens=3, completion_tokens=2)
    assert reply.model == "gpt-5-nano"
    assert reply.seconds >= 0.02


async def test_the_request_says_what_was_asked_for():
    async with StandInServer() as server:
        await model_at(server, extra_body={"top_p": 0.5}, max_tokens=99).ask(
            asked("x", seed=5, sample=2, stop=("END",), temperature=0.3)
        )
        body = server.log[0].body
    assert body["seed"] == 7
    assert body["stop"] == ["END"]
    assert body["temperature"] == 0.3
    assert body["max_tokens"] == 99
    assert body["top_p"] == 0.5


@pytest.mark.parametrize(
    ("fault", "problem", "retryable"),
    [
        ("rate_limited", "rate_limited", True),
        ("server_error", "server_error", True),
        ("drop", "connection", True),
        ("hang", "timeout", True),
        ("html", "not_json", True),
        ("bad_json", "not_json", True),
        ("no_choices", "not_json", True),
    ],
)
async def test_every_failure_of_an_endpoint_has_its_name(fault: str, problem: str, retryable: bool):
    async with StandInServer(faults={fault: 1.0}, retry_after=1.5) as server:
        with pytest.raises(EndpointError) as raised:
            await model_at(server, timeout=0.3 if fault == "hang" else 30).ask(asked())
    assert raised.value.problem == problem
    assert raised.value.retryable is retryable
    assert server.url in str(raised.value)
    assert raised.value.retry_after == (1.5 if fault == "rate_limited" else None)


@pytest.mark.parametrize(("fault", "problem"), [("empty", "empty"), ("refusal", "refused"), ("filtered", "refused")])
async def test_a_reply_that_cannot_be_used_is_an_error_and_no_answer(fault: str, problem: str):
    async with StandInServer(faults={fault: 1.0}) as server:
        with pytest.raises(ReplyError) as raised:
            await model_at(server).ask(asked())
    assert raised.value.problem == problem


async def test_a_reply_that_was_cut_is_a_reply_and_says_so():
    async with StandInServer(faults={"truncated": 1.0}) as server:
        assert (await model_at(server).ask(asked())).finish == "length"


async def test_nobody_listening_is_a_connection_that_may_come():
    async with StandInServer() as server:
        address = server.url
    model = make_chat_model("gpt", {"openai": {"model": "m", "base_url": address}})
    with pytest.raises(EndpointError, match="is the server running") as raised:
        await model.ask(asked())
    assert raised.value.problem == "connection"
    assert raised.value.retryable


async def test_a_wrong_key_and_a_missing_model_are_final_and_name_the_remedy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MY_KEY", "wrong")
    async with StandInServer(key="right", models=["gpt-5-nano"]) as server:
        with pytest.raises(EndpointError, match="MY_KEY") as raised:
            await model_at(server, api_key_env="MY_KEY").ask(asked())
        assert (raised.value.problem, raised.value.retryable) == ("authentication", False)
        assert "wrong" not in str(raised.value)
        monkeypatch.setenv("MY_KEY", "right")
        with pytest.raises(EndpointError, match="no-such") as raised:
            await model_at(server, api_key_env="MY_KEY", model="no-such").ask(asked())
        assert (raised.value.problem, raised.value.retryable) == ("not_found", False)
        assert (await model_at(server, api_key_env="MY_KEY").ask(asked())).text


async def test_what_a_reasoning_model_refuses_is_learned_once():
    async with StandInServer(
        refuse=["max_tokens", "temperature", "seed", "stop"], say=lambda _: "one STOP two"
    ) as server:
        model = model_at(server)
        first = await model.ask(asked("a", seed=1, stop=("STOP",)))
        learned = server.stats.chat
        second = await model.ask(asked("b", seed=1, stop=("STOP",)))
        assert server.stats.chat == learned + 1
    assert learned == 5
    assert first.text == second.text == "one "
    assert first.finish == "stop"


async def test_many_calls_at_once_learn_the_same_lesson_without_going_too_far():
    async with StandInServer(refuse=["json_schema"]) as server:
        model = model_at(server)
        data = await asyncio.gather(*(ask_json(model, asked(str(number), schema_=SCHEMA)) for number in range(12)))
    assert all(entry["score"] == 5 for entry in data)
    assert model.dialect.schema_level == "object"


@pytest.mark.parametrize(
    ("refuse", "level"),
    [
        ([], "strict"),
        (["strict_limits"], "strict_bare"),
        (["json_schema"], "object"),
        (["json_schema", "json_object"], "prompt"),
    ],
)
async def test_a_schema_is_asked_for_as_well_as_the_endpoint_can(refuse: list[str], level: str):
    async with StandInServer(refuse=refuse) as server:  # type: ignore[arg-type]
        model = model_at(server)
        data = await ask_json(model, asked("data, please", schema_=SCHEMA))
    assert set(data) == {"answer", "score"}
    assert model.dialect.schema_level == level


async def test_a_request_that_is_wrong_in_itself_is_not_sent_again():
    async with StandInServer(
        say=lambda _: {"error": {"code": 400, "message": "maximum context length exceeded"}}
    ) as server:
        with pytest.raises(EndpointError, match="context length") as raised:
            await model_at(server).ask(asked())
        assert server.stats.chat == 1
    assert (raised.value.problem, raised.value.retryable) == ("bad_request", False)


async def test_broken_json_gets_one_repair_and_then_is_unparseable():
    async with StandInServer(say=lambda _: "{") as server:
        with pytest.raises(ReplyError) as raised:
            await ask_json(model_at(server), asked(schema_=SCHEMA))
        assert server.stats.chat == 2
    assert raised.value.problem == "unparseable"


async def test_content_in_parts_is_joined():
    parts = [{"type": "text", "text": "forty "}, {"type": "text", "text": "two"}]
    payload = {"choices": [{"message": {"role": "assistant", "content": parts}, "finish_reason": "stop"}]}
    async with StandInServer(say=lambda _: payload) as server:
        reply = await model_at(server).ask(asked())
    assert reply.text == "forty two"
    assert reply.usage == Usage()


async def test_a_run_over_a_bad_endpoint_gets_every_answer_with_few_more_calls():
    rates = {"rate_limited": 0.05, "server_error": 0.03, "drop": 0.02}
    async with StandInServer(faults=rates, seed=4, latency=0.005) as server:
        model = limited(model_at(server, concurrency=32))
        replies = await asyncio.gather(*(model.ask(asked(f"question {number}")) for number in range(300)))
        stats = server.stats
    assert len(replies) == 300
    assert stats.duplicates == 0
    assert stats.chat <= 1.25 * 300
    assert stats.peak <= 33


async def test_two_event_loops_may_use_one_model_one_after_the_other():
    with StandInServer() as server:
        model = model_at(server)
        texts = {await asyncio.to_thread(lambda: asyncio.run(model.ask(asked())).text) for _ in range(2)}
    assert len(texts) == 1


def test_what_changes_replies_changes_the_version_and_nothing_else_does():
    def version(**arguments: JsonValue) -> str:
        spec: dict[str, JsonValue] = {"openai": {"model": "m", "base_url": "http://127.0.0.1:1/v1", **arguments}}
        return make_chat_model("n", spec).version

    assert version() == version(concurrency=3, timeout=5, input_price=1, output_price=2)
    assert len({version(), version(temperature=1), version(max_tokens=9), version(extra_body={"a": 1})}) == 4


def test_a_price_of_the_configuration_goes_before_the_list():
    spec: dict[str, JsonValue] = {"model": "gpt-4o-mini", "base_url": "http://127.0.0.1:1/v1"}
    usage = Usage(prompt_tokens=1_000_000, completion_tokens=1_000_000)
    listed = make_chat_model("n", {"openai": spec})
    own = make_chat_model("n", {"openai": {**spec, "input_price": 1, "output_price": 2}})
    unknown = make_chat_model("n", {"openai": {**spec, "model": "somebody-7b"}})
    assert cost(listed, usage) == pytest.approx(0.75)
    assert cost(own, usage) == cost(limited(own), usage) == 3.0
    assert cost(unknown, usage) is None


def test_a_window_follows_the_options():
    model = make_chat_model("n", {"openai": {"model": "m", "base_url": "http://127.0.0.1:1/v1", "concurrency": 5}})
    assert window_for(model).limit == 5


def test_without_a_key_openai_itself_is_refused_before_anything_is_sent():
    with pytest.raises(ConfigError, match=r"models\.gpt\.openai: the environment variable OPENAI_API_KEY is not set"):
        make_chat_model("gpt", {"openai": {"model": "gpt-5-nano"}})


def test_the_address_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:7/v1/")
    model = make_chat_model("gpt", {"openai": {"model": "m"}})
    assert isinstance(model, OpenAIModel)
    assert model.endpoint.address.url == "http://127.0.0.1:7/v1"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"openai": {"modle": "m"}}, "unknown argument 'modle'; did you mean 'model'"),
        ({"openai": {}}, "the argument 'model' is missing"),
        ({"openai": {"model": "m", "concurrency": 0}}, "concurrency = 0"),
        ({"openai": {"model": "m", "base_url": "localhost:8000"}}, "is not an address"),
        ({"openai": {"model": "m", "api_key_env": "NO_SUCH_KEY"}}, "NO_SUCH_KEY is not set"),
        ({"openai": "gpt"}, "must be a mapping"),
        ({"openai": {}, "scripted": {}}, "give one kind of model"),
    ],
)
def test_a_wrong_entry_names_place_value_and_remedy(spec: dict[str, JsonValue], message: str):
    with pytest.raises(ConfigError, match=message) as raised:
        make_chat_model("gpt", spec)
    assert "models.gpt" in str(raised.value)


def test_an_unknown_kind_of_model_names_the_nearest_one():
    with pytest.raises(UnknownNameError, match="did you mean 'openai'"):
        make_chat_model("gpt", {"opnai": {}})
