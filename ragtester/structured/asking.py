"""Asking a model for data: parsed, checked against the schema, repaired once."""

from __future__ import annotations

import json

from ragtester.errors import PromptError, ReplyError
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Message, Reply, Request
from ragtester.structured.finding import find_json
from ragtester.structured.schema import schema_problem

_QUOTED = 2000


async def ask_json(model: ChatModel, request: Request) -> dict[str, JsonValue]:
    """The reply to `request` as data that is valid against `request.schema_`.

    A reply that is not gets one repair: the model sees its own reply, what was wrong with it and the schema.

    Raises:
        PromptError: the request has no schema.
        EndpointError: the model did not answer.
        ReplyError: `unparseable` where the repaired reply is still not valid; `empty` or `refused` as given.
    """
    if request.schema_ is None:
        raise PromptError("ask_json needs a request with a schema_")
    reply = await model.ask(request)
    data, problem = parse_reply(reply, request)
    if data is not None:
        return data
    repaired = await model.ask(_repair(request, reply, problem))
    data, still = parse_reply(repaired, request)
    if data is not None:
        return data
    raise ReplyError(
        f"{model.name} gave no usable JSON, also after a repair: {still}", problem="unparseable", reply=repaired.text
    )


def parse_reply(reply: Reply, request: Request) -> tuple[dict[str, JsonValue] | None, str]:
    """The reply's data, or None with what is wrong with it."""
    data = find_json(reply.text)
    if data is None:
        cut = f" (cut at the limit of {request.max_tokens} tokens)" if reply.finish == "length" else ""
        return None, f"there is no complete JSON object in it{cut}"
    problem = schema_problem(data, request.schema_ or {})
    return (None, problem) if problem else (data, "")


def _repair(request: Request, reply: Reply, problem: str) -> Request:
    prompt = load_prompt("structured/repair")
    schema = json.dumps(request.schema_, ensure_ascii=False)
    said = Message(role="assistant", content=reply.text[:_QUOTED])
    demand = Message(role="user", content=prompt.render(problem=problem, schema=schema))
    return request.model_copy(update={"messages": (*request.messages, said, demand)})
