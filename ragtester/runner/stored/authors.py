"""What is known of an author from what it wrote before: how often each of its steps succeeded."""

from __future__ import annotations

from collections.abc import Mapping

from ragtester.llm.wrapping import ModelWrapper
from ragtester.protocols import ChatModel
from ragtester.records import Reply, Request, content_key
from ragtester.store import Store
from ragtester.suite import Authoring, added

_KIND = "authoring"


def known_steps(store: Store, author: ChatModel) -> dict[str, tuple[int, int]]:
    """By step how often it was the case, of how many times; empty for an author that has not written here."""
    key = _key(author)
    return dict(Authoring.model_validate({"steps": store.results([key]).get(key, {})}).steps)


def remember_steps(store: Store, author: ChatModel, steps: Mapping[str, tuple[int, int]]) -> None:
    """Adds what one piece of work tells of its author."""
    together = added(known_steps(store, author), steps)
    store.forget([_key(author)])  # a result is never replaced
    store.put_results(_KIND, {_key(author): {name: list(pair) for name, pair in together.items()}})


def is_repair(request: Request) -> bool:
    """Whether a request shows the model its own reply, and asks for a better one."""
    return len(request.messages) > 1 and request.messages[-2].role == "assistant"


def has_facts(request: Request) -> bool:
    """Whether a request for a section lists facts that it is to state."""
    return "\n- none: " not in request.messages[-1].content


class CountedAuthor(ModelWrapper):
    """An author of documents: counts sections, and those that left something out."""

    def __init__(self, model: ChatModel) -> None:
        self.model = model
        self._sections = 0
        self._repaired = 0

    @property
    def steps(self) -> dict[str, tuple[int, int]]:
        """For `remember_steps`."""
        return {"section_repaired": (self._repaired, self._sections)}

    async def ask(self, request: Request) -> Reply:
        """The model's reply."""
        reply = await self.model.ask(request)
        if is_repair(request):
            self._repaired += 1
        elif has_facts(request):
            self._sections += 1
        return reply


def _key(author: ChatModel) -> str:
    return content_key(_KIND, author=author.version)
