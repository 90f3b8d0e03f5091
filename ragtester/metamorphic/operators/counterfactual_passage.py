"""A natural passage that states another value for what a question asks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from string import Template

from ragtester.metamorphic.operators.protocol import Target
from ragtester.metamorphic.pools import pool
from ragtester.records import Fact, Test
from ragtester.text import contains_form, split_sentences


def counterfactual_passage(target: Target, *, random_: random.Random, templates: Sequence[str] = ()) -> str:
    """The passage, or an empty text where nobody knows another plausible value.

    In this order: what a model wrote; the fact's subject and label with its counterfactual; the sentence
    of the evidence with the value exchanged; the question with the other answer.
    """
    if target.passage:
        return target.passage.strip()
    fact = _fact(target)
    if fact and fact.counterfactual:
        template = random_.choice(list(templates) or list(pool("counterfactual_templates")))
        return _filled(template, subject=fact.subject, label=fact.label, value=fact.counterfactual)
    if not target.test.counterfactuals:
        return ""
    value = target.test.counterfactuals[0]
    restated = _restated(target.test, value)
    if restated:
        return restated
    template = random_.choice(list(pool("counterfactual_questions")))
    return _filled(template, question=target.test.query, value=value)


def _fact(target: Target) -> Fact | None:
    """The fact whose change changes the answer: one that the expected answer states.

    Of several, one whose counterfactual the answer does not happen to state for something else.
    """
    expected = target.test.expected_answer
    facts = [target.facts[name] for name in target.test.facts if name in target.facts]
    stated = [
        fact
        for fact in facts
        if fact.counterfactual and contains_form(expected, (fact.value, *fact.forms, *fact.items))
    ]
    clear = [fact for fact in stated if fact.counterfactual and not contains_form(expected, [fact.counterfactual])]
    return next(iter([*clear, *stated]), None)


def _restated(test: Test, value: str) -> str:
    forms = (test.expected_answer, *test.accepted_answers)
    for span in test.evidence:
        for sentence in split_sentences(span.quote):
            found = contains_form(sentence.text, forms)
            if found and "|" not in sentence.text and "\n" not in sentence.text:
                return f"{sentence.text[: found.start]}{value}{sentence.text[found.end :]}"
    return ""


def _filled(template: str, **values: str) -> str:
    text = Template(template).safe_substitute(values)
    return text[:1].upper() + text[1:]
