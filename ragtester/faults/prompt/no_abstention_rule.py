"""The prompt does not say what to do when the context does not answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.records import Question, Request, Retrieved
from ragtester.systems.reference import Stages
from ragtester.systems.reference.rules import abstention_rules


def _change(stages: Stages) -> Stages:
    rules = [
        rule for message in stages.compose(Question(text=""), ()).messages for rule in abstention_rules(message.content)
    ]

    def compose(question: Question, passages: Sequence[Retrieved]) -> Request:
        request = stages.compose(question, passages)
        messages = []
        for message in request.messages:
            content = message.content
            for rule in rules:
                content = content.replace(rule, "")
            messages.append(message.model_copy(update={"content": content}))
        return request.model_copy(update={"messages": tuple(messages)})

    return replace(stages, compose=compose)


FAULT = Fault(
    name="no_abstention_rule",
    stage="prompt",
    kind="loss",
    description="the sentence that tells the generator when not to answer is missing from the prompt",
    change=_change,
)
