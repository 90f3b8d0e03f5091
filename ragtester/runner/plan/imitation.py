"""Models that are not asked: each distinct request without a stored reply is counted, and answered by an imitation.

Where data is asked for, the imitation is the smallest that the schema allows; a question with passages is answered by the
built-in reader; a section of a document states the facts that its prompt lists. What is asked next (by a judge, say) is
then what a real reply like this would lead to.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from ragtester.llm.wrapping import ModelWrapper
from ragtester.protocols import ChatModel
from ragtester.records import Reply, Request
from ragtester.runner.stored import reply_key
from ragtester.runner.stored.authors import has_facts, is_repair
from ragtester.store import Store
from ragtester.structured import example_of
from ragtester.systems.reference import Reader

_NOTHING = "There is nothing to add."


@dataclass
class Calls:
    """Calls that were counted."""

    calls: float = 0
    characters: float = 0
    """Of their prompts."""

    def add(self, other: Calls, *, times: float) -> None:
        """Adds other calls, each taken so many times."""
        self.calls += times * other.calls
        self.characters += times * other.characters

    def repeat(self, times: int) -> None:
        """So many more calls with prompts like those so far."""
        self.characters += times * self.characters / self.calls if self.calls else 0
        self.calls += times


@dataclass
class Imitation(ModelWrapper):
    """A chat model's place in an estimate."""

    model: ChatModel
    store: Store
    use: str = "model"
    """What it is used as."""
    reuse: bool = True
    """Whether equal requests are sent once."""
    counted: Calls = field(default_factory=Calls)
    omits: Callable[[], bool] | None = None
    """Says of a section whether its author leaves the facts out at first."""
    guessed: int = 0
    """Replies that were imitated for others to go on with."""
    _seen: set[str] = field(default_factory=set)
    _reader: Reader = field(default_factory=Reader)

    async def ask(self, request: Request) -> Reply:
        """The stored reply; else an imitation, and the request is counted where it is new."""
        stored = self.count(request)
        if stored is not None:
            return stored
        self.guessed += 1
        if request.schema_ is not None:
            return Reply(text=json.dumps(example_of(request.schema_)))
        if request.passages:
            return await self._reader.ask(request)
        if self.use == "author":
            omitted = self.omits is not None and not is_repair(request) and has_facts(request) and self.omits()
            return Reply(text=_NOTHING if omitted else _stated(request.messages[-1].content))
        return Reply(text="")  # as from a rewriter that leaves the question as it is

    def count(self, request: Request) -> Reply | None:
        """Counts a request that would be sent; the stored reply where there is one."""
        key = reply_key(self.model, request)
        stored = self.store.replies([key]).get(key) if self.store.may_hold("reply", key) else None
        if stored is None and not (self.reuse and key in self._seen):
            self._seen.add(key)
            self.counted.calls += 1
            self.counted.characters += sum(len(message.content) for message in request.messages)
        return stored


def _stated(prompt: str) -> str:
    """The facts that a prompt lists, as sentences."""
    listed = (line.removeprefix("- ").partition(": ") for line in prompt.splitlines() if line.startswith("- "))
    return " ".join(f"The {what} is {value}." for what, _, value in listed if value) or _NOTHING
