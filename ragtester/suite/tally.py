"""Counts what an author does: calls, tokens, replies that could not be used, prompts."""

from __future__ import annotations

from collections import Counter

from ragtester.prompts import Prompt
from ragtester.protocols import ChatModel
from ragtester.records import Reply, Request, Usage
from ragtester.suite.options import Authoring


class Tally:
    """What one suite's authoring cost so far."""

    def __init__(self) -> None:
        self.calls = 0
        self.parse_failures = 0
        self.endpoint_errors = 0
        self.usage = Usage()
        self.replies = 0
        """First replies to requests for data."""
        self.repairs = 0
        """Second ones, since the first could not be used."""
        self.answered: Counter[str] = Counter()
        """Requests that got a reply, by their purpose."""
        self._prompts: dict[str, str] = {}

    def used(self, prompt: Prompt) -> None:
        """Notes the hash of a template."""
        self._prompts[prompt.name] = prompt.hash

    def counted(self, model: ChatModel) -> ChatModel:
        """`model`, with its calls and tokens counted here."""
        return _Counted(model, self)

    def authoring(self, author: str) -> Authoring:
        """The counts as a record."""
        return Authoring(
            author=author,
            calls=self.calls,
            parse_failures=self.parse_failures,
            endpoint_errors=self.endpoint_errors,
            usage=self.usage,
            prompts=dict(sorted(self._prompts.items())),
        )


class _Counted:
    def __init__(self, model: ChatModel, tally: Tally) -> None:
        self._model = model
        self._tally = tally
        self.name = model.name
        self.version = model.version
        self.samples = model.samples

    async def ask(self, request: Request) -> Reply:
        self._tally.calls += 1
        reply = await self._model.ask(request)
        self._tally.usage = self._tally.usage + reply.usage
        if request.messages[-2:-1] and request.messages[-2].role == "assistant":
            self._tally.repairs += 1
        else:
            self._tally.replies += 1
        return reply
