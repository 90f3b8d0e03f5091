"""Labels of rows and heads of columns in words: what is measured, of what, and what says too little to be asked for."""

from __future__ import annotations

import re

from ragtester.suite.writers.amounts import UNIT_OF
from ragtester.suite.writers.entity import Entity

_MARKS = re.compile(r"\s*(?:\(\d{1,2}\)|[®™*†‡§]+)\s*")
GENERIC = re.compile(
    r"^(?:total|subtotal|other|others|n/?a|no\.?|#|item|page|notes?|remarks?|description|see .*|column \d+|\W*)$",
    re.IGNORECASE,
)
METRIC = re.compile(
    r"\b(?:sales|revenues?|margins?|expenses?|income|earnings|costs?|rates?|tax(?:es)?|profits?|loss(?:es)?|assets|liabilities|debt|cash|equity|"
    r"deposits|receivables?|payables?|inventor(?:y|ies)|dividends?|compensation|depreciation|amortization|provision|spending|turnover|output|"
    r"headcount|capacity|production|budget|backlog|orders|capital|securities|borrowings|purchases|proceeds|payments|repayments|"
    r"repurchases|goodwill|fees?|value|paper|equipment|rent|wages|salaries|charges|grants|loans?|investments?|accruals|reserves?|"
    r"population|visits|admissions)\b",
    re.IGNORECASE,
)
MEASURE = re.compile(
    r"\b(?:value|cost|gains?|losses|amount|price|rate|number|count|share|percentage|fee|salary|budget|total|area|population|size|weight|"
    r"height|length|width|capacity|score|age|quantity|hours|days|students|enrol+ment|votes|seats|sales|revenue|income|margin|ratio|points|"
    r"limit|premium|deductible|allowance|beds|spaces|people|employees|distance|duration|temperature|pressure|power|speed|volume)\b",
    re.IGNORECASE,
)
_ADJECTIVES = frozenset("basic diluted current non-current domestic foreign gross net total".split())


def metric_of(label: str, entity: Entity | None) -> str | None:
    """What a row measures, in words; None where its label alone does not say."""
    group, bare = (clean(part) for part in split_label(_MARKS.sub(" ", label)))
    if GENERIC.match(bare) and not group:
        return None
    if group and bare.lower() in _ADJECTIVES:
        what = f"{bare.lower()} {lowered(group)}" if METRIC.search(group) else None
    elif bare.lower().startswith("total ") and len(bare.split()) > 1 and METRIC.search(bare):
        what = lowered(bare)
    elif group and METRIC.search(bare) and not METRIC.search(group):
        what = f"{lowered(bare)} for {group}"
    elif group and METRIC.search(group) and not GENERIC.match(bare):
        what = lowered(bare) if METRIC.search(bare) else f"{lowered(group)} for {lowered(bare)}"
    elif METRIC.search(bare):
        what = lowered(bare)
    else:
        return None
    if what is None or re.search(
        r"\b(?:adjustments?|effect of|changes? in|balances)\b|/ ?\(|\(", f"{group} {label} {what}", re.IGNORECASE
    ):
        return None
    what = re.sub(r"^(\w[\w ]*?), net$", r"net \1", what)
    what = re.sub(r" by (?:category|segment|product|region|type)\b", "", what)
    return f"{entity.own} {what}" if entity else f"the {what}"


def split_label(label: str) -> tuple[str, str]:
    """The group that a label names before its colon, and the label itself; no group where it has none."""
    group, found, bare = label.rpartition(": ")
    return (group, bare) if found and bare else ("", label)


def clean(label: str) -> str:
    """A label without the marks of footnotes."""
    return " ".join(_MARKS.sub(" ", label).replace("/(", " (").split()).strip(" :,")


def topic_of(caption: str) -> str:
    """What a table is about, from its caption without number and continuation."""
    bare = re.sub(r"^(?:Table|Figure|Exhibit|Tab\.?)\s*[\dA-Z. ]*\d[A-Za-z]?[.:]?\s*", "", caption.strip())
    bare = re.sub(r"^[\W\d]+(?=[A-Z])", "", bare)
    bare = re.split(r"[—–-]+\s*[Cc]ontinued|: School|\(continued\)", bare)[0].strip(" .:")
    return bare if 2 <= len(bare.split()) <= 22 else ""


def column_of(name: str) -> str | None:
    """A column as a question names it; None where its heading says too little, or more than a question can hold."""
    bare = clean(UNIT_OF.sub("", re.sub(r"\((?:in|\$)[^()]*\)", "", name))).strip(" •·*")
    if re.match(r"\W", bare) or re.search(r"\b(?:which|each|that|whether|who)\b|\(", bare):
        return None
    if re.search(r"\b(?:19|20)\d\d", bare) and not MEASURE.search(bare):
        return None
    if GENERIC.match(bare) or len(bare.split()) > 7 or not re.search(r"[^\W\d_]{3,}", bare):
        return None
    return " ".join(w if re.search(r".[A-Z]|\d|\..", w) else w.lower() for w in bare.split())


def lowered(text: str) -> str:
    """Lower case for words that are written large only because a label begins with them or is in title case."""
    words = text.split()
    small = [
        word if any(c.isupper() for c in word[1:]) or any(c.isdigit() for c in word) or (i and not _common(word)) or word in _KEPT
        else word.lower()
        for i, word in enumerate(words)
    ]  # fmt: skip
    return " ".join(small)


def _common(word: str) -> bool:
    return bool(METRIC.fullmatch(word.strip(",")) or word.lower().strip(",") in _SMALL or word.islower())


_KEPT = frozenset("Europe Japan China Greater Americas America Asia Africa Level Mac Treasury".split())
_SMALL = frozenset(
    "fair value cash equivalents current non-current marketable total adjusted unrealized contract signed date and".split()
)
