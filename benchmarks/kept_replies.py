"""A model whose replies are kept in a file, so that a benchmark that was stopped goes on where it was."""

from __future__ import annotations

import json
from pathlib import Path

from ragtester.llm.wrapping import ModelWrapper
from ragtester.protocols import ChatModel
from ragtester.records import Reply, Request, content_key

FOLDER = Path(__file__).resolve().parents[1] / "generated" / "benchmarks"


class KeptReplies(ModelWrapper):
    """Asks `model` once per request; the reply is written before it is returned.

    Args:
        model: who is asked.
        file: JSON lines of key and reply; made with its folder where it is missing.
    """

    def __init__(self, model: ChatModel, file: Path) -> None:
        self.model = model
        self._file = file
        self._kept: dict[str, Reply] = {}
        self.asked = 0
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                item = json.loads(line)
                self._kept[item["key"]] = Reply.model_validate(item["reply"])

    async def ask(self, request: Request) -> Reply:
        """The kept reply, or the model's."""
        key = content_key("reply", model=self.model.version, request=request.model_dump(mode="json"))
        if key not in self._kept:
            self.asked += 1
            self._kept[key] = await self.model.ask(request)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({"key": key, "reply": self._kept[key].model_dump(mode="json")}) + "\n")
        return self._kept[key]
