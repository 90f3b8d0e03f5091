"""Sentences of two statements as one sentence each: `The pump weighs 6 kg and delivers 90 litres` gives two."""

from __future__ import annotations

import re

from ragtester.suite.writers.verbs import bases

_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|may|can|must|shall|should|will)\b")
_BOTH = re.compile(r"(?:,|;)? and (?=(?:the|each|every|an?|all|any|no) [a-z])|; (?=[a-z])")
_SAME = re.compile(r",? and (?P<v>[a-z]+)\b")
_NOT_LONGER = re.compile(
    r"\b(?:must|shall|may|can|should) not (?P<do>[a-z]+(?: [a-z]+){0,5}) for (?:more|longer) than (?=\d|[a-z]+ (?:second|minute|hour|day|week|month|year))"
)


def clauses_of(sentence: str) -> tuple[str, ...]:
    """The statements of a sentence, each with its subject; the sentence alone where it cannot be parted surely.

    `must not ... for more than` is turned into `may ... for up to`, which asks for the same bound.
    """
    flat = _NOT_LONGER.sub(lambda hit: f"may {hit['do']} for up to ", " ".join(sentence.split()))
    body = flat.rstrip(".")
    parts = [part for part in _BOTH.split(body) if part]
    if len(parts) == 2 and all(verb_at(part) for part in parts):
        return tuple(f"{part[:1].upper()}{part[1:]}." for part in parts)
    at = verb_at(body)
    found = _SAME.search(body, at) if at else None
    if at and found and "," not in body[: found.start()] and _third(found["v"]):
        subject = body[:at].strip()
        return (f"{body[: found.start()]}.", f"{subject} {body[found.start('v') :]}.")
    return (flat,)


def verb_at(text: str) -> int:
    """Where the first finite verb begins: an auxiliary, or a verb with he, she or it; 0 where none is known."""
    for found in re.finditer(r"[A-Za-z-]+", text):
        if found.start() and (_FINITE.fullmatch(found[0]) or _third(found[0])):
            return found.start()
    return 0


def _third(word: str) -> bool:
    known = bases()
    return any(
        word.endswith(ending) and word[: -len(ending)] + instead in known
        for ending, instead in (("ies", "y"), ("es", ""), ("s", ""))
    )
