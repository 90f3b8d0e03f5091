"""Collecting a streamed reply of llama.cpp, with a way to stop it between two tokens."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ragtester.records import JsonValue


@dataclass(slots=True)
class Collected:
    """A whole reply, put together from its pieces."""

    pieces: list[str] = field(default_factory=list)
    finish: str = "stop"
    usage: Mapping[str, object] = field(default_factory=dict)
    timings: Mapping[str, object] = field(default_factory=dict)
    error: Mapping[str, object] | None = None

    def take(self, event: object) -> None:
        """Adds one event of the stream."""
        if not isinstance(event, Mapping):
            return
        error = event.get("error")
        if error:
            self.error = error if isinstance(error, Mapping) else {"message": str(error)}
        for choice in event.get("choices") or ():
            content = (choice.get("delta") or {}).get("content")
            if content:
                self.pieces.append(content)
            self.finish = choice.get("finish_reason") or self.finish
        self.usage = event.get("usage") or self.usage
        self.timings = event.get("timings") or self.timings

    def payload(self) -> dict[str, object]:
        """The reply in the form of a chat completion that was not streamed."""
        message = {"role": "assistant", "content": "".join(self.pieces)}
        return {"choices": [{"message": message, "finish_reason": self.finish}], "usage": self.usage}


def collect(handle: Callable[..., object], body: Mapping[str, JsonValue], stop: threading.Event) -> Collected:
    """Runs a streamed completion to its end, or until `stop` is set."""
    collected = Collected()

    def on_event(event: object) -> bool:
        for one in event if isinstance(event, list) else [event]:
            collected.take(one)
        return stop.is_set()

    if stop.is_set():
        return collected
    collected.take(handle({**body, "stream": True, "stream_options": {"include_usage": True}}, on_event))
    return collected
