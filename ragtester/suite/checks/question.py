"""Checks of a question's words alone: self-contained, open, no leak, not trivial, one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ragtester.records import Check, Test
from ragtester.suite.checks.fits import answer_fits
from ragtester.suite.checks.language import language_of
from ragtester.suite.checks.rows import right_cell
from ragtester.text import contains_form, tokens

_SOURCE = r"(?:passage|text|excerpt|paragraph|context|document|section|chunk|table|snippet|article|figure|statement|information|data|sentence)s?"
_PASSAGE = re.compile(
    r"\b(?:according to|based on|(?:as )?(?:stated|mentioned|described|shown|given|listed|provided|referenced|specified|discussed|"
    rf"outlined)(?: in| by)?) (?:the|this|that|these|your|our) (?:\w+ )?{_SOURCE}\b(?! of\b)"
    rf"|\b(?:from|in|of) (?:the|this|that|these|your|our) (?:(?:given|provided|following|above) )?{_SOURCE}(?=\s*(?:[?.,;:]|$))"
    rf"|\b(?:in|from|of) (?:this|these|that) {_SOURCE}\b"
    rf"|\bthe {_SOURCE} (?:above|below|says?|states?|mentions?|describes?|gives?)\b"
    r"|\bthe (?:table|row|column|list|chart|figure)s? (?:is |are )?(?:show|list|contain|present|display|giv|summari|cover)\w*"
    r"|\b(?:the|this) (?:above|following|given|provided) |\b(?:above|below)(?:-mentioned)?\s*\?"
    r"|\bthe (?:author|passage|excerpt|speaker)\b"
    r"|^(?:what|which) (?:is|are|was|were) the (?:\w+ ){0,3}(?:metric|information|data|topic|subject|content|figure|item|detail)s? "
    r"(?:that (?:is|are) )?(?:shown|listed|presented|given|described|discussed|reported|displayed) in\b"
    r"|\bthe name of the (?:first|second|third|last) \w+\b"
    r"|\b(?:laut|gemäß|nach|im|in dem|in diesem) (?:dem |diesem )?(?:text|abschnitt|dokument|auszug)\b"
    r"|\b(?:selon|dans) (?:le|ce) (?:texte|passage|document|paragraphe)\b"
    r"|\b(?:según|en) (?:el|este) (?:texto|pasaje|documento|párrafo)\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\b(?:this|these|that|those|such) (?:company|policy|period|device|product|person|plan|report|system|year|quarter|"
    r"agreement|program|programme|organization|organisation|team|service|process|case|event|amount|number|value|item|"
    r"month|date|time|change|increase|decrease|rule|requirement|group|department|model|fee|entity|form)\b"
    r"|^(?:what|when|where|which|who|why|how)\b.{0,25}\b(?:does|did|do|is|was|were|are|has|had|have|must|should|can|may) "
    r"(?:it|they|he|she|this|these|those|we|you)\b(?! (?:in|on|at|that) )"
    r"|\b(?:the former|the latter|said company|the aforementioned)\b"
    r"|\bthe (?:first|second|third|fourth|last|next|previous|other) (?:set|row|column|bullet|bullet point|listing) (?:of|in)\b"
    r"|\b(?:we|our|ours|(?-i:us))\b",
    re.IGNORECASE,
)
_NAMELESS = re.compile(r"\bthe (?:company|registrant|issuer|corporation|firm)\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[^.?!:] )(?!I\b)[A-Z][\w&.'’-]+|\b[A-Z]{2,}\b")
"""A capital inside of a sentence: somebody or something is named."""
_BINARY = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|am|isn't|aren't|"
    r"doesn't|don't|didn't|hasn't|can't)\s+(?!you\b|i\b|anyone\b)"
    r"|(?:ist|sind|war|hat|haben|kann|können|muss|müssen|darf|dürfen|wird|werden|gibt es)\s+(?!sie\b|mir\b)"
    r"|(?:est-ce que|y a-t-il|est-il|a-t-il|¿?es |¿?son |¿?tiene |¿?hay |¿?puede )",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(r"\$\{?[A-Za-z_]\w|[{}]|<[a-z_ ]+>|\[[A-Z_ ]+\]|_{3,}")
_EMPTY = frozenset({"n/a", "none", "unknown", "null", "not stated", "not specified", "not given", "tbd", "-", "—", ""})


def self_contained(test: Test) -> str:
    """Empty where the question can be understood without the text that it was made from."""
    query = test.query
    for pattern, what in ((_PASSAGE, "points at its source"), (_DANGLING, "refers to something it does not name")):
        found = pattern.search(query)
        if found and not (what.startswith("refers") and _named_before(query, found.start())):
            return f"{what}: {found[0].strip()!r}"
    found = _NAMELESS.search(query)
    if found and not _NAME.search(_NAMELESS.sub("", query)):
        return f"refers to something it does not name: {found[0]!r}"
    return ""


def _named_before(query: str, at: int) -> bool:
    """Whether an earlier sentence of the question may name what the word at `at` refers to."""
    return bool(re.search(r"[.,:;?]\s", query[:at]))


def open_question(test: Test) -> str:
    """Empty where the question cannot be answered by yes or no."""
    last = re.split(r"(?<=[.!?])\s+", test.query.strip())[-1]
    if _BINARY.match(last) and not re.search(r"\b(?:or|oder|ou|o)\b", last):
        return f"can be answered by yes or no: {last.split()[0]!r}"
    if (
        tokens(test.expected_answer)[:1] in (["yes"], ["no"])
        and test.kind == "positive"
        and len(tokens(test.expected_answer)) <= 2
    ):
        return f"the expected answer is {test.expected_answer!r}"
    return ""


def not_leaked(test: Test) -> str:
    """Empty where the question does not give its answer away."""
    if test.kind == "negative":
        return ""
    if test.answer_parts:
        parts = [part for part in test.answer_parts if not contains_form(test.query, part.forms)]
        return "" if parts else "the question holds every part of the answer"
    forms = [form for form in (test.expected_answer, *test.accepted_answers) if form.strip()]
    found = contains_form(test.query, forms)
    if found:
        return f"the question holds its answer {test.query[found.start : found.end]!r}"
    return ""


def not_trivial(test: Test) -> str:
    """Empty where there is something to find out."""
    if len(tokens(test.query)) < (2 if test.wording == "keyword" else 4):
        return "the question has fewer than four words"
    if test.kind == "negative":
        return ""
    if test.expected_answer.strip().casefold().rstrip(".") in _EMPTY:
        return f"the expected answer {test.expected_answer!r} says nothing"
    answer, query = set(tokens(test.expected_answer)), set(tokens(test.query))
    if answer and answer <= query:
        return "every word of the answer stands in the question"
    return ""


def well_formed(test: Test) -> str:
    """Empty where the question is one finished request."""
    query = test.query.strip()
    found = _TEMPLATE.search(query)
    if found:
        return f"holds an unfilled place {found[0]!r}"
    if len(query) > 400:
        return f"is {len(query)} characters long; 400 are enough for one question"
    if test.wording == "keyword":
        return ""
    if query[-1:] not in "?？؟;." or not query:
        return "does not end like a question"
    if query.count("?") > 1:
        return "asks more than one question"
    return ""


def one_language(test: Test) -> str:
    """Empty where the question is in the language that the test says, as far as its words tell."""
    found = language_of(test.query)
    if found and found != test.language.split("-")[0]:
        return f"looks like {found}, not {test.language}"
    return ""


QUESTION_CHECKS: Mapping[str, Callable[[Test], str]] = {
    "well_formed": well_formed,
    "self_contained": self_contained,
    "open_question": open_question,
    "not_leaked": not_leaked,
    "not_trivial": not_trivial,
    "answer_fits": answer_fits,
    "right_cell": right_cell,
    "one_language": one_language,
}
"""Checks of the words alone; each returns what is wrong, or nothing."""


def run_question_checks(test: Test) -> list[Check]:
    """Every check of the words, as records."""
    found = {name: check(test) for name, check in QUESTION_CHECKS.items()}
    return [Check(name=name, status="failed" if detail else "passed", detail=detail) for name, detail in found.items()]
