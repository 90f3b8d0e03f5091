"""A counterfactual passage written by a model, for tests without a ledger."""

from __future__ import annotations

from pathlib import Path

from ragtester.errors import ReplyError
from ragtester.llm import ask_json
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue, Record, Request, Test
from ragtester.text import contains_form

_SCHEMA: dict[str, JsonValue] = {
    "type": "object",
    "properties": {
        "value": {"type": "string", "maxLength": 200},
        "passage": {"type": "string", "maxLength": 800},
    },
    "required": ["value", "passage"],
    "additionalProperties": False,
}


class Counterfactual(Record):
    """Another plausible answer and a passage that states it."""

    value: str
    passage: str


async def write_counterfactual(model: ChatModel, test: Test, *, prompts: Path | None = None) -> Counterfactual:
    """A passage that states another plausible answer to the test's question (paper, section 4.2, CN).

    Raises:
        EndpointError: the model did not answer.
        ReplyError: it gave nothing usable, or repeated the right answer.
    """
    prompt = load_prompt("metamorphic/counterfactual", folder=prompts)
    request = Request(
        messages=prompt.messages(
            question=test.query,
            answer=test.expected_answer,
            evidence="\n".join(span.quote for span in test.evidence),
        ),
        max_tokens=400,
        schema_=_SCHEMA,
        prompt_hash=prompt.hash,
    )
    written = Counterfactual.model_validate(await ask_json(model, request))
    right = (test.expected_answer, *test.accepted_answers)
    if not written.passage.strip() or contains_form(written.passage, right) or contains_form(written.value, right):
        raise ReplyError(
            f"{model.name} wrote no counterfactual of {test.id}: its passage is empty or states the right answer",
            problem="unparseable",
            reply=written.passage,
        )
    return written
