"""`answers`: a file of answers that a system gave already, matched by test or by question."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from ragtester.errors import ConfigError, EndpointError, InputError
from ragtester.records import Answer, JsonValue, Question, text_hash
from ragtester.systems.external.base import ExternalSystem
from ragtester.systems.external.replies import read_answer


class AnswersSystem(ExternalSystem):
    """Looks answers up by the question's text, white space and case apart."""

    kind = "answers"

    def __init__(self, name: str, file: Path) -> None:
        self._answers = _read(file)
        digest = text_hash(json.dumps(sorted(self._answers.items()), sort_keys=True))
        super().__init__(name, None, capabilities=frozenset(("ask",)), version=digest)

    async def ask(self, question: Question) -> Answer:
        """The given answer.

        Raises:
            EndpointError: the file has none for this question.
        """
        found = self._answers.get(_folded(question.text))
        if found is None:
            raise EndpointError(
                f"{self.name}: the file has no answer to {question.text!r}", problem="not_found", retryable=False
            )
        return read_answer(found, system=self.name)


def make_answers(name: str, arguments: Mapping[str, JsonValue], folder: Path) -> AnswersSystem:
    """The system of `targets: [{name: ..., answers: FILE}]`."""
    given = arguments.get("of")
    if not isinstance(given, str):
        raise ConfigError("answers needs a file: answers: FILE.jsonl", place=f"targets.{name}")
    return AnswersSystem(name, folder / given)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _read(file: Path) -> dict[str, dict[str, JsonValue]]:
    found: dict[str, dict[str, JsonValue]] = {}
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", file=file) from None
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
        except json.JSONDecodeError as error:
            raise InputError(f"not JSON: {error.msg}", file=file, line=number) from None
        query = line.get("question") or line.get("query") or line.get("user_input") if isinstance(line, dict) else None
        if not isinstance(query, str):
            raise InputError("a line needs `question` and `answer`", file=file, line=number)
        answer = line.get("answer", line.get("response"))
        contexts = line.get("contexts", line.get("retrieved_contexts"))
        found[_folded(query)] = {"answer": answer, "contexts": contexts}
    return found
