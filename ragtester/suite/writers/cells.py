"""Table cells as questions: what the row is, which column, which period, in which unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ragtester.documents import row_text
from ragtester.records import Document, Table, ValueKind
from ragtester.suite.writers.entity import Entity
from ragtester.suite.writers.properties import (
    asks_clearly,
    is_property,
    is_turned,
    plural_head,
    property_question,
    unit_of,
)
from ragtester.text import extract_values

_DATE = r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\.?|Feb\.?|Mar\.?|Apr\.?|Jun\.?|Jul\.?|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?) \d{1,2}, \d{4}|\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}"
_PERIOD = re.compile(
    rf"^(?P<span>(?:\w+ (?:Months|Weeks)|(?:Fiscal )?(?:Years?|Quarters?)) Ended) (?P<day>{_DATE})", re.IGNORECASE
)
_DAY = re.compile(rf"^(?:As (?:of|at) )?(?P<day>{_DATE})")
_YEAR = re.compile(
    r"^(?P<state>(?:Actual|Projected|Estimated?|Budget(?:ed)?|Forecast|Planned|Target|Audited|Unaudited) )?(?P<fy>(?:FY|Fiscal(?: Year)?) ?)?(?P<year>(?:19|20)\d\d(?:[–/-]\d\d(?:\d\d)?)?)$",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"^(?:Q[1-4]|[1-4]Q|(?:First|Second|Third|Fourth) Quarter) ?(?:of )?(?:FY ?)?(?:19|20)?\d\d$", re.IGNORECASE
)
_SCALE = re.compile(r"\b(?:in|of) (?P<scale>thousands|millions|billions)\b", re.IGNORECASE)
_UNSCALED = re.compile(
    r"\b(?:share|shares|per|percent\w*|rate|ratio|number|RSUs?|units?|employees|headcount|stores)\b|%", re.IGNORECASE
)
_NUMBER = re.compile(
    r"^(?P<sign>[$€£¥]|US\$|USD|EUR|GBP)? ?(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?) ?(?P<percent>%)?$"
)
_MARKS = re.compile(r"\s*(?:\(\d{1,2}\)|[®™*†‡§]+)\s*")
_GENERIC = re.compile(
    r"^(?:total|subtotal|other|others|n/?a|no\.?|#|item|page|notes?|remarks?|description|see .*|column \d+|\W*)$",
    re.IGNORECASE,
)
_METRIC = re.compile(
    r"\b(?:sales|revenues?|margins?|expenses?|income|earnings|costs?|rates?|tax(?:es)?|profits?|loss(?:es)?|assets|liabilities|debt|cash|equity|"
    r"deposits|receivables?|payables?|inventor(?:y|ies)|dividends?|compensation|depreciation|amortization|provision|spending|turnover|output|"
    r"headcount|capacity|production|budget|backlog|orders|capital|securities|borrowings|purchases|proceeds|payments|repayments|"
    r"repurchases|goodwill|fees?|value|paper|equipment|rent|wages|salaries|charges|grants|loans?|investments?|accruals|reserves?|"
    r"population|visits|admissions)\b",
    re.IGNORECASE,
)
_OWNED = re.compile(rf"{_METRIC.pattern[:-3]}|contracts|funds|stock|shares|options|notes|bonds|RSUs)\b", re.IGNORECASE)
_MEASURE = re.compile(
    r"\b(?:value|cost|gains?|losses|amount|price|rate|number|count|share|percentage|fee|salary|budget|total|area|population|size|weight|"
    r"height|length|width|capacity|score|age|quantity|hours|days|students|enrol+ment|votes|seats|sales|revenue|income|margin|ratio|points|"
    r"limit|premium|deductible|allowance|beds|spaces|people|employees|distance|duration|temperature|pressure|power|speed|volume)\b",
    re.IGNORECASE,
)
_BALANCE = re.compile(
    r"\b(?:receivables?|payables?|inventor(?:y|ies)|assets|liabilities|debt|equity|securities|equipment|deferred revenue)\b",
    re.IGNORECASE,
)
_FLOW = re.compile(
    r"\b(?:purchases?|proceeds|payments?|repayments|sales|income|expenses?|interest|costs?|sold|provision|return)\b",
    re.IGNORECASE,
)
"""A balance stands at a day; a row that names one over a period is its change, whatever its label says."""
_UNIT_OF = re.compile(
    r" ?\((?P<unit>thousands|millions|billions|km²|m²|m³|km|m|cm|mm|kg|g|t|tonnes|ha|kWh|MWh|kW|W|V|°C|°F|hours|days|minutes|"
    r"weeks|months|years|litres|liters|EUR|USD|GBP|€|%)\)$",
    re.IGNORECASE,
)
_SCALES = frozenset(("thousands", "millions", "billions"))
_MEASURED = ("number", "money", "percent", "duration", "date")
_ADJECTIVES = frozenset("basic diluted current non-current domestic foreign gross net total".split())


@dataclass(frozen=True, slots=True)
class Cell:
    """A question that one table cell answers."""

    question: str
    answer: str
    forms: tuple[str, ...]
    kind: ValueKind
    row: str
    """The row as it stands in the document's text."""
    start: int
    end: int
    subject: str
    phrase: str
    """The column as the question says it; equal for cells of one column."""
    timed: bool
    """Whether the column is a time."""


def cells_of(document: Document, entity: Entity | None) -> Iterator[Cell]:
    """The questions that a document's tables answer, one for each cell that can be named in words."""
    for table in document.tables:
        if _usable(table):
            yield from _Reading(document, table, entity).cells()


def _usable(table: Table) -> bool:
    if len(table.header) < 2 or not any(table.header[1:]) or not table.rows:
        return False
    if re.search(r"[À-ÖØ-öø-ÿ]", " ".join(table.header)):  # the headings of another language
        return False
    return not all(re.match(r"(?:Item|Part|Page|Exhibit|Note)\b|\d+\.?\d*$", row[0]) for row in table.rows if row[0])


class _Reading:
    def __init__(self, document: Document, table: Table, entity: Entity | None) -> None:
        self._document = document
        self._table = table
        self._entity = entity
        before = document.text[max(0, table.start - 260) : table.start]
        self._above = f"{before}\n{table.caption}"
        lines = [line.strip() for line in before.splitlines() if line.strip()]
        self._last = lines[-1] if lines else ""
        self._scale = _scale(self._above) or _scale(document.text[max(0, table.start - 4000) : table.start])
        self._scales = bool(_SCALE.search(document.text))
        self._money = any(re.match(r"[$€£¥]", cell) for row in table.rows for cell in row)
        self._sign = next((cell[0] for row in table.rows for cell in row if re.match(r"[$€£¥]", cell)), "")
        self._key = self._label_column()
        self._topic = _topic(table.caption)
        self._turned = is_turned(table)
        labels = [row[self._key] for row in table.rows]
        self._twice = {label for label in labels if labels.count(label) > 1}

    def _label(self, row: tuple[str, ...]) -> str:
        """What a row is about; a person by first and last name."""
        heads = [name.lower() for name in self._table.header]
        label = row[self._key]
        if label and heads[self._key] in ("last name", "surname") and "first name" in heads:
            return f"{row[heads.index('first name')]} {label}".strip()
        return label

    def _label_column(self) -> int:
        """The first column whose cells are mostly words, and tell the rows apart."""
        for column in range(min(4, len(self._table.header))):
            cells = [row[column] for row in self._table.rows if row[column]]
            words = sum(bool(re.search(r"[^\W\d_]{2,}", cell)) for cell in cells)
            if cells and words >= 0.7 * len(cells) and len(set(cells)) >= 0.6 * len(cells):
                return column
        return 0

    def cells(self) -> Iterator[Cell]:
        at = self._table.start
        for row in self._table.rows:
            text = row_text(self._table.header, row)
            start = self._document.text.find(text, at, self._table.end or None) if text else -1
            if start < 0:
                continue
            at = start + len(text)
            label = self._label(row)
            if not label or label in self._twice or sum(bool(cell) for cell in row) < 2 or len(label) > 110:
                continue
            names = [name for name in self._table.header if name]
            for column, (name, cell) in enumerate(zip(self._table.header, row, strict=True)):
                if column == self._key or not name or names.count(name) > 1 or not cell:
                    continue
                made = self._cell(label, name, cell)
                if made:
                    question, subject, phrase, timed, answer, forms, kind = made
                    yield Cell(question, answer, forms, kind, text, start, start + len(text), subject, phrase, timed)

    def _cell(
        self, label: str, name: str, cell: str
    ) -> tuple[str, str, str, bool, str, tuple[str, ...], ValueKind] | None:
        value = self._value(label, name, cell)
        if value is None:
            return None
        answer, forms, kind = value
        when = self._when(name)
        if when:
            what = self._metric(label)
            if what and when.startswith("for the") and _BALANCE.search(what) and not _FLOW.search(what):
                return None
            if what is None:
                if not self._topic:
                    return None
                question = f"Under “{self._topic}”, what figure is given for {_clean(label)} {when}?"
                return question, label, when, True, answer, forms, kind
            verb = "were" if plural_head(what) else "was"
            return f"What {verb} {what} {when}?", what, when, True, answer, forms, kind
        return self._plain(label, name, value)

    def _plain(
        self, label: str, name: str, value: tuple[str, tuple[str, ...], ValueKind]
    ) -> tuple[str, str, str, bool, str, tuple[str, ...], ValueKind] | None:
        """A column that is a property, as in `What is the capacity of the Harbour depot?`."""
        answer, forms, kind = value
        whole = name
        rest = _beyond(name)
        if rest:
            name = rest
        if self._turned or is_property(label, name):
            label, name = name.rstrip(" •·*"), label
        group, bare = _split(label)
        thing = _clean(bare)
        column = _column(name)
        if column is None or _GENERIC.match(thing) or not re.search(r"[^\W\d_]{2,}", thing):
            return None
        if not asks_clearly(column, thing, alone=not self._topic):
            return None
        if group and not _METRIC.search(group) and not re.match(r"Level \d|Part|Section", group):
            thing = f"{thing} ({_clean(group)})"
        when = self._day(whole, rest)
        if rest and not when:
            return None
        if not self._askable(
            column,
            f"{name} {label}",
            when,
            words=kind == "text" or bool(unit_of(answer) and not _MEASURE.search(column)),
        ):
            return None
        if self._entity and _OWNED.search(bare) and kind != "text":
            thing = f"{self._entity.own} {_lowered(thing)}"
        if when:
            question = f"What was the {column} of {thing}{when}?"
        elif self._topic:
            question = f"Under “{self._topic}”, {property_question(column, thing)}?"
        else:
            asked = property_question(column, thing)
            question = f"{asked[0].upper()}{asked[1:]}?"
        return question, thing, column, False, answer, forms, kind

    def _askable(self, column: str, names: str, when: str, *, words: bool) -> bool:
        """Whether a property can be asked for: words in a list of things, or a measure whose day is known."""
        if re.search(r"\bEnded\b|\bChange\b", names, re.IGNORECASE):
            return False
        if words:
            return len(self._table.rows) >= 3 and not when and not re.search(r"[☐☒]", names)
        dated = bool(when) or self._entity is None
        return dated and bool(_MEASURE.search(column))

    def _day(self, name: str, rest: str) -> str:
        """` as of July 1, 2023`, where the column or the line above the table gives the day."""
        day = _DAY.match(name) if rest else _DAY.match(self._last)
        alone = bool(rest) or (day is not None and len(self._last) <= len(day[0]) + 2)
        return f" as of {day['day']}" if day and alone else ""

    def _when(self, name: str) -> str | None:
        if _beyond(name):
            return None
        found = _PERIOD.match(name)
        if found:
            return f"for the {found['span'].lower().replace('years ended', 'year ended').replace('quarters ended', 'quarter ended')} {found['day']}"
        found = _DAY.match(name)
        if found:
            span = re.search(
                r"((?:\w+ (?:Months|Weeks)|(?:Fiscal )?(?:Years?|Quarters?)) Ended)\W*$", self._last, re.IGNORECASE
            )
            return f"for the {span[1].lower()} {found['day']}" if span else f"as of {found['day']}"
        found = _YEAR.match(name)
        if found:
            state = f" ({found['state'].strip().lower()})" if found["state"] else ""
            return f"in {'fiscal ' if found['fy'] else ''}{found['year']}{state}"
        return f"in {name}" if _QUARTER.match(name) else None

    def _metric(self, label: str) -> str | None:
        """What a row measures, in words; None where its label alone does not say."""
        group, bare = (_clean(part) for part in _split(_MARKS.sub(" ", label)))
        if _GENERIC.match(bare) and not group:
            return None
        if group and bare.lower() in _ADJECTIVES:
            what = f"{bare.lower()} {_lowered(group)}" if _METRIC.search(group) else None
        elif bare.lower().startswith("total ") and len(bare.split()) > 1 and _METRIC.search(bare):
            what = _lowered(bare)
        elif group and _METRIC.search(bare) and not _METRIC.search(group):
            what = f"{_lowered(bare)} for {group}"
        elif group and _METRIC.search(group) and not _GENERIC.match(bare):
            what = _lowered(bare) if _METRIC.search(bare) else f"{_lowered(group)} for {_lowered(bare)}"
        elif _METRIC.search(bare):
            what = _lowered(bare)
        else:
            return None
        if what is None or re.search(
            r"\b(?:adjustments?|effect of|changes? in|balances)\b|/ ?\(|\(", f"{group} {label} {what}", re.IGNORECASE
        ):
            return None
        what = re.sub(r"^(\w[\w ]*?), net$", r"net \1", what)
        what = re.sub(r" by (?:category|segment|product|region|type)\b", "", what)
        return f"{self._entity.own} {what}" if self._entity else f"the {what}"

    def _value(self, label: str, name: str, cell: str) -> tuple[str, tuple[str, ...], ValueKind] | None:
        found = _NUMBER.match(cell)
        if re.search(r"\d[¹²³⁴⁵⁶⁷⁸⁹]+$", cell):  # the mark of a footnote
            return None
        if not found:
            values = extract_values(cell)
            if len(values) == 1 and values[0].text == cell and values[0].kind in _MEASURED and not self._when(name):
                return cell, (cell,), values[0].kind
            words = len(cell.split())
            if self._when(name) or not re.search(r"[^\W\d_]", cell) or words > 12 or cell in ("—", "-"):
                return None
            return cell, (cell,), "text"
        number, sign = found["number"], found["sign"] or ""
        if found["percent"] or (
            re.search(r"%|percent", f"{name} {label}", re.IGNORECASE) and float(number.replace(",", "")) <= 100
        ):
            return f"{number}%", (f"{number}%", f"{number} percent", cell), "percent"
        if re.search(r"(?:zip|postal|phone|code|no\.|number(?! of)|serial|id)\b", name, re.IGNORECASE):
            return cell, (cell,), "code"
        unit = _UNIT_OF.search(name)
        if unit and not sign:
            word = unit["unit"].lower().rstrip("s") if unit["unit"].lower() in _SCALES else unit["unit"]
            return f"{number} {word}", (f"{number} {word}", number), "number"
        bare = bool(_UNSCALED.search(label))
        per = bool(re.search(r"\bper\b|\bprice\b", f"{label} {name}", re.IGNORECASE))
        in_name = _SCALE.search(name)
        scale = in_name["scale"].lower().rstrip("s") if in_name else "" if per else self._scale
        if bare and not per and not in_name and self._scales:
            return None
        if self._scales and not scale and not per and ("," in number or sign):
            return None
        money = not in_name and (bool(sign) or (self._money and not bare))
        mark = sign or (self._sign if money else "")
        if scale:
            main = f"{mark}{number} {scale}"
            forms = [main, f"{number} {scale}", f"{mark}{number}", number, *_larger(number, scale, mark)]
        else:
            main, forms = f"{mark}{number}", [f"{mark}{number}", number]
        return main, tuple(dict.fromkeys(forms)), "money" if money else "number"


def _scale(above: str) -> str:
    """The unit of a table's amounts: the first that the last remark in brackets names; empty where none does."""
    remarks = [hit[0] for hit in re.finditer(r"\([^()]*\)", above) if _SCALE.search(hit[0])]
    found = _SCALE.search(remarks[-1]) if remarks else None
    return found["scale"].lower().rstrip("s") if found else ""


def _larger(number: str, scale: str, mark: str) -> list[str]:
    """The same amount in the next larger unit: `$81,797 million` as `$81.797 billion` and `$81.8 billion`."""
    value = float(number.replace(",", ""))
    above = {"thousand": "million", "million": "billion"}.get(scale)
    if above is None or value < 1000:
        return []
    exact = f"{value / 1000:.3f}".rstrip("0").rstrip(".")
    return [f"{mark}{exact} {above}", f"{mark}{value / 1000:.1f} {above}"]


def _beyond(name: str) -> str:
    """What a column's name says after the day or period that it begins with, as in `July 1, 2023 Fair Value`."""
    found = _PERIOD.match(name) or _DAY.match(name)
    rest = name[found.end() :].strip(" :,") if found else ""
    return "" if rest.isupper() else rest


def _split(label: str) -> tuple[str, str]:
    group, found, bare = label.rpartition(": ")
    return (group, bare) if found and bare else ("", label)


def _clean(label: str) -> str:
    return " ".join(_MARKS.sub(" ", label).replace("/(", " (").split()).strip(" :,")


def _topic(caption: str) -> str:
    """What a table is about, from its caption without number and continuation."""
    bare = re.sub(r"^(?:Table|Figure|Exhibit|Tab\.?)\s*[\dA-Z. ]*\d[A-Za-z]?[.:]?\s*", "", caption.strip())
    bare = re.sub(r"^[\W\d]+(?=[A-Z])", "", bare)
    bare = re.split(r"[—–-]+\s*[Cc]ontinued|: School|\(continued\)", bare)[0].strip(" .:")
    return bare if 2 <= len(bare.split()) <= 22 else ""


def _column(name: str) -> str | None:
    bare = _clean(_UNIT_OF.sub("", re.sub(r"\((?:in|\$)[^()]*\)", "", name))).strip(" •·*")
    if re.match(r"\W", bare) or re.search(r"\b(?:which|each|that|whether|who)\b|\(", bare):
        return None
    if re.search(r"\b(?:19|20)\d\d", bare) and not _MEASURE.search(bare):
        return None
    if _GENERIC.match(bare) or len(bare.split()) > 7 or not re.search(r"[^\W\d_]{3,}", bare):
        return None
    return " ".join(w if re.search(r".[A-Z]|\d|\..", w) else w.lower() for w in bare.split())


def _lowered(text: str) -> str:
    """Lower case for words that are written large only because a label begins with them or is in title case."""
    words = text.split()
    small = [
        word if any(c.isupper() for c in word[1:]) or any(c.isdigit() for c in word) or (i and not _common(word)) or word in _KEPT
        else word.lower()
        for i, word in enumerate(words)
    ]  # fmt: skip
    return " ".join(small)


def _common(word: str) -> bool:
    return bool(_METRIC.fullmatch(word.strip(",")) or word.lower().strip(",") in _SMALL or word.islower())


_KEPT = frozenset("Europe Japan China Greater Americas America Asia Africa Level Mac Treasury".split())
_SMALL = frozenset(
    "fair value cash equivalents current non-current marketable total adjusted unrealized contract signed date and".split()
)
