"""Which of the required facts an answer states, and whether it states what is certainly wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ragtester.records import Answer, Test, ValueKind
from ragtester.text import Equivalence, Value, compare_answers, compare_values, contains_form, extract_values, fold

_FORMERLY = re.compile(
    r"\b(?:formerly|previously|before|until|used to|once|earlier|old|older|superseded|replaced|former|prior|originally|no longer|"
    r"fruher|bis|zuvor|antes|anteriormente|avant|auparavant|ancien\w*|drive|puvodne|dosud|vor)\b|之前|以前|原来|原先"
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The required facts that an answer states."""

    stated: int
    required: int
    missing: tuple[str, ...]
    whole: Equivalence
    """The answer against the whole reference."""

    @property
    def share(self) -> float:
        """Share of the required facts."""
        return self.stated / self.required


def coverage(test: Test, text: str) -> Coverage:
    """The facts of `test` that `text` states: its parts where it has them, else its reference answer."""
    references = [test.expected_answer, *test.accepted_answers]
    whole = compare_answers(text, references, question=test.query, kind=test.answer_kind)
    if whole.verdict == "equivalent" and len(test.answer_parts) < 2:
        return Coverage(1, 1, (), whole)
    if not test.answer_parts:
        return Coverage(0, 1, (test.expected_answer,), whole)
    missing = [part.forms[0] for part in test.answer_parts if part.forms and not _states(text, part.forms, test)]
    required = len(test.answer_parts)
    return Coverage(required - len(missing), required, tuple(missing), whole)


def _states(text: str, forms: tuple[str, ...], test: Test) -> bool:
    if contains_form(text, forms):
        return True
    kind = test.answer_kind if test.answer_kind != "list" else None
    return compare_answers(text, forms, question=test.query, kind=kind).verdict == "equivalent"


def stated_counterfactual(test: Test, text: str) -> str | None:
    """The counterfactual that `text` asserts, or None.

    One that the question itself names, or that a reference contains, or that the text gives as a thing of the
    past (`until 2022 it was 10 days`), is not asserted.
    """
    folded = fold(text)
    for form in test.counterfactuals:
        if contains_form(test.query, [form]) or any(
            contains_form(reference, [form]) for reference in (test.expected_answer, *test.accepted_answers)
        ):
            continue
        found = contains_form(text, [form])
        if found is None:
            continue
        clause = re.split(r"[.;!?,(]|\bbut\b|\bnow\b", folded[max(0, found.start - 60) : found.start])[-1]
        after = re.split(r"[.;!?,)]|\bbut\b|\bnow\b", folded[found.end : found.end + 40])[0]
        if not _FORMERLY.search(clause) and not _FORMERLY.search(after):
            return form
    return None


_CHECKED: tuple[ValueKind, ...] = ("number", "money", "percent", "date", "duration", "code")


def unsupported_values(test: Test, answer: Answer, text: str) -> list[Value]:
    """Values that `text` states and that neither question, reference, evidence nor context has.

    Empty where neither evidence nor context is known: there is nothing to check against.
    """
    sources = [span.quote for span in test.evidence] + [hit.text for hit in answer.context or ()]
    if not sources:
        return []
    own = [test.query, test.expected_answer, *test.accepted_answers]
    return [value for value in values_in(text) if not is_known(value, own + sources)]


def is_known(value: Value, texts: Iterable[str]) -> bool:
    """Whether one of the texts states the value; they are read one by one, and only until one does."""
    return any(same(value, other) for text in texts for other in values_in(text))


def values_in(text: str) -> list[Value]:
    """The values of a text that can be checked: numbers, amounts, dates, durations and codes, not ordinals."""
    return [value for value in extract_values(text, kinds=_CHECKED) if value.unit != "ordinal"]


def same(value: Value, other: Value) -> bool:
    """Whether two values agree, a less exact one counted as agreeing."""
    return compare_values(value, other) in ("same", "partial") or compare_values(other, value) == "partial"
