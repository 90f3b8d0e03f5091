"""Checks of a positive test against the documents: evidence in place, and the answer in the evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ragtester.documents import locate
from ragtester.records import Document, Test
from ragtester.text import compare_answers, contains_form, split_sentences, tokens

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SMALL = frozenset(
    "the a an of for to in on at by and or is are was were be with from its it as than that this".split()
)
_SENTENCE_END = re.compile(r"[.!?。!?؟]\W*$")
_ITEM_NUMBER = re.compile(r"\s*\(?(?P<number>\d{1,3}|[a-z])[.)]\s")
_SHARE = 0.8
"""Share of a free answer's content words that its evidence must hold."""


def evidence_located(test: Test, documents: Mapping[str, Document]) -> str:
    """Empty where every span of the evidence stands in its document."""
    if not test.evidence:
        return "there is no evidence"
    for span in test.evidence:
        document = documents.get(span.document)
        if document is None:
            return f"the document {span.document!r} is not in the corpus"
        if locate(span, document) is None:
            return f"{span.document} does not hold {_short(span.quote)!r}"
    return ""


def answer_supported(test: Test) -> str:
    """Empty where the evidence states the answer: a form of it, all of its parts, or all of its numbers and words."""
    quotes = "\n".join(span.quote for span in test.evidence)
    found = _says_nothing(test.expected_answer, quotes)
    if found:
        return found
    if test.answer_parts:
        missing = [
            part.forms[0]
            for part in test.answer_parts
            if not _stated(quotes, part.forms) and not _named(test, part.forms)
        ]
        return f"the evidence does not state {missing[0]!r}" if missing else ""
    forms = [test.expected_answer, *test.accepted_answers]
    if _stated(quotes, forms):
        return ""
    return _free_answer(test.expected_answer, f"{quotes}\n{test.query}", quotes, test.query)


def _says_nothing(answer: str, quotes: str) -> str:
    """What makes the evidence no statement: it is a heading or label and no more than the answer, or only counts it."""
    said, evidence = set(tokens(answer)), tokens(quotes)
    if evidence and said >= set(evidence) and not _SENTENCE_END.search(quotes):
        return f"the evidence {_short(quotes)!r} is the answer alone, and says it of nothing"
    counted = _ITEM_NUMBER.match(quotes)
    if counted and answer.strip().rstrip(".)") == counted["number"] and evidence.count(counted["number"]) == 1:
        return f"the answer {answer!r} is only the number of a list's item"
    return ""


def _stated(quotes: str, forms: Sequence[str]) -> bool:
    if contains_form(quotes, [form for form in forms if form.strip()]) is not None:
        return True
    folded = " ".join(quotes.casefold().split())
    return any(" ".join(form.casefold().split()) in folded for form in forms if len(form) > 12)


def _named(test: Test, forms: Sequence[str]) -> bool:
    """A part that is one of the things the question sets against each other need not stand in the evidence."""
    return test.type == "comparison" and contains_form(test.query, forms) is not None


def _free_answer(answer: str, known: str, quotes: str, question: str) -> str:
    numbers = set(_NUMBER.findall(known))
    wrong = [number for number in _NUMBER.findall(answer) if number not in numbers]
    if wrong:
        return f"the evidence does not hold the number {wrong[0]}"
    content = [word for word in tokens(answer) if word not in _SMALL]
    present = set(tokens(known))
    share = sum(word in present for word in content) / len(content) if content else 0.0
    fresh = [word for word in content if word not in set(tokens(question))]
    if share >= _SHARE and any(word in set(tokens(quotes)) for word in fresh):
        return ""
    if any(
        compare_answers(piece.text, [answer], question=question).verdict == "equivalent"
        for piece in split_sentences(quotes)
    ):
        return ""
    return f"only {share:.0%} of the answer's words stand in the evidence"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 80 else f"{flat[:77]}..."
