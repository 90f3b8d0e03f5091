"""Rules of everyday prose as questions: fees, ages, limits, intervals, notice, offices and times of day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ragtester.records import ValueKind
from ragtester.suite.writers.turning import inside
from ragtester.text import extract_values

_S = r"(?P<s>(?:(?:The|An?|Each|Every|All|Any) )?[^,;:()]{2,80}?)"
_BE = r"(?P<be>is|are|must be|has to be|have to be|may be|can be)"
_DONE = r"(?P<v>[a-z]+(?:ed|en|wn|id|ld|de|ept|ent|ut|ung|et))"
_BOUND = (
    r"(?:at least |at most |up to |no more than |no later than |a maximum of |a minimum of |about |approximately )?"
)
_AMOUNT = r"(?P<a>\S*\d[\d.,]*(?: ?[^\W\d_]+| ?[$€£%])(?: hours| days)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve) [a-z]+(?: days)?)"
_PER = r"(?P<per>(?: (?:per|an?|each|for each|for every) [a-z]+(?: and [a-z]+| [a-z]+)?)?)"
_PERSON = r"(?P<a>(?:(?:Dr|Mr|Ms|Mrs|Prof)\.? )?[A-Z][a-z'’-]+(?: [A-Z][\w'’.-]+)+)"

_Made = tuple[str, str, str, ValueKind]
"""Question, answer, subject, kind of the answer."""


def _kind(answer: str) -> ValueKind:
    """The kind of the one value that an answer holds."""
    values = extract_values(answer)
    return values[0].kind if len(values) == 1 else "text"


def _asked(be: str, subject: str, rest: str) -> str:
    """The auxiliary before its subject: `must firings be booked`, `does damage have to be reported`."""
    if be in ("is", "are"):
        return f"{be} {subject} {rest}"
    if be.endswith("to be"):
        return f"{'does' if be.startswith('has') else 'do'} {subject} have to be {rest}"
    return f"{be.split()[0]} {subject} be {rest}"


def _pays(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Students pay 60 pounds a month` as `How much do students pay a month?`."""
    found = re.match(rf"^{_S} (?P<v>pays?) {_BOUND}{_AMOUNT}{_PER}(?P<for> for [a-z ]+)?$", text)
    if found and _kind(found["a"]) == "money":
        subject = inside(found["s"], names)
        aux = "does" if found["v"].endswith("s") else "do"
        yield f"How much {aux} {subject} pay{found['per']}{found['for'] or ''}?", found["a"], subject, "money"


def _interval(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The filter is cleaned every 50 operating hours` as `At what interval is the filter cleaned?`."""
    found = re.match(
        rf"^{_S} {_BE} {_DONE} (?P<a>every \d[\d,.]* [a-z]+(?: [a-z]+)?|every (?:two|three|four|six) [a-z]+)$", text
    )
    if found:
        subject = inside(found["s"], names)
        yield f"At what interval {_asked(found['be'], subject, found['v'])}?", found["a"], subject, "duration"


def _within(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Complaints are answered within 10 working days` as `Within what time are complaints answered?`."""
    found = re.match(
        rf"^{_S} (?P<be>is|are) {_DONE} within {_AMOUNT}(?: (?:of|after|from) [a-z ]+| by [A-Za-z ]+)?$", text
    )
    if found and _kind(found["a"]) == "duration":
        subject = inside(found["s"], names)
        yield f"Within what time {found['be']} {subject} {found['v']}?", found["a"], subject, "duration"


def _advance(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Firings are booked at least 5 days in advance` as `How far in advance are firings booked?`."""
    found = re.match(rf"^{_S} {_BE} {_DONE} {_BOUND}{_AMOUNT} (?:in advance|beforehand|ahead)$", text)
    if found and _kind(found["a"]) == "duration":
        subject = inside(found["s"], names)
        yield f"How far in advance {_asked(found['be'], subject, found['v'])}?", found["a"], subject, "duration"


def _limit(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Up to 5 items may be borrowed at a time` as `How many items may be borrowed at a time?`."""
    del names
    found = re.match(
        rf"^(?:Up to|At most|No more than|A maximum of) (?P<a>\d[\d,]*|[a-z]+) (?P<n>(?:[a-z-]+ )?[a-z-]+s) (?P<m>may|can) be {_DONE}(?P<r>(?: (?:at|in|by|per|for|with) [a-z ]+)?)$",
        text,
    )
    if found and _kind(found["a"]) == "number":
        yield f"How many {found['n']} {found['m']} be {found['v']}{found['r']}?", found["a"], found["n"], "number"


def _age(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Borrowers must be at least 18 years old` as `How old must borrowers be at least?`."""
    found = re.match(rf"^{_S} (?P<m>must|have to|has to) be at least (?P<a>\d+ years)(?: old| of age)$", text)
    if found:
        subject = inside(found["s"], names)
        ask = (
            f"must {subject} be"
            if found["m"] == "must"
            else f"{'does' if found['m'][2] == 's' else 'do'} {subject} have to be"
        )
        yield f"How old {ask} at least?", found["a"], subject, "duration"


def _office(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The caretaker of the studios is Peter Adeyemi` as `Who is the caretaker of the studios?`."""
    found = re.match(
        rf"^(?P<s>The (?:[a-z-]+ ){{0,2}}[a-z-]+ (?:of|for|at) [^,;:()]{{3,60}}?) (?P<be>is|was) {_PERSON}$", text
    )
    if found:
        subject = inside(found["s"], names)
        yield f"Who {found['be']} {subject}?", found["a"], subject, "name"


def _lasting(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Spare parts are available for at least 8 years` as `For how long are spare parts available?`."""
    found = re.match(
        rf"^{_S} (?P<be>is|are) (?P<v>available|valid|kept|stored|retained|insured|guaranteed|reserved) for {_BOUND}{_AMOUNT}$",
        text,
    )
    if found and _kind(found["a"]) == "duration":
        subject = inside(found["s"], names)
        yield f"For how long {found['be']} {subject} {found['v']}?", found["a"], subject, "duration"


def _granted(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`New members have a trial period of three months` as `How long a trial period do new members have?`."""
    found = re.match(
        rf"^{_S} (?P<v>have|has|gives?|gets?|grants?|offers?|carries|incurs?|needs?) an? (?P<n>(?:[a-z-]+ ){{0,2}}[a-z-]+) of {_BOUND}{_AMOUNT}(?P<r>(?: (?:on|for|to) [^,;:]{{3,40}})?)$",
        text,
    )
    kind = _kind(found["a"]) if found else "text"
    if found and kind in ("duration", "money", "percent"):
        subject, verb = inside(found["s"], names), found["v"]
        plural = not verb.endswith("s")
        base = {"has": "have", "carries": "carry"}.get(verb, verb if plural else verb[:-1])
        article = "an" if found["n"][0] in "aeiou" else "a"
        word = "How long" if kind == "duration" else "How large"
        yield (
            f"{word} {article} {found['n']} {'do' if plural else 'does'} {subject} {base}{found['r']}?",
            found["a"],
            subject,
            kind,
        )


def _hour(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The front door is locked at 10:15 p.m. by the caretaker` as `At what time is the front door locked?`."""
    found = re.match(
        rf"^{_S} (?P<be>is|are) {_DONE} at (?P<a>\d{{1,2}}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?| o['’]clock)|\d{{1,2}}:\d\d)(?: by [a-z ]+| every day| daily)?$",
        text,
    )
    if found:
        subject = inside(found["s"], names)
        yield f"At what time {found['be']} {subject} {found['v']}?", found["a"], subject, "text"


EVERYDAY: tuple[Callable[[str, frozenset[str]], Iterator[_Made]], ...] = (
    _pays, _interval, _within, _advance, _limit, _age, _office, _lasting, _granted, _hour,
)  # fmt: skip
"""Every pattern; each gives a question, its answer, the subject and the answer's kind."""
