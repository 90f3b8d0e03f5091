"""What an author of documents and tests says at a stand-in endpoint, with faults as often as one likes."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping

from ragtester.structured import example_of
from ragtester.testing.stand_in.replies import last_message, wanted_schema

VALUE = re.compile(r"\d[\d.,]*(?: \w+)?|[A-Z][\w-]+(?: [A-Z][\w-]+)*")
LINE = re.compile(r"^\[\d+\] ", re.MULTILINE)


class Author:
    """Asks for a value of a sentence of the passage.

    Args:
        rejected: share of its questions that are none.
        otherwise: share of its questions that it answers otherwise when it is asked again.
        broken: share of its replies that are no JSON at first.
        leaves_out: share of the sections whose facts it leaves out at first.
        answers: says everything else.
    """

    def __init__(
        self,
        *,
        rejected: float = 0.0,
        otherwise: float = 0.0,
        broken: float = 0.0,
        leaves_out: float = 0.0,
        answers: Callable[[Mapping[str, object]], str],
    ) -> None:
        self.rejected, self.otherwise, self.broken, self.leaves_out = rejected, otherwise, broken, leaves_out
        self._answers = answers
        self._known: dict[str, str] = {}

    def __call__(self, body: Mapping[str, object]) -> str:
        """The reply's text."""
        messages, text = body["messages"], last_message(body)
        assert isinstance(messages, list)
        again = len(messages) > 1 and messages[-2]["role"] == "assistant"
        if wanted_schema(body) is None:
            facts = [line[2:] for line in text.splitlines() if line.startswith("- ") and not line.startswith("- none")]
            if not facts or "Passages:" in text:
                return self._answers(body)
            return "Nothing yet." if not again and _draw("out", text) < self.leaves_out else _stated(facts)
        prompt = str(messages[-3]["content"]) if again else text
        if not again and _draw("broken", text) < self.broken:
            return "Certainly! Here it is:"
        return self._data(prompt, str(messages[0]["content"]), body)

    def _data(self, prompt: str, system: str, body: Mapping[str, object]) -> str:
        if "Can the question be answered" in prompt:
            return json.dumps({"quote": "", "answerable": False})
        if "Answer the question from the passage" in prompt:
            query = prompt.rpartition("Question: ")[2].strip()
            good = _draw("otherwise", query) >= self.otherwise
            return json.dumps({"answer": self._known.get(query, "not stated") if good else "not stated"})
        title = re.search(r"Document: (.*)", prompt)
        if title is None or '"""' not in prompt:
            return json.dumps(example_of(wanted_schema(body) or {}))
        passage = LINE.sub("", prompt.split('"""')[1]).strip()
        mark = hashlib.sha256(passage.encode()).hexdigest()[:6]
        if "cannot answer" in system:
            return json.dumps(
                {"question": f"What does {title[1]} say about dental cover {mark} for zeppelin crews?", "absent": mark}
            )
        lines = [line.strip() for line in passage.splitlines() if VALUE.search(line, 12)]
        line = lines[int(mark, 16) % len(lines)] if lines else passage.splitlines()[0]
        found = VALUE.search(line, 12)
        answer = found[0] if found else line[-20:]
        about = " ".join(line.replace(answer, "").split()[:8]).strip(" .,:;|")
        query = f"In {title[1]}, what is given for {about}?"
        if _draw("rejected", passage) < self.rejected:
            query = "Reply."
        self._known[query] = answer
        item = {"type": _wanted(prompt), "evidence": line[:480], "answer": answer, "question": query[:255]}
        return json.dumps({"questions": [item]})


def _wanted(prompt: str) -> str:
    found = re.search(r"type (\w+)", prompt)
    return found[1] if found else "natural_language"


def _stated(facts: list[str]) -> str:
    return " ".join(f"The {fact.replace(': ', ' is ')}." for fact in facts)


def _draw(what: str, text: str) -> float:
    return int(hashlib.sha256(f"{what}/{text}".encode()).hexdigest()[:8], 16) / 0xFFFFFFFF
