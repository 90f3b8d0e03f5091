"""Rules, services and products in plain sentences, as questions for who, where, when, how much and within what time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ragtester.records import ValueKind
from ragtester.suite.writers.everyday import EVERYDAY
from ragtester.suite.writers.turning import Turned, acceptable, inside
from ragtester.suite.writers.verbs import bases, pasts
from ragtester.text import extract_values

_S = r"(?P<s>(?:(?:The|An?|Each|Every|All|Any) )?[^,;:()]{2,80}?)"
_BE = r"(?P<be>is|are|was|were)"
_MODAL = r"(?P<m>may|can|must|shall|should|will)"
_APPROX = r"(?:(?:up to|at least|at most|no more than|a maximum of|a minimum of|approximately|about|only|exactly) )?"
_STOP = re.compile(
    r"\b(?:that|which|who|whose|where|when|while|because|if|unless|whether|but|or|than|not|never|also|i|he|she|it|they|we|you|him|them|"
    r"us|this|these|those|such|there|here|same|other|others|respectively)\b",
    re.IGNORECASE,
)  # fmt: skip
_OWN = re.compile(r"\b(?:its|their|his|her|your|our|my)\b", re.IGNORECASE)
_VERBAL = re.compile(r"\b(?:is|are|was|were|has|have|had|may|can|must|shall|should|will|would|be|been)\b")
_DOER = re.compile(
    r"\b(?:\w+(?:er|or|ist|ian|ant|ee)s?|team|department|office|board|committee|desk|council|agency|unit|group|company|staff|service|"
    r"authority|head|chair|president|secretary|nurse|doctor|clerk|colleagues?|court|ministry|bank|police|crew|panel|laboratory|lab|"
    r"supplier|parents?|school|union|works council|insurer)$"
)
_NO_DOER = re.compile(
    r"\b(?:end|hand|post|e-?mail|phone|telephone|time|day|month|year|noon|default|law|means|way|letter|number|order|paper|computer|water|air|power|weather|matter)\b",
    re.IGNORECASE,
)
_TIME = r"\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?"
_HOURS = re.compile(
    rf"^{_S} {_BE} (?P<o>open|closed|staffed|available) (?P<a>(?:from |between )?{_TIME} (?:to|and|until) {_TIME}(?:,? (?:on )?[A-Z][a-z]+days?(?: (?:to|and|through) [A-Z][a-z]+days?)?)?|(?:from )?[A-Z][a-z]+day (?:to|through) [A-Z][a-z]+day(?:,? from {_TIME} to {_TIME})?)$"
)
_UNITS = re.compile(r"^(?: (?P<per>(?:per|an?|each|for each) [a-z]+(?: [a-z]+)?))?(?P<rest>.*)$")

_Made = tuple[str, str, str, ValueKind]
"""Question, answer, subject, kind of the answer."""


def plain_questions(sentence: str, *, names: frozenset[str] = frozenset()) -> Iterator[Turned]:
    """The questions that a plain rule or description answers by itself.

    Args:
        sentence: as it stands in the document.
        names: words that keep their capital inside a question.
    """
    flat = " ".join(sentence.split())
    if (
        not 4 <= len(flat.split()) <= 30
        or flat[-1:] != "."
        or re.search(r"[\"“”()\[\]:;]", re.sub(r"\d:\d\d", "", flat))
    ):
        return
    text = re.sub(r"\.$", "", flat)
    for make in (*_MAKERS, *EVERYDAY):
        for question, answer, subject, kind in make(text, names):
            question = " ".join(question.split()).replace(" ?", "?")
            broken = _STOP.search(question.partition(" ")[2]) or _OWN.search(subject) or " and " in f"{subject} "
            if broken or answer.casefold() in question.casefold() or not acceptable(_OWN.sub("the", question), subject):
                continue
            yield Turned(question, answer, (answer,), kind, subject)


def _allowance(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Contractors may claim up to 60 pounds a day for meals` as `How much may contractors claim a day for meals?`."""
    for value in extract_values(text):
        before, after = f"{text[: value.start].rstrip()} ", _UNITS.match(text[value.end :])
        found = re.match(rf"^{_S} {_MODAL} (?P<v>[a-z]+) {_APPROX}$", before)
        if found and value.kind == "money" and found["v"] in bases() and after and not _VERBAL.search(after["rest"]):
            subject = inside(found["s"], names)
            yield (
                f"How much {found['m']} {subject} {found['v']} {after['per'] or ''} {after['rest']}?",
                value.text,
                subject,
                "money",
            )
        found = re.match(rf"^{_S} (?P<v>[a-z]+) an? (?P<n>(?:[a-z-]+ ){{0,3}}[a-z-]+) of {_APPROX}$", before)
        if found and value.kind in ("money", "percent", "duration") and after and not after["rest"].strip():
            ask = _present(found["v"])
            if ask:
                subject, per = inside(found["s"], names), f" {after['per']}" if after["per"] else ""
                article = "an" if found["n"][0] in "aeiou" else "a"
                word = "How long" if value.kind == "duration" else "How large"
                question = f"{word} {article} {found['n']} {ask[0]} {subject} {ask[1]}{per}?"
                yield question, value.text, subject, value.kind


def _rates(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Mileage is reimbursed at 45 pence per mile` as `At what rate is mileage reimbursed?`."""
    found = re.match(
        rf"^{_S} {_BE} (?P<v>reimbursed|paid|charged|billed|taxed|sold|offered|refunded|invoiced|compensated|remunerated) at (?P<a>[^,]*\d[^,]* (?:per|an?|each) [a-z]+(?: [a-z]+)?|\d[\d.]*(?: ?%| per cent| percent))$",
        text,
    )
    if found:
        subject = inside(found["s"], names)
        yield f"At what rate {found['be']} {subject} {found['v']}?", found["a"], subject, "text"


def _measured(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The pump weighs 3.2 kg` as `How much does the pump weigh?`."""
    for value in extract_values(text):
        found = re.match(
            rf"^{_S} (?P<v>weighs?|holds?|contains?|stores?|draws?|uses?|consumes?|delivers?|costs?|lasts?|takes?) {_APPROX}$",
            f"{text[: value.start].rstrip()} ",
        )
        rest = text[value.end :]
        if (
            not found
            or not value.unit
            or value.kind not in ("number", "money", "duration")
            or not re.fullmatch(r"(?: of [a-z ]+| (?:per|an?) [a-z]+| to [a-z ]+| when empty| when full)?", rest)
        ):
            continue
        timed = found["v"].startswith(("last", "take"))
        if timed != (value.kind == "duration") or (found["v"].startswith("cost") != (value.kind == "money")):
            continue
        subject = inside(found["s"], names)
        plural = not found["v"].endswith("s")
        of = re.match(r"^ of ([a-z ]+)$", rest)
        what, tail = (f" {of[1]}", "") if of else ("", rest)
        word = "How long" if timed else f"How much{what}"
        yield (
            f"{word} {'do' if plural else 'does'} {subject} {found['v'].rstrip('s')}{tail}?",
            value.text,
            subject,
            value.kind,
        )


def _replies(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The travel desk answers requests within two working days` as `Within what time does the travel desk answer requests?`."""
    for value in extract_values(text):
        if value.kind != "duration" or not re.fullmatch(r"(?: (?:of|after|from) [a-z ]+)?", text[value.end :]):
            continue
        before = text[: value.start].rstrip()
        if not before.endswith(" within") or _VERBAL.search(before):
            continue
        words = before.removesuffix(" within").split()
        verbs = [(at, ask) for at, word in enumerate(words) if at and (ask := _present(word))]
        verbs.sort(key=lambda found: (found[1][0] == "do", found[0]))
        if verbs:
            at, ask = verbs[0]
            subject, object_ = inside(" ".join(words[:at]), names), " ".join(words[at + 1 :])
            yield f"Within what time {ask[0]} {subject} {ask[1]} {object_}?", value.text, subject, "duration"


def _effective(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The policy took effect on 1 March 2024` as `When did the policy take effect?`."""
    for value in extract_values(text):
        if value.kind != "date" or text[value.end :].strip():
            continue
        found = re.match(
            rf"^{_S} (?P<v>takes?|took|comes?|came|enters?|entered|starts?|started|begins?|began|ends?|ended|expires?|expired|opens?|opened|closes?|closed|lapses?|lapsed)(?P<r>(?: effect| into (?:force|effect))?) (?:on|in|at) $",
            f"{text[: value.start].rstrip()} ",
        )
        if not found or (
            found["v"][:2] in ("ta", "to", "co", "ca", "en") and found["v"][:3] != "end" and not found["r"]
        ):
            continue
        if any(word in pasts() for word in found["s"].split()):
            continue
        past = {"took": "take", "came": "come", "began": "begin"}
        verb = found["v"]
        base = past.get(verb) or pasts().get(verb)
        ask = ("did", base) if base else (("does", verb[:-1]) if verb.endswith("s") else ("do", verb))
        subject = inside(found["s"], names)
        yield f"When {ask[0]} {subject} {ask[1]}{found['r']}?", value.text, subject, "date"


def _kept(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The first aid kit is kept in the reception` as `Where is the first aid kit kept?`."""
    found = re.match(
        rf"^{_S} {_BE} (?P<v>kept|stored|located|parked|displayed|filed|archived|posted|found|situated) (?P<a>(?:in|on|at|under|behind|next to|near) (?:the |an? )?[A-Za-z][^,\d]{{2,60}})$",
        text,
    )
    if (
        found
        and not _VERBAL.search(found["a"])
        and not re.search(
            r"\b(?:for|until|at all times|detail|case|writing|order|by|separately|least|most|mind|line|force)\b",
            found["a"],
        )
    ):
        subject = inside(found["s"], names)
        yield f"Where {found['be']} {subject} {found['v']}?", found["a"], subject, "place"


def _doers(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Claims are approved by the finance director` as `By whom are claims approved?`, and people by name."""
    found = re.match(
        rf"^{_S} (?P<be>is|are|must be|has to be|have to be|can be|may be) (?P<v>[a-z]+(?:ed|en|wn|id|ld|de|ept|ent|ut|ung)) (?P<r>[^,]*?)(?:by|from) (?P<a>(?:the |an? )?[A-Za-z][A-Za-z .'-]{{2,50}})$",
        text,
    )
    if (
        not found
        or _VERBAL.search(f"{found['r']} {found['a']}")
        or _NO_DOER.search(found["a"])
        or re.search(r"\d", found["r"])
    ):
        return
    person = re.fullmatch(r"(?:(?:Dr|Mr|Ms|Mrs|Prof)\.? )?[A-Z][a-z'-]+(?: [A-Z][\w'-]+)+", found["a"])
    if not person and not _DOER.search(re.split(r" (?:of|for|in|at) ", found["a"])[0]):
        return
    word = (
        "From whom"
        if f"{found['r']}from {found['a']}" in text[found.start("r") :] and f" from {found['a']}" in text
        else "By whom"
    )
    be, subject = found["be"], inside(found["s"], names)
    if be in ("is", "are"):
        clause = f"{be} {subject} {found['v']} {found['r']}"
    elif be.endswith("to be"):
        clause = f"{'does' if be.startswith('has') else 'do'} {subject} have to be {found['v']} {found['r']}"
    else:
        clause = f"{be.split()[0]} {subject} be {found['v']} {found['r']}"
    yield f"{word} {clause}?", found["a"], subject, "name"


def _opening(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The helpline is open from 8:00 to 17:30` as `When is the helpline open?`."""
    found = _HOURS.match(text)
    if found:
        subject = inside(found["s"], names)
        yield f"When {found['be']} {subject} {found['o']}?", found["a"], subject, "text"


def _ranges(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The operating temperature ranges from 5 to 40 degrees Celsius` as `From what to what does it range?`."""
    found = re.match(
        rf"^{_S} (?P<v>ranges?|ranged|varies|vary|varied) (?P<a>(?:from|between) [^,]*\d[^,]* (?:to|and) [^,]*\d[^,]*)$",
        text,
    )
    if found and not _VERBAL.search(found["a"]):
        subject = inside(found["s"], names)
        aux = "did" if found["v"].endswith("ed") else "does" if found["v"].endswith("s") else "do"
        yield f"Within what range {aux} {subject} lie?", found["a"], subject, "text"


def _present(verb: str) -> tuple[str, str] | None:
    """`does` or `do` with the base form of a verb in the present; None for a word that is no known verb."""
    known = bases()
    if verb in known and verb not in pasts():
        return "do", verb
    for ending, instead in (("ies", "y"), ("es", ""), ("s", "")):
        if verb.endswith(ending) and verb[: -len(ending)] + instead in known:
            return "does", verb[: -len(ending)] + instead
    return None


_MAKERS: tuple[Callable[[str, frozenset[str]], Iterator[_Made]], ...] = (
    _allowance, _rates, _measured, _replies, _effective, _kept, _doers, _opening, _ranges,
)  # fmt: skip
