"""What is sent to a chat model and what comes back."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import SkipValidation

from ragtester.records.base import ForeignText, JsonValue, Record

Finish = Literal["stop", "length"]


class Message(Record):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Request(Record):
    """Everything that a reply depends on, the model apart."""

    messages: tuple[Message, ...]
    temperature: float = 0.0
    max_tokens: int = 512
    seed: int | None = None
    schema_: Annotated[dict[str, JsonValue] | None, SkipValidation] = None
    """JSON schema that the reply must follow; every string in it has a maxLength. It comes from this package's
    code, and is not looked through again for every request."""
    stop: tuple[str, ...] = ()
    sample: int = 0
    """Index of the repetition; equal requests with equal index are one piece of work."""
    prompt_hash: str = ""
    """Hash of the template that the messages were made from."""
    question: str = ""
    """The question in the messages, for a model in this process that reads no prompt."""
    passages: tuple[str, ...] = ()
    """The passages in the messages, for the same kind of model."""


class Usage(Record):
    """Tokens of one or more calls; None where the endpoint did not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None

    def __add__(self, other: Usage) -> Usage:
        """The sum; a count that either side does not know stays unknown only if both lack it."""

        def total(a: int | None, b: int | None) -> int | None:
            return None if a is None and b is None else (a or 0) + (b or 0)

        return Usage(
            prompt_tokens=total(self.prompt_tokens, other.prompt_tokens),
            completion_tokens=total(self.completion_tokens, other.completion_tokens),
            cached_tokens=total(self.cached_tokens, other.cached_tokens),
        )


class Reply(Record):
    """A reply that arrived and has text; every other outcome is an error."""

    text: ForeignText
    finish: Finish = "stop"
    usage: Usage = Usage()
    model: str = ""
    """The model as the endpoint named it."""
    seconds: float = 0.0
    reused: bool = False
    """True where the reply was sent for an identical request before."""
