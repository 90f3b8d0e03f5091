"""A sentence that states a value, turned into the question that the value answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ragtester.records import ValueKind
from ragtester.suite.writers.entity import Entity
from ragtester.text import Value, extract_values

_V = "\u241f"
"""Stands for the value in a sentence while patterns are tried."""

_BASE = {
    "increased": "increase", "decreased": "decrease", "rose": "rise", "fell": "fall", "grew": "grow", "declined": "decline",
    "dropped": "drop", "improved": "improve", "expanded": "expand", "climbed": "climb", "shrank": "shrink",
    "totaled": "total", "totalled": "total", "amounted to": "amount to", "came to": "come to", "averaged": "average",
    "had": "have", "has": "have", "have": "have", "holds": "hold", "held": "hold", "owns": "own", "owned": "own",
    "employs": "employ", "employed": "employ", "operates": "operate", "operated": "operate", "maintains": "maintain",
    "includes": "include", "included": "include", "contains": "contain", "contained": "contain", "serves": "serve",
    "served": "serve", "offers": "offer", "offered": "offer", "runs": "run", "ran": "run", "covers": "cover",
    "costs": "cost", "cost": "cost", "weighs": "weigh", "weighed": "weigh", "lasts": "last", "lasted": "last",
    "takes": "take", "took": "take", "requires": "require", "required": "require", "repurchased": "repurchase",
    "received": "receive", "receives": "receive", "paid": "pay", "pays": "pay", "spent": "spend", "spends": "spend",
    "issued": "issue", "sold": "sell", "sells": "sell", "invested": "invest", "recorded": "record", "generated": "generate",
    "produced": "produce", "produces": "produce", "delivered": "deliver", "hired": "hire", "acquired": "acquire",
    "recognized": "recognize", "recognised": "recognise", "granted": "grant", "awarded": "award", "raised": "raise",
}  # fmt: skip
_THIRD = frozenset(verb for verb, base in _BASE.items() if verb.endswith("s") and verb != base)
_PRESENT = frozenset({"have", "cost"})
_S = r"(?P<s>(?:[Tt]he |[Aa]n? |[Ee]ach |[Ee]very |[A-Z0-9a-z])[^,;:()\u241f]{1,95}?)"
_APPROX = r"(?:(?:approximately|about|around|over|more than|less than|up to|at least|at most|only|just|a total of|nearly|almost|roughly|exactly|no more than) )?"
_REST = r"(?P<rest>(?: [^;:()\u241f]*?)?)"
_VERBS = "|".join(sorted(_BASE, key=len, reverse=True))
_LEAD = re.compile(
    r"^(?P<lead>(?:As of|During|In|For|On|At|Since|From|Under|Until|By) (?:[^,\u241f]|, (?=\d{4})){3,70}), (?P<main>.+)$"
)
_OPENING = re.compile(
    r"^(?:However|In addition|Additionally|Furthermore|Moreover|Also|Therefore|Accordingly|Generally|Currently|Today|"
    r"Overall|For example|Finally|First|Second|Then|Thus|Similarly|Historically|Typically|Normally|Usually|Note that),? ",
)
_UNCLEAR = re.compile(
    r"\b(?:it|its|they|their|them|he|she|his|her|this|these|those|such|former|latter|same|respectively|following|"
    r"herein|thereof|hereof|above|below|aforementioned|there|which|whose|who|foregoing|and (?:its|their))\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"^(?:the |an? )?(?:increase|decrease|change|amount|total|number|difference|balance|remainder|rest|result|value|figure|"
    r"decline|growth|other|others|note|notes|page|item|table|one|some|most|many|all|none|both|effect|impact|number of)$",
    re.IGNORECASE,
)
_ADRIFT = re.compile(
    r"(?:for|in|on|at|as|by|with|from|during|while|when|if|after|before|since|although|and|but|or|to|under|until|not|dating|being|having|"
    r"including|located|based|known|according)\b",
    re.IGNORECASE,
)
_METRIC = re.compile(
    r"\b(?:sales|revenues?|margins?|expenses?|income|earnings|costs?|rate|tax(?:es)?|profits?|loss(?:es)?|assets|liabilities|debt|"
    r"cash|equity|deposits|receivables?|payables?|inventor(?:y|ies)|dividends?|compensation|depreciation|provision|spending|"
    r"turnover|output|headcount|workforce|capacity|production|budget|backlog|orders|bookings|capital|securities|borrowings)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Turned:
    """A question with the value that answers it."""

    question: str
    answer: str
    forms: tuple[str, ...]
    kind: ValueKind
    subject: str
    premise: str = ""
    """A question that takes the opposite for granted; empty where there is none."""


def questions_from(sentence: str, entity: Entity | None, *, names: frozenset[str] = frozenset()) -> Iterator[Turned]:
    """The questions that a sentence answers by one value; none where its words need their surroundings.

    Args:
        sentence: as it stands in the document.
        entity: whose document it is.
        names: words that keep their capital inside a question.
    """
    flat = " ".join(sentence.split())
    if not 5 <= len(flat.split()) <= 45 or flat[-1:] != "." or flat.count("(") > 1 or '"' in flat or "“" in flat:
        return
    flat = _OPENING.sub("", flat)
    flat = flat[:1].upper() + flat[1:]
    named = entity.resolved(flat) if entity else flat
    if entity is None and re.search(r"\b(?:we|our|us|the Company)\b", named, re.IGNORECASE):
        return
    values = [v for v in extract_values(named) if v.kind in ("number", "money", "percent", "date", "duration")]
    for value in values:
        joined = _joined(named, value, values)
        if joined is None:
            continue
        start, end, forms = joined
        masked = f"{named[:start]}{_V}{named[end:].rstrip().rstrip('.')}"
        for turn in _TURNS:
            made = turn(masked, value, _Speaker(entity, names))
            if made is None:
                continue
            question, subject, premise = made
            if acceptable(question, subject):
                answer = named[start:end]
                if question.startswith("How often"):
                    answer, forms = f"every {answer}", (f"every {answer}", *forms)
                yield Turned(_tidy(question), answer, forms, value.kind, subject, _tidy(premise) if premise else "")
                break


def _joined(text: str, value: Value, values: list[Value]) -> tuple[int, int, tuple[str, ...]] | None:
    """The value's place, with a second value that says the same ("2% or $996 million"); None for that second one."""
    for other in values:
        if other is not value and text[value.end : other.start] == " or ":
            whole = text[value.start : other.end]
            return value.start, other.end, (whole, value.text, other.text)
        if other is not value and text[other.end : value.start] == " or ":
            return None
    return value.start, value.end, (value.text,)


def acceptable(question: str, subject: str, entity: Entity | None = None) -> bool:
    """Whether a question names what it asks about and stands without its sentence."""
    if re.search(r"\b(?:and|or)$|\d[\d.,]* [a-z]+ and\b", subject) or re.match(
        r"\w+ (?:\w+ )?(?:must|may|can|shall) [^?]* not ", question
    ):
        return False
    if _V in question or _ADRIFT.match(subject) or _VAGUE.match(subject.strip()) or _UNCLEAR.search(subject):
        return False
    if re.search(
        r"\b(?:this|these|those|such|it|its|they|their|we|our|us|herein|above|below|respectively|following)\b",
        question,
        re.IGNORECASE,
    ):
        return False
    return 5 <= len(question.split()) <= 40 and not re.search(r"\b(?:Note|Item|Section|Part|Page) \d", question)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Whose document it is, and the words in it that are names."""

    entity: Entity | None
    names: frozenset[str]


def names_in(text: str) -> frozenset[str]:
    """Words that a text writes with a capital inside sentences, and never without: names."""
    inside = set(re.findall(r"(?<=[a-z,] )[A-Z][\w-]+", text))
    return frozenset(inside - {word.capitalize() for word in re.findall(r"\b[a-z][\w-]+", text)})


_Made = tuple[str, str, str] | None


def _parts(masked: str) -> tuple[str, str]:
    """The main clause and the phrase of time or place before it."""
    found = _LEAD.match(masked)
    if not found or _V in found["lead"]:
        return masked, ""
    lead = found["lead"]
    return found["main"], f" {lead[:1].lower()}{lead[1:]}"


def _change(masked: str, value: Value, who: _Speaker) -> _Made:
    main, lead = _parts(masked)
    verbs = "increased|decreased|rose|fell|grew|declined|dropped|improved|expanded|climbed|shrank"
    found = re.match(rf"^{_S} (?P<v>{verbs})(?: by)? {_APPROX}{_V}{_REST}(?:,.*)?$", main)
    if not found or value.kind not in ("percent", "money", "number"):
        return None
    subject, rest = _subject(found["s"], who), _cut(found["rest"])
    verb = _BASE[found["v"]]
    against = {
        "increase": "decrease",
        "rise": "fall",
        "grow": "shrink",
        "climb": "fall",
        "expand": "shrink",
        "improve": "worsen",
    }
    opposite = {**against, "decrease": "increase", "fall": "rise", "decline": "grow", "drop": "rise", "shrink": "grow"}[
        verb
    ]
    return (
        f"By how much did {subject} {verb}{rest}{lead}?",
        subject,
        f"Why did {subject} {opposite}{rest}{lead}?",
    )


def _total(masked: str, value: Value, who: _Speaker) -> _Made:
    main, lead = _parts(masked)
    found = re.match(rf"^{_S} (?P<v>totaled|totalled|amounted to|came to|averaged) {_APPROX}{_V}{_REST}(?:,.*)?$", main)
    if not found or value.kind == "date":
        return None
    subject = _subject(found["s"], who)
    return f"How much did {subject} {_BASE[found['v']]}{_cut(found['rest'])}{lead}?", subject, ""


def _copula(masked: str, value: Value, who: _Speaker) -> _Made:
    main, lead = _parts(masked)
    found = re.match(rf"^{_S} (?P<v>was|were|is|are) {_APPROX}{_V}{_REST}(?:,.*)?$", main)
    if not found:
        return None
    subject, rest = _subject(found["s"], who), _cut(found["rest"])
    if rest and not re.match(r" (?:in|for|at|as|on|per|during|under|of|from|a)\b", rest):
        return None
    if value.kind == "date" and rest:
        return None
    word = "When" if value.kind == "date" else "What"
    return f"{word} {found['v']} {subject}{rest}{lead}?", subject, ""


def _having(masked: str, value: Value, who: _Speaker) -> _Made:
    main, lead = _parts(masked)
    found = re.match(rf"^{_S} (?P<v>{_VERBS}) {_APPROX}{_V}(?P<rest> [^;:()\u241f]+?)?(?:,.*)?$", main)
    if not found:
        return None
    subject, rest, verb = _subject(found["s"], who), _cut(found["rest"] or ""), found["v"]
    aux = "does" if verb in _THIRD else "do" if verb in _PRESENT else "did"
    base = _BASE[verb]
    if value.kind == "money":
        of = re.match(r"^ (?P<prep>of|in|on|for) (?P<what>.+)$", rest)
        if of and of["prep"] == "of" and base != "cost":
            return f"How much {of['what']} {aux} {subject} {base}{lead}?", subject, ""
        return f"How much {aux} {subject} {base}{rest}{lead}?", subject, ""
    if value.kind == "duration" and base in ("last", "take"):
        return f"How long {aux} {subject} {base}{rest}{lead}?", subject, ""
    noun = re.match(r"^ (?P<noun>(?:[a-z][\w-]* ){0,3}[a-z][\w-]*s)\b(?P<tail>.*)$", rest)
    if value.kind == "number" and value.unit is None and noun and base not in ("cost", "total"):
        return f"How many {noun['noun']} {aux} {subject} {base}{noun['tail']}{lead}?", subject, ""
    return None


def _amount_of(masked: str, value: Value, who: _Speaker) -> _Made:
    main, lead = _parts(masked)
    found = re.match(
        rf"^{_S} (?P<v>declared|recorded|paid|recognized|recognised|announced|reported|approved|imposed|received|set|issued|authorized|"
        rf"authorised|agreed|proposed|granted|signed|placed) (?:an?|the) (?P<n>(?:[\w-]+ ){{0,4}}?[\w-]+) of {_APPROX}{_V}{_REST}(?:,.*)?$",
        main,
    )
    if not found or value.kind in ("date", "number"):
        return None
    subject = _subject(found["s"], who)
    return f"How large was the {found['n']} that {subject} {found['v']}{_cut(found['rest'])}{lead}?", subject, ""


def _deadline(masked: str, value: Value, who: _Speaker) -> _Made:
    main, lead = _parts(masked)
    found = re.match(
        rf"^{_S} (?P<m>must|shall|may|can|should|will|has to|have to|need to|needs to) (?P<w>(?:be )?[a-z]+(?: [^,;:\u241f]*?)?) "
        rf"(?P<p>within|for|for at least|for up to|no later than|by|after|until|on|before|every) {_APPROX}{_V}{_REST}(?:,.*)?$",
        main,
    )
    if not found or value.kind not in ("duration", "date"):
        return None
    subject, modal, what, rest = _subject(found["s"], who), found["m"], found["w"], _cut(found["rest"])
    if re.match(r" (?:of|after|from|before)\b", rest):  # belongs to the period: `30 days of the journey`
        rest = ""
    ask = {"has to": "does", "have to": "do", "need to": "do", "needs to": "does"}.get(modal)
    clause = (
        f"{ask} {subject} {'need' if 'need' in modal else 'have'} to {what}{rest}"
        if ask
        else f"{modal} {subject} {what}{rest}"
    )
    first = found["p"].split()[0]
    if value.kind == "date":
        word = {
            "by": "By what date",
            "no": "By what date",
            "until": "Until when",
            "on": "On what date",
            "before": "Before what date",
            "after": "After what date",
        }.get(first)
    else:
        word = {
            "within": "Within what time",
            "no": "Within what time",
            "for": "For how long",
            "after": "After what time",
            "every": "How often",
        }.get(first)
    return (f"{word} {clause}{lead}?", subject, "") if word else None


def _event(masked: str, value: Value, who: _Speaker) -> _Made:
    main, lead = _parts(masked)
    found = re.match(
        rf"^{_S} (?P<v>was|were|is|are) (?P<w>(?:[a-z]+(?:ed|en|wn|ld|lt|de|ut|ound|id|et|old|orn)|due|effective)(?: [^,;:\u241f]*?)?) (?P<p>on|in|by|until) {_V}(?:,.*)?$",
        main,
    )
    if not found or value.kind != "date" or lead or re.search(r"\d| and ", found["w"]):
        return None
    subject = _subject(found["s"], who)
    word = {"until": "Until when", "by": "By when"}.get(found["p"], "When")
    return f"{word} {found['v']} {subject} {found['w']}?", subject, ""


def _there(masked: str, value: Value, who: _Speaker) -> _Made:
    del who
    found = re.match(
        rf"^There (?P<v>are|were) {_APPROX}{_V} (?P<n>(?:[a-z-]+ ){{0,3}}[a-z-]+s) (?P<w>(?:in|at|on|within) [^,;:]+)$",
        masked,
    )
    if not found or value.kind != "number":
        return None
    return f"How many {found['n']} {found['v']} there {found['w']}?", found["n"], ""


_TURNS: tuple[Callable[[str, Value, _Speaker], _Made], ...] = (
    _change, _total, _amount_of, _deadline, _event, _there, _having, _copula,
)  # fmt: skip


def _subject(text: str, who: _Speaker) -> str:
    """The subject as it stands inside a question, with its owner where it is one of the owner's figures."""
    words, entity = text.strip(), who.entity
    if entity and words.startswith((entity.short, entity.full)):
        return words
    if re.match(r"(?:The|An?|Each|Every) ", words) or not _proper(words, who.names):
        words = words[0].lower() + words[1:]
    if entity and not entity.named_in(words) and _METRIC.search(re.split(r" (?:of|for|in|from) ", words)[0]):
        words = f"{entity.own} {re.sub('^the ', '', words)}"
    return words


def inside(subject: str, names: frozenset[str]) -> str:
    """The subject of a sentence in the middle of a question: `The filter` as `the filter`, names as they are."""
    return _subject(subject, _Speaker(None, names))


def _proper(words: str, names: frozenset[str]) -> bool:
    """Whether a sentence's first word keeps its capital: a name, an abbreviation, or followed by another capital."""
    first, _, rest = words.partition(" ")
    return (
        any(c.isupper() or c.isdigit() for c in first[1:])
        or rest[:1].isupper()
        or not first.isascii()
        or first in _NAMES
        or first in names
    )


_NAMES = frozenset(
    "Europe Japan China India Asia Africa America Americas Australia Canada Germany France Spain Italy Brazil Mexico Korea Russia "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September "
    "October November December English French German Spanish Chinese Greater".split()
)


def _cut(rest: str) -> str:
    """The rest of a clause up to where another thought begins; the mark of a failed turn where it is torn apart."""
    if re.match(r" (?:and|or|but)\b", rest):
        return _V
    kept = re.split(
        r", (?!\d{4})| (?:due to|because|primarily|mainly|driven|reflecting|while|although|which|but|and (?:the|was|were|is|are|had|has)\b)",
        rest,
        maxsplit=1,
    )[0]
    return kept.rstrip(" ,")


def _tidy(text: str) -> str:
    return re.sub(r"\s+([?,.])", r"\1", " ".join(text.split()))
