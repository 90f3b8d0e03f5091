"""Counterfactuals without a ledger or a model: the answer of another test that asks for the same kind of value."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.metamorphic.seeds import generator
from ragtester.records import Test
from ragtester.text import compare_answers, contains_form, extract_values

_LONGEST = 8


def borrowed_counterfactuals(tests: Sequence[Test], *, seed: int = 0) -> dict[str, str]:
    """For each positive test without a counterfactual another plausible answer, where there is one.

    It is the expected answer of another test of the same kind and about the same length that the test's
    own evidence does not state, so imported suites (SQuAD, TAT-QA) get CN mutants offline too. A ledger's
    counterfactual or a model's is better; a borrowed one may name what nobody would expect there.

    Args:
        tests: the suite.
        seed: of the choice among several.
    """
    donors: dict[str, list[Test]] = {}
    for test in tests:
        if test.kind == "positive" and 0 < len(test.expected_answer.split()) <= _LONGEST:
            donors.setdefault(_shape(test), []).append(test)
    borrowed: dict[str, str] = {}
    for test in tests:
        if test.kind != "positive" or test.counterfactuals:
            continue
        others = [d for d in donors.get(_shape(test), []) if d.id != test.id]
        generator("borrow", seed=seed, test=test.id).shuffle(others)
        others.sort(key=lambda donor: abs(len(donor.expected_answer.split()) - len(test.expected_answer.split())))
        for donor in others[:20]:
            if _other(test, donor.expected_answer):
                borrowed[test.id] = donor.expected_answer
                break
    return borrowed


def _other(test: Test, answer: str) -> bool:
    accepted = (test.expected_answer, *test.accepted_answers)
    verdict = compare_answers(answer, accepted, question=test.query, kind=test.answer_kind).verdict
    if verdict not in ("different", "contradicts"):
        return False
    return not any(contains_form(text, [answer]) for text in (test.query, *(span.quote for span in test.evidence)))


def _shape(test: Test) -> str:
    """The kind of value asked for: as the suite says, or as the answer looks, with its unit."""
    values = extract_values(test.expected_answer)
    unit = next((value.unit or "" for value in values if value.number is not None), "")
    if test.answer_kind:
        return f"{test.answer_kind} {unit}"
    if values and values[0].kind != "name":
        return f"{values[0].kind} {unit}"
    return "capitalised" if test.expected_answer[:1].isupper() else "words"
