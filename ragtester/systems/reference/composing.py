"""From a question and its passages to the request that the generator gets."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.prompts import Prompt
from ragtester.records import Question, Request, Retrieved
from ragtester.systems.reference.stages import Compose

CITATION_RULE = "After each statement give the number of the passage that supports it in brackets, such as [1]."


def composer(prompt: Prompt, *, temperature: float, max_tokens: int, citations: bool = False) -> Compose:
    """A stage that fills the template's `$context`, `$question` and, where it has one, `$citation_rule`."""

    def compose(question: Question, passages: Sequence[Retrieved]) -> Request:
        numbered = "\n\n".join(f"[{number}] {passage.text}" for number, passage in enumerate(passages, start=1))
        values = {"context": numbered or "(no passages were found)", "question": question.text}
        if "citation_rule" in prompt.variables:
            values["citation_rule"] = CITATION_RULE if citations else ""
        return Request(
            messages=prompt.messages(**values),
            temperature=temperature,
            max_tokens=max_tokens,
            prompt_hash=prompt.hash,
            question=question.text,
            passages=tuple(passage.text for passage in passages),
        )

    return compose
