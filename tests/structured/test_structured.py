"""Data in replies: found, checked, repaired once."""

from __future__ import annotations

import pytest

from ragtester.errors import PromptError, ReplyError
from ragtester.llm import ScriptedModel
from ragtester.records import JsonValue, Message, Reply, Request
from ragtester.structured import ask_json, find_json, schema_problem, unbounded_strings

SCHEMA: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "maxLength": 10}, "score": {"type": "integer", "maximum": 5}},
    "required": ["answer"],
    "additionalProperties": False,
}
REQUEST = Request(messages=(Message(role="user", content="question"),), schema_=SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": {"b": [1, 2]}}',
        'Sure! Here it is:\n```json\n{"a": {"b": [1, 2]}}\n```\nAnything else?',
        '<think>maybe {"a": 5}?</think>{"a": {"b": [1, 2]}}',
        'Use {braces} like this: {"a": {"b": [1, 2]}}',
    ],
)
def test_an_object_is_found_in_what_is_written_around_it(text: str):
    assert find_json(text) == {"a": {"b": [1, 2]}}


@pytest.mark.parametrize("text", ["", "no", "[1, 2]", '{"a": ', "{" * 5000, '<think>{"a": 1}'])
def test_where_there_is_no_object_none_is_found(text: str):
    assert find_json(text) is None


def test_a_line_break_inside_a_string_is_accepted():
    assert find_json('{"a": "one\ntwo"}') == {"a": "one\ntwo"}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"answer": "yes"}, None),
        ({"answer": "yes", "score": 9}, "score: 9 is greater than the maximum of 5"),
        ({"answer": "far too long a string"}, "answer:"),
        ({}, "'answer' is a required property"),
        ({"answer": "x", "more": 1}, "more"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(data: dict[str, JsonValue], problem: str | None):
    found = schema_problem(data, SCHEMA)
    assert found is None if problem is None else problem in (found or "")


def test_a_schema_that_is_none_is_the_callers_mistake():
    with pytest.raises(ValueError, match="not a JSON schema"):
        schema_problem({}, {"type": "nonsense"})


def test_strings_without_an_end_are_found_in_a_schema():
    schema: JsonValue = {
        "type": "object",
        "properties": {
            "a": {"type": "string"},
            "b": {"type": "string", "enum": ["x"]},
            "c": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        },
    }
    assert list(unbounded_strings(schema)) == ["properties.a", "properties.c.items.anyOf.0"]
    assert list(unbounded_strings(SCHEMA)) == []
    assert list(unbounded_strings({"type": "string"})) == ["(root)"]


async def test_a_valid_reply_needs_no_repair():
    model = ScriptedModel(lambda _: '{"answer": "yes", "score": 3}')
    assert await ask_json(model, REQUEST) == {"answer": "yes", "score": 3}
    assert model.asked == 1


async def test_a_repair_shows_the_model_its_reply_what_was_wrong_and_the_schema():
    replies = ['{"answer": "yes", "score": 3}', '{"answer": "yes", "score": 30}']
    model = ScriptedModel(lambda _: replies.pop())
    assert await ask_json(model, REQUEST) == {"answer": "yes", "score": 3}
    repair = model.requests[1].messages
    assert [message.role for message in repair] == ["user", "assistant", "user"]
    assert repair[1].content == '{"answer": "yes", "score": 30}'
    assert "30 is greater than the maximum of 5" in repair[2].content
    assert '"maxLength": 10' in repair[2].content


async def test_a_reply_that_stays_broken_is_unparseable_and_kept():
    with pytest.raises(ReplyError, match="cut at the limit of 512 tokens") as raised:
        await ask_json(ScriptedModel(lambda _: Reply(text='{"answer": "y', finish="length")), REQUEST)
    assert raised.value.problem == "unparseable"
    assert raised.value.reply == '{"answer": "y'


async def test_data_without_a_schema_cannot_be_asked_for():
    with pytest.raises(PromptError, match="schema_"):
        await ask_json(ScriptedModel(lambda _: "{}"), REQUEST.model_copy(update={"schema_": None}))
