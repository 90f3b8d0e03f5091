"""Whose document it is: the organisation that "the Company", "we" and "our" stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragtester.records import Document

_SUFFIX = r"(?:Inc|Corp|Corporation|Ltd|Limited|LLC|LLP|PLC|plc|AG|GmbH|SE|S\.A|N\.V|Company|Co|Group|Holdings|Foundation|University)"
_NAME = r"(?P<name>[A-Z][\w&.'’-]*(?:,? (?:[A-Z&][\w&.'’-]*|of|and|the|for)){0,6}?)"
_DEFINED = re.compile(
    rf"{_NAME}(?:,? (?:and|together with) (?:its|their) [^()“\"]{{0,60}})? ?\([^()]{{0,80}}?[“\"]"
    r"(?:the )?(?:Company|Corporation|Organi[sz]ation|Registrant|Issuer|Group|Bank|Trust|Fund|Partnership|Agency|University)[,.]?[”\"]"
)
_CHARTER = re.compile(r"(?P<name>[^\n]{2,80})\n\(?\s*Exact name of [Rr]egistrant")
_LEGAL = re.compile(
    rf"(?:^|\n|\b(?:of|by|for|at) )(?P<name>[A-Z][\w&'’-]*(?: [A-Z&][\w&'’-]*){{0,4}},? {_SUFFIX}\b\.?)"
)
_TRAILING = re.compile(rf",? {_SUFFIX}\.?$")
_SELF = re.compile(
    r"\b(?:the|The) (?:Company|Corporation|Registrant|Issuer|Organi[sz]ation|Bank|Trust|Fund|Partnership)\b(?P<own>['’]s)?"
)
_WE = re.compile(r"\b(?:We|we)\b")
_OUR = re.compile(r"\b(?:Our|our)\b")


@dataclass(frozen=True, slots=True)
class Entity:
    """An organisation by its full and its everyday name."""

    full: str
    short: str

    def named_in(self, text: str) -> bool:
        """Whether `text` mentions it."""
        return self.short in text

    @property
    def own(self) -> str:
        """`Apple's`, `Vestas'`."""
        return f"{self.short}'" if self.short.endswith("s") else f"{self.short}'s"

    def resolved(self, text: str) -> str:
        """`text` with the name in place of "the Company", "we" and "our"."""
        text = _SELF.sub(lambda hit: self.own if hit["own"] else self.short, text)
        return _OUR.sub(self.own, _WE.sub(self.short, text))


def entity_of(document: Document) -> Entity | None:
    """The organisation that a document speaks for, from its definitions or the names on its first pages."""
    text = document.text
    for pattern in (_CHARTER, _DEFINED):
        found = pattern.search(text[:60_000])
        if found:
            return _entity(found["name"])
    counts: dict[str, int] = {}
    for found in _LEGAL.finditer(text[:20_000]):
        counts[found["name"]] = counts.get(found["name"], 0) + 1
    best = max(counts, key=lambda name: (counts[name], -text.find(name)), default=None)
    return _entity(best) if best and counts[best] >= 2 else None


def _entity(name: str) -> Entity | None:
    full = " ".join(name.split()).strip(" ,")
    full = re.sub(r"^(?:(?:The )?(?:accounts|statements|operations) of |Of |By |For |At )", "", full)
    short = _TRAILING.sub("", full).strip(" ,") or full
    return Entity(full, short) if len(short) > 1 and short[0].isupper() else None
