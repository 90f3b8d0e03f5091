"""None at all: `free of charge` and `it costs nothing`, `none` and `no employees were laid off`."""

from __future__ import annotations

import re

from ragtester.text.equivalence.verdict import Equivalence
from ragtester.text.equivalence.words import STOP, stem
from ragtester.text.folding import fold
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens
from ragtester.text.values import stated_values

_FREE = r"free(?: of (?:charge|cost))?|for free|at no (?:extra |additional )?(?:charge|cost)|no (?:charge|cost|fee)|without (?:charge|cost)|gratis|complimentary|kostenlos|kostenfrei|umsonst|gratuite?(?:ment)?|gratuito|sin coste|zdarma|bezplatn\w+|免费"
_NONE = r"none|nil|zero|nothing|no one|nobody|not (?:a single one|any|one)|keine?r?|nichts|aucune?|ninguno?|nada|zadn\w+|nula|没有"
_WHOLE = re.compile(
    rf"^\W*(?:it is |it's |completely |entirely |there (?:is|are|was|were) )?(?:{_FREE}|{_NONE}|0)(?: at all)?\W*$"
)
_SAID_FREE = re.compile(
    rf"(?<![\w-])(?:{_FREE}|costs? nothing|cost nothing|not (?:charged|cost anything)|nothing to pay|n[o']t? (?:have to )?pay anything)(?![\w-])(?! (?:of|from|for all))"
)
_SAID_NONE = re.compile(
    rf"(?<![\w-])(?:{_NONE}|no(?: [a-z-]+){{0,2}}? (?P<noun>[a-z]+)|not? any(?: [a-z-]+)?|n't any)(?![\w-])"
)
_AMOUNT = re.compile(
    r"\b(?:how (?:much|many)|fees?|costs?|price|charge|number of|amount|wie ?viele?|combien|cuant\w+|kolik)\b|多少|几"
)


def compare_nothing(answer: str, references: tuple[str, ...], question: str) -> Equivalence | None:
    """The verdict where a reference is none at all and an amount is asked for; None for other references."""
    reference = next((r for r in references if _WHOLE.match(fold(r))), None)
    if reference is None or not _AMOUNT.search(fold(question)):
        return None
    asked = {stem(word) for word in tokens(fold(question))} - STOP
    folded = fold(answer)
    some = [v for v in stated_values(answer) if v.number and v.date is None and v.unit not in ("ordinal", "clock")]
    told = {v.number for v in stated_values(question)}
    free = re.search(_FREE, fold(reference)) is not None
    said = _SAID_FREE.search(folded)
    if not said:
        said = next(
            (m for s in split_sentences(answer) for m in _SAID_NONE.finditer(fold(s.text)) if not m["noun"] or stem(m["noun"]) in asked or any(stem(w) in asked for w in m[0].split())),
            None,
        )  # fmt: skip
    if said or any(v.number == 0 for v in stated_values(answer)):
        if any(v.number not in told for v in some) and not free:
            return Equivalence("partial", 0.5, "says none, and an amount", reference)
        return Equivalence("equivalent", 0.8, "says that it is none", reference)
    if any(v.number not in told for v in some):
        return Equivalence("contradicts", 0.85, "states an amount", reference)
    return Equivalence("different", 0.7, "does not say that it is none", reference)
