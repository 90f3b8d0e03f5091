"""The Batch API of a stand-in endpoint: files in, files out, after a set time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Answer = Callable[[Mapping[str, object]], "tuple[int, Mapping[str, object]] | None"]
"""From a request's body to a status and a body; None for a request that is left without a line."""


@dataclass(slots=True)
class Batches:
    """Files and batches by id.

    Args:
        answer: what one request comes to.
        seconds: how long a batch takes.
    """

    answer: Answer
    seconds: float = 0.0
    files: dict[str, str] = field(default_factory=dict)
    begun: dict[str, tuple[float, dict[str, object]]] = field(default_factory=dict)

    def upload(self, text: str) -> dict[str, object]:
        """Keeps a file."""
        name = self._keep(text)
        size = len(text.encode())
        return {
            "id": name, "object": "file", "bytes": size, "created_at": 0, "filename": "input.jsonl", "purpose": "batch",
            "status": "processed",
        }  # fmt: skip

    def begin(self, request: Mapping[str, object]) -> dict[str, object] | None:
        """Begins a batch; None where there is no such file."""
        given = self.files.get(str(request.get("input_file_id")))
        if given is None:
            return None
        good: list[str] = []
        bad: list[str] = []
        for text in filter(str.strip, given.split("\n")):
            line = json.loads(text)
            found = self.answer(line["body"])
            if found is None:
                continue
            status, body = found
            response = {"status_code": status, "request_id": line["custom_id"], "body": body}
            whole = json.dumps({"id": "line", "custom_id": line["custom_id"], "response": response, "error": None})
            (good if status < 300 else bad).append(whole)
        name = f"batch_{len(self.begun)}"
        batch: dict[str, object] = {
            "id": name, "object": "batch", "endpoint": request.get("endpoint"), "status": "completed",
            "input_file_id": request.get("input_file_id"), "completion_window": "24h", "created_at": 0,
            "output_file_id": self._keep("\n".join(good)) if good else None,
            "error_file_id": self._keep("\n".join(bad)) if bad else None,
        }  # fmt: skip
        self.begun[name] = (time.monotonic() + self.seconds, batch)
        return self.look(name)

    def look(self, name: str) -> dict[str, object] | None:
        """A batch as it is now."""
        if name not in self.begun:
            return None
        ready, batch = self.begun[name]
        if time.monotonic() >= ready:
            return batch
        return {**batch, "status": "in_progress", "output_file_id": None, "error_file_id": None}

    def listed(self) -> dict[str, object]:
        """All batches, newest first."""
        return {"object": "list", "data": [self.look(name) for name in reversed(self.begun)], "has_more": False}

    def _keep(self, text: str) -> str:
        name = f"file-{len(self.files)}"
        self.files[name] = text
        return name
