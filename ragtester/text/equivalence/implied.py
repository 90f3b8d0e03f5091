"""What kind of thing a reference is, where nobody says so: a value, a list, a code."""

from __future__ import annotations

import re

from ragtester.records import ValueKind
from ragtester.text.equivalence.core import core_of, is_ratio
from ragtester.text.equivalence.lists import items_of
from ragtester.text.folding import fold
from ragtester.text.forms import whole_value
from ragtester.text.values import stated_values

_VERBATIM = re.compile(
    r"\b(?:version|release|build|section|clause|article|paragraph|room|extension|phone|telephone|code|serial|postcode|zip|address|model number|"
    r"part number|account number|reference number|passage|verse)\b"
)
_SEVERAL = re.compile(
    r"\b(?:welche\w* \w+en|quel(?:le)?s|que \w+s|cuales|jake|ktere)\b|\b(?:two|three|four|five|six|both|all|list|name (?:the|all))\b|\bwhat are\b|\bwho (?:are|were)\b|\b(?:which|what) (?:\w+ )?\w{3,}(?<!s)s\b(?! (?:the|an?|this|that|our|its|their|his|her|all|every|each|on|for|to|in|with)\b)|\b(?:which|what) (?:\w+ )?(?:\w*ies\b|\w+ are\b)"
)
_COMMA_LIST = re.compile(r"[^,;]+(?:,\s*[^,;]+)+,?\s+(?:and|&)\s+[^,;]+|[^;]+(?:;\s*[^;]+)+|[^、]+(?:、[^、]+)+")
_AND_LIST = re.compile(r"[^,;]+\s(?:and|und|et|y|&)\s[^,;]+")
_FIRM = re.compile(
    r"(?:&|\band|\bund|\bet)\s(?:Partners?|Sons?|Associates|Co\b|Cie\b|Company|Söhne|Partnerinnen|Brothers|Daughters)",
    re.IGNORECASE,
)
_BOUNDED = re.compile(r"(?:at least|at most|up to|no more than|plus|minimum|maximum|otherwise|but)\b", re.IGNORECASE)
_TWO_THINGS = re.compile(r"the (?:[\w'’-]+ ){1,4}and the(?: [\w'’-]+){1,4}", re.IGNORECASE)
_PLACE = re.compile(r"\bwhere\b|\b(?:city|town|place|address|located|location|country|state|born)\b")
_CLAUSE = re.compile(r"\b(?:is|are|was|were|because|that|which|who|when|must|may|can|has|have|had|to)\b")


def implied_kind(references: tuple[str, ...], question: str) -> ValueKind | None:
    """The kind that every reference is and nothing else; None where they are words, or of several kinds."""
    if (
        _VERBATIM.search(fold(question))
        and not re.match(r"\W*(?:when|since when|until when|how (?:long|much|many|often))\b", fold(question))
        and all(re.fullmatch(r"(?:[A-Za-z][\w+#.-]* ){0,2}[\w./-]*\d[\w./-]*", r.strip()) for r in references)
    ):
        return "code"
    if all(is_ratio(reference, question) for reference in references):
        return "percent"
    if all(_span_of_dates(reference) for reference in references):
        return "date"
    values = [whole_value(core_of(reference)) for reference in references]
    kinds = {value.kind for value in values if value is not None and value.unit != "ordinal"}
    if all(value is not None and value.unit != "ordinal" for value in values) and kinds:
        return next(iter(kinds)) if len(kinds) == 1 else "date" if kinds == {"date", "number"} else None
    if len(references) == 1 and is_list(references[0], question):
        return "list"
    return None


_FROM_TO = re.compile(
    r"\b(?:from|to|until|till|through|between|and|the|bis|vom|von|zum|od|do|az|du|au|del|al|inclusive)\b|[\W_]"
)


def _span_of_dates(reference: str) -> bool:
    """Whether a reference is two dates and nothing else: `1 to 15 September`."""
    values = stated_values(reference)
    if len(values) != 2 or any(value.date is None or not value.date.day for value in values):
        return False
    rest = (
        reference[: values[0].start]
        + " "
        + reference[values[0].end : values[1].start]
        + " "
        + reference[values[1].end :]
    )
    return not _FROM_TO.sub("", fold(rest)).strip()


def _measured(text: str) -> bool:
    return any(value.number is not None or value.date is not None for value in stated_values(text))


def is_list(reference: str, question: str) -> bool:
    """Whether a reference enumerates: three items and more, or two where the question asks for several."""
    text = reference.strip().rstrip(".")
    items = items_of(text)
    if len(items) < 2 or any(len(item.split()) > 6 for item in items) or _CLAUSE.search(fold(text)):
        return False
    if _FIRM.search(text) or any(_BOUNDED.match(item) for item in items):
        return False
    if _TWO_THINGS.fullmatch(text):
        return True
    if _COMMA_LIST.fullmatch(text):
        return True
    if len(items) >= 3 and "," in text and not _PLACE.search(fold(question)) and not _measured(text):
        return True
    pair = re.fullmatch(r"[A-ZÀ-Þ]?[\w-]+(?: [\w-]+)?(?:, ?[A-ZÀ-Þ]?[\w-]+(?: [\w-]+)?)+", text)
    if pair and _SEVERAL.search(fold(question)) and not any(c.isdigit() for c in text):
        return True
    return bool(_AND_LIST.fullmatch(text) and _SEVERAL.search(fold(question)))
