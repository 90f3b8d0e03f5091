"""Answers that state the reference and turn it round: a ratio, a total for its part, a thing that is excepted or rejected."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ragtester.text.equivalence.verdict import Equivalence
from ragtester.text.equivalence.words import STOP, stem
from ragtester.text.folding import fold
from ragtester.text.tokens import tokens
from ragtester.text.values import Value, compare_values, stated_values

_RATIO = re.compile(r"(?<![\d:.,])(\d+(?:[.,]\d+)?)\s?(?::|to|zu|a|ku|比)\s?(\d+(?:[.,]\d+)?)(?![\d:]|[.,]\d)")
_ASKS_RATIO = re.compile(r"\b(?:ratio|proportions?|odds|verhaltnis|proporcion|relacion|rapport|pomer)\b|比例|比率")
_OF_A_TOTAL = re.compile(
    r"\b(?:out )?of (?:the |all |its |their |our )?(?P<total>[\w.,]*\d|\w+(?:-\w+)?)\s(?P<noun>[\w -]{2,30}?),? (?:only |just |some |about )?"
    r"(?P<part>\d[\d.,]*\d|\d|\w+(?:-\w+)?)\s(?P<rest>\w.*)"
)
_EXCEPTED = re.compile(
    r"\b(?:except(?: for)?|excepting|apart from|other than|with the exception of|all but|everything but|ausser|abgesehen von|salvo|excepto|sauf|a l'exception de|krome|vyjma)\s+(?:the |a |an |der |die |das |dem |den |el |la |le |les )?$|除了?$"
)
_MAY_EXCEPT = re.compile(
    r"except|apart from|other than|all but|everything but|ausser|abgesehen|salvo|sauf|krome|vyjma|除"
)
_NOT_BUT = re.compile(r"\bnot (?:the |an? )?(?P<no>[^.;,]{1,60}?),? but (?:rather |instead )?(?P<yes>[^.;]{1,60})")


def turned_round(answer: str, references: Sequence[str], question: str) -> Equivalence | None:
    """The verdict on an answer that holds the reference only turned round; None where it does not."""
    folded = fold(answer)
    for reference in references:
        wanted = fold(reference)
        if _ratio_turned(folded, wanted, fold(question)):
            return Equivalence("contradicts", 0.9, "gives the ratio the other way round", reference)
        if _total_for_part(folded, reference, fold(question)):
            return Equivalence("contradicts", 0.85, "gives it as the total, and another number as the part", reference)
        if _excepted(folded, wanted):
            return Equivalence("contradicts", 0.8, "excepts it", reference)
        if _rejected(answer, reference):
            return Equivalence("contradicts", 0.9, "rejects it for another value", reference)
    return None


def _ratio_turned(answer: str, reference: str, question: str) -> bool:
    """`1:3` for `3:1`; the names of both sides may stand the other way round, so only where the answer is the bare ratio."""
    whole = _RATIO.fullmatch(reference.strip(" ."))
    if whole is None or whole[1] == whole[2] or not (":" in reference or _ASKS_RATIO.search(question)):
        return False
    given = [(match[1], match[2]) for match in _RATIO.finditer(answer)]
    asked = [word for word in tokens(question) if word not in STOP and stem(word) in {stem(w) for w in tokens(answer)}]
    said = [word for word in tokens(answer) if word in asked]
    same_order = said == [word for word in asked if word in said] or len(said) < 2
    return bool(given) and same_order and all(pair == (whole[2], whole[1]) for pair in given)


def _single(text: str) -> Value | None:
    values = stated_values(text)
    return values[0] if len(values) == 1 and values[0].number is not None else None


def _total_for_part(answer: str, reference: str, question: str) -> bool:
    """`Of 142 staff, 97 were trained` beside 142, where it is asked how many were trained."""
    found = _OF_A_TOTAL.search(answer)
    wanted = _single(reference)
    if found is None or wanted is None:
        return False
    total, part = _single(found["total"]), _single(found["part"])
    if (
        total is None
        or part is None
        or compare_values(total, wanted) != "same"
        or compare_values(part, wanted) == "same"
    ):
        return False
    nouns = {stem(word) for word in tokens(found["noun"])}
    asked = {stem(word) for word in tokens(question)} - STOP - nouns
    return bool(asked & {stem(word) for word in tokens(found["rest"])})


def _excepted(answer: str, reference: str) -> bool:
    """`Everything except glass` beside `glass`."""
    if not _MAY_EXCEPT.search(answer) or _EXCEPTED.search(reference):
        return False
    places = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(reference.strip(' .'))}(?!\w)", answer)]
    return bool(places) and all(_EXCEPTED.search(answer[max(0, at - 60) : at]) for at in places)


def one_end(answer: str, reference: str) -> bool:
    """Whether the reference is a range of something measured, and the answer gives one of its ends: `up to 25 °C`."""
    ranges = [value for value in stated_values(reference) if value.high is not None and value.unit is not None]
    if len(ranges) != 1:
        return False
    wanted = ranges[0]
    given = [value for value in stated_values(answer) if value.unit == wanted.unit and value.number is not None]
    return bool(given) and all(value.high is None for value in given) and len({value.number for value in given}) == 1


_CASES = re.compile(r"[();]|,\s|\b(?:and|or|but|otherwise|while|whereas)\b")


def swapped(answer: str, reference: str) -> bool:
    """Whether a reference gives values by case (`150, or 300 for drivers under 23`) and the answer the value of another case."""
    cases = _cases(reference)
    if len(cases) < 2:
        return False
    given = _cases(answer)
    for value, words in cases:
        if not words:
            continue
        told = [(v, w) for v, w in given if len(words & w) >= 0.6 * len(words)]
        others = [v for v, w in cases if v is not value]
        if (
            told
            and not any(compare_values(v, value) in ("same", "partial") for v, _ in told)
            and any(compare_values(v, other) == "same" for v, _ in told for other in others)
        ):
            return True
    return False


def _cases(text: str) -> list[tuple[Value, frozenset[str]]]:
    """The values of a text that have a clause of their own, with the other words of that clause."""
    found: list[tuple[Value, frozenset[str]]] = []
    for clause in _CASES.split(text):
        values = [v for v in stated_values(clause) if v.number is not None and v.date is None and v.unit != "ordinal"]
        if not values:
            continue
        first = values[0]
        rest = f"{clause[: first.start]} {clause[first.end :]}"
        found.append(
            (first, frozenset(stem(word) for word in tokens(fold(rest)) if word not in STOP and len(word) > 1))
        )
    return found


def _rejected(answer: str, reference: str) -> bool:
    """`Not €200 but €300` beside €200."""
    wanted = _single(reference)
    found = _NOT_BUT.search(answer.lower()) if answer.isascii() or len(answer) == len(answer.lower()) else None
    if wanted is None or found is None:
        return False
    no, yes = _single(found["no"]), _single(found["yes"])
    if no is None or yes is None or compare_values(no, wanted) != "same" or compare_values(yes, wanted) == "same":
        return False
    return not any(
        compare_values(value, wanted) == "same"
        for value in stated_values(answer[: found.start()] + answer[found.end() :])
    )
