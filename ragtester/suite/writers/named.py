"""Sentences of running prose about named things, as questions for who, where and when; only where both ends are names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ragtester.records import ValueKind
from ragtester.suite.writers.turning import Turned, acceptable
from ragtester.suite.writers.verbs import pasts

_WORD = r"[A-Z][\w'’.-]*"
_NAME = rf"{_WORD}(?: (?:(?:of|the|de|la|von|van|du|del|al|and) ){{0,2}}{_WORD}){{0,5}}"
_SUBJECT = r"(?P<s>(?:[Tt]he )?[A-Z][^,;:()]{2,80}?)"
_PARTICIPLE = r"(?P<v>[a-z]+(?:ed|en|wn)|built|led|made|won|sold|held|begun|sung|set)"
_DAY = r"(?P<a>(?:\d{1,2} )?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December) )?(?:\d{1,2}, )?(?:1[0-9]|20)\d\d)"
_TIME = rf"(?:{_DAY[:-1]}|the (?:1[0-9]|20)\d0s))"
"""A day, a month, a year or a decade."""
_END = r"(?:[,;].*|\.)?\.?$"
_PLACED = r"(?P<v>born|built|held|located|situated|founded|established|based|buried|headquartered|baptised|opened)"
_UNIQUE = r"(?P<r>(?:capital|first|last|only|founder|(?:second|third|fourth)[ -]?[a-z]*|[a-z]{2,}est|most [a-z]+)\b[^,;:()]{3,70}?)"
_PERSON = re.compile(
    r"\b(?:president|king|queen|emperor|founder|author|director|minister|bishop|woman|man|person|composer|architect|governor|"
    r"mayor|captain|coach|player|leader|chairman|inventor|teacher|scientist|pope|prince|princess|general|commander)\b"
)
_NOT_A_PLACE = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December|\d+|Latin|English|French|German|"
    r"Greek|Spanish|Arabic|Chinese|Middle Ages|Renaissance|Reformation|War|Century|Christianity|Islam)\b"
)
_PART = r"(?:, [a-z]+ing\b[^;:()]*)?"
"""A second thought that says more of the same event: `, killing the king`."""

_WHILE = re.compile(r"(?P<name> [A-Z][\w'’-]*) [a-z]+ing\b.*")
"""What somebody did at the same time, behind a name: ` killing the king`."""

_Made = tuple[str, str, str, ValueKind]
"""Question, answer, subject, kind of the answer."""


def named_questions(sentence: str, *, names: frozenset[str]) -> Iterator[Turned]:
    """The questions for a name, a place or a date that a sentence of prose answers by itself.

    Args:
        sentence: as it stands in the document.
        names: words that the document writes with a capital inside sentences and never without.
    """
    flat = " ".join(sentence.split())
    if re.match(
        r"(?:While|Although|Though|Since|When|If|As|But|And|Because|Unlike|Despite|Before|After|Once|Until)\b", flat
    ):
        return
    if not 5 <= len(flat.split()) <= 40 or flat[-1:] != "." or any(sign in flat for sign in '"“(['):
        return
    for make in _MAKERS:
        made = make(flat)
        if made is None:
            continue
        question, answer, subject, kind = made
        if _is_named(subject, names) and acceptable(question, subject) and answer.casefold() not in question.casefold():
            yield Turned(question, answer, (answer,), kind, subject)


def _is_named(subject: str, names: frozenset[str]) -> bool:
    """Whether a thing is named and not merely described: a capital inside it, or a first word that is a name."""
    words = re.sub(r"^the ", "", subject).split()
    return any(word[:1].isupper() and (at or word.strip("'’s") in names) for at, word in enumerate(words))


def _inside(subject: str) -> str:
    return f"the {subject[4:]}" if subject.startswith("The ") else subject


def _by_whom(text: str) -> _Made | None:
    found = re.match(
        rf"^{_SUBJECT} (?P<be>was|were) {_PARTICIPLE} by (?P<a>(?:the )?{_NAME})(?: in (?:1|20)\d+)?{_END}", text
    )
    if not found:
        return None
    subject = _inside(found["s"])
    return f"By whom {found['be']} {subject} {found['v']}?", found["a"].rstrip("."), subject, "name"


def _where(text: str) -> _Made | None:
    found = re.match(
        rf"^{_SUBJECT} (?P<be>is|are|was|were) {_PLACED} (?:in|at) (?P<a>{_NAME}(?:, {_NAME})?)(?: (?:in|on) [^,]*\d{{4}})?(?:,.*|\.)?\.?$",
        text,
    )
    if not found or _NOT_A_PLACE.search(found["a"]):
        return None
    if re.search(r"\d", found["s"]):
        return None
    subject = _inside(found["s"])
    return f"Where {found['be']} {subject} {found['v']}?", found["a"].rstrip("."), subject, "place"


def _in_year(text: str) -> _Made | None:
    found = re.match(
        rf"^(?:In|On) {_DAY},? {_SUBJECT} (?P<be>was|were) {_PARTICIPLE}(?P<rest>(?: (?:as|in|into|to|from|by|at|of)\b[^,;:()\d]{{2,60}})?)\.$",
        text,
    )
    if not found or " and " in found["rest"]:
        return None
    subject = _inside(found["s"])
    return f"When {found['be']} {subject} {found['v']}{found['rest']}?", found["a"].strip(), subject, "date"


def _when(text: str) -> _Made | None:
    found = re.match(
        rf"^{_SUBJECT} (?P<be>was|were) {_PARTICIPLE}(?P<rest>(?: (?:as|into|to|from|by|at|of|in)\b[^,;:()\d]{{2,50}}?)?) (?:in|on) {_DAY}{_END}",
        text,
    )
    if not found or " and " in found["rest"] or not found["rest"]:
        return None
    subject = _inside(found["s"])
    return f"When {found['be']} {subject} {found['v']}{found['rest']}?", found["a"].strip(), subject, "date"


def _did(text: str) -> _Made | None:
    verbs = "|".join(sorted(pasts(), key=len, reverse=True))
    lead = re.match(
        rf"^(?:In|On|During) {_TIME},? {_SUBJECT} (?P<v>{verbs})\b(?P<rest>[^,;:()\d]{{0,70}}){_PART}\.$", text
    )
    found = lead or re.match(
        rf"^{_SUBJECT} (?P<v>{verbs})\b(?P<rest>[^,;:()\d]{{0,60}}?) (?:in|on|during) {_TIME}{_END}", text
    )
    if (
        not found
        or re.search(r" and | which | who |\bthat\b", found["rest"])
        or re.search(r"\b(?:was|were|had|has|who|that|to)\b", found["s"])
        or re.search(r"\d|\b[a-z]+ed\b", found["s"])
        or any(word in pasts() for word in found["s"].split())
    ):
        return None
    subject, base = _inside(found["s"]), pasts()[found["v"]]
    rest = _WHILE.sub(r"\g<name>", found["rest"]).rstrip()
    return f"When did {subject} {base}{rest}?", found["a"].strip(), subject, "date"


def _which_one(text: str) -> _Made | None:
    found = re.match(rf"^(?P<a>{_NAME}) (?P<be>is|was) the {_UNIQUE}{_END}", text)
    if (
        not found
        or re.search(r"\b(?:and|to|which|who|that|but|one)\b", found["r"])
        or not re.search(r" (?:of|in|on) (?:the )?[A-Z]", found["r"])
    ):
        return None
    word = "Who" if _PERSON.search(found["r"]) else "What"
    return f"{word} {found['be']} the {found['r'].rstrip('.')}?", found["a"], f"the {found['r']}", "name"


_MAKERS: tuple[Callable[[str], _Made | None], ...] = (_by_whom, _where, _in_year, _when, _did, _which_one)
"""In the order in which they are tried."""
