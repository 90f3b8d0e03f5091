"""Negative tests: the right answer is to abstain, cleanly."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragtester.judge.facts import is_known, stated_counterfactual, values_in
from ragtester.records import Answer, Test
from ragtester.text import Abstention, Value, detect_abstention, extract_values, fold, split_sentences, token_f1, tokens


@dataclass(frozen=True, slots=True)
class NegativeFinding:
    """How an answer to an unanswerable question fares."""

    clean: bool
    confidence: float
    reason: str


_CORRECTS = re.compile(
    r"\b(?:there (?:is|are|was|were) no(?: such)?\b|no such\b|does(?: not|n't) (?:exist|have|offer|include|provide|apply|support|use|allow|require)|"
    r"do(?: not|n't) (?:exist|have|offer|apply)|did(?: not|n't)\b|has no\b|have no\b|never\b|not (?:correct|true|accurate|the case)|incorrect|"
    r"(?:false|mistaken|wrong) (?:premise|assumption)|premise|contrary to|(?:is|was|are|were)(?: not|n't)\b|"
    r"gibt es nicht|existiert nicht|kein\w*|no existe|no hay|n'existe pas|il n'y a pas|neexistuje|neni)\b|不存在|没有|并非|不是"
)


def judge_negative(test: Test, answer: Answer, text: str) -> NegativeFinding:
    """Whether `text` abstains and adds nothing invented.

    An abstention that mentions related facts stays clean. It is not clean where it goes on to assert a
    counterfactual, or a value about what was asked that no question, evidence or context holds.
    """
    found = detect_abstention(text, question=test.query)
    wrong = stated_counterfactual(test, text)
    if wrong:
        return NegativeFinding(False, 0.95, f"asserts {wrong!r}, which is certainly wrong")
    if found.abstained:
        invented = _invented(test, answer, text, found)
        if invented:
            return NegativeFinding(False, 0.75, f"abstains, yet states {invented.text!r} without support")
        return NegativeFinding(True, found.confidence, f"abstains: {found.matched}")
    references = [test.expected_answer, *test.accepted_answers]
    if token_f1(text, references) >= 0.6 and not _new_values(test, text):
        return NegativeFinding(True, 0.7, "says what a good abstention says")
    if test.type == "false_premise" and _CORRECTS.search(fold(text)) and not _new_values(test, text):
        return NegativeFinding(True, 0.65, "corrects the premise")
    return NegativeFinding(False, 0.9 if not found.matched else 0.75, "answers what cannot be answered")


def _new_values(test: Test, text: str) -> list[Value]:
    known = [test.query, test.expected_answer, *test.accepted_answers]
    return [value for value in values_in(text) if not is_known(value, known)]


def _invented(test: Test, answer: Answer, text: str, found: Abstention) -> Value | None:
    """A value that an abstaining answer asserts about what was asked."""
    sources = [span.quote for span in test.evidence] + [hit.text for hit in answer.context or ()]
    asked_names = _names(test.query)
    for sentence in split_sentences(text):
        fresh = _new_values(test, sentence.text)
        if not fresh or (sentence.text == found.matched and not sources):
            continue
        others = _names(sentence.text) - asked_names - _names(found.matched)
        about_asked = bool(asked_names & _names(sentence.text))
        for value in fresh:
            if sources and not is_known(value, sources):
                return value
            if not sources and not others:
                return value
            if about_asked and not others and not _denies(sentence.text):
                return value
    return None


def _denies(sentence: str) -> bool:
    return detect_abstention(sentence).abstained


def _names(text: str) -> set[str]:
    found = {token for value in extract_values(text, kinds=("name", "code")) for token in tokens(value.text)}
    return found | {
        token for token in tokens(text) if any(c.isdigit() for c in token) and any(c.isalpha() for c in token)
    }
