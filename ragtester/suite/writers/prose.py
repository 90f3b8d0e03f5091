"""Ordinary prose about named things, as questions for who, when, where and how many; clause by clause.

A sentence is read as one clause: a lead (`In 1066,`), a subject, a verb, and what follows up to the first comma. What
has a second finite verb, a pronoun or a subject that only its surroundings explain is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ragtester.records import ValueKind
from ragtester.suite.writers.figures import counts, properties
from ragtester.suite.writers.naming import AUXILIARY, BROKEN, GENERIC, inside_of, is_named, second_verb
from ragtester.suite.writers.turning import Turned, acceptable
from ragtester.suite.writers.verbs import AGENTS, pasts

_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = rf"(?:(?:\d{{1,2}} )?(?:{_MONTH})(?: \d{{1,2}},?)? (?:1\d|20)\d\d|(?:1\d|20)\d\d|(?:\d{{1,2}}(?:st|nd|rd|th)|the \w+teenth|the \w+) century)"
_LEAD = re.compile(
    rf"^(?P<prep>In|On|During|By) (?P<when>(?:the (?:spring|summer|autumn|winter) of )?{_DATE}),? (?P<main>[A-Z\"'t].+)$"
)
_DATED = re.compile(
    rf"^(?P<body>.*?)(?:^| )(?P<prep>in|on) (?P<when>(?:the (?:spring|summer|autumn|winter) of )?{_DATE})$"
)
_INSERTED = re.compile(
    rf"^(?P<head>.*?(?:^| ))(?P<date>(?:in|on) {_DATE}) (?:(?:[a-z]+ing|to [a-z]+) .*|(?P<tail>(?:for|at|by|under|as|with|from|into) .*))$"
)
"""A date in the middle of a clause, with what follows it."""
_PLACED = re.compile(
    r"^(?P<body>.*?)(?:^| )(?P<prep>in|at|near|on) (?P<where>(?:the )?[A-Z][\w'’.-]+(?:(?: (?:of|the|de|la|upon|and))* [A-Z][\w'’.-]+)*(?:, [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)*)$"
)
_FURTHER = re.compile(
    r",| (?:that|which|who|whom|whose|where|when|while|because|although|though|if|unless|whether|but|after|before|since|until|as (?:the|a|it|they|he|she|part) |"
    r"thereby|thus|so|and (?:was|were|is|are|had|has|then|later|became|began|made|took)) "
)
_OWN = re.compile(r"\b(?:its|their|his|her)\b", re.IGNORECASE)
"""May stand for the subject that the question names."""
_LOOSE = re.compile(
    r"[A-Z]\w+ [a-z]+ing\b|\b(?:early|late|shortly|just|only|again|together|away|back|out|up|and|or|of|the|mid|circa)$"
)
"""What makes the end of a clause unfit for a question."""
_OPENING = re.compile(
    r"^(?:However|In addition|Additionally|Furthermore|Moreover|Also|Therefore|Consequently|Overall|For example|For instance|"
    r"Finally|Then|Thus|Similarly|Historically|Later|Subsequently|Eventually|Today|Currently|Meanwhile|Nevertheless|Notably|"
    r"Instead|Initially|Originally|Traditionally),? "
)
_HUMAN = re.compile(
    r"^(?:(?:King|Queen|Pope|Emperor|Empress|Duke|Earl|Count|Lord|Lady|Sir|Saint|St\.|President|General|Captain|Prince|Princess|Bishop|"
    r"Archbishop|Admiral|Colonel|Dr\.|Professor|Sultan|Prime Minister) )?[A-Z][\w'’.-]+(?: (?:(?:of|the|de|von|van|da|al-|ibn) )?"
    r"(?:[A-Z][\w'’.-]+|[IVX]+))*$"
)
_PEOPLE = re.compile(r"(?:s|ese|ish|ch)$")


@dataclass(frozen=True, slots=True)
class _Clause:
    """A sentence taken apart."""

    when: str
    """The date of its lead; empty without."""
    preposition: str
    subject: str
    verb: str
    rest: str
    """What follows the verb, up to the first comma."""


_Made = tuple[str, str, str, ValueKind]
"""Question, answer, subject, kind of the answer."""


def prose_questions(sentence: str, *, names: frozenset[str]) -> Iterator[Turned]:
    """The questions that a sentence of ordinary prose answers by itself.

    Args:
        sentence: as it stands in the document.
        names: words that the document writes with a capital inside sentences and never without.
    """
    flat = _flattened(sentence)
    if not 5 <= len(flat.split()) <= 45 or flat[-1:] != "." or re.search(r"[\"“”()\[\]:;]", flat):
        return
    flat = _OPENING.sub("", flat[:-1])
    flat = flat[:1].upper() + flat[1:]
    asked: set[str] = set()
    for make in _MAKERS:
        for question, answer, subject, kind in make(flat, names):
            question = " ".join(question.split()).replace(" ?", "?")
            whole = answer.casefold() in question.casefold() or answer not in " ".join(sentence.split())
            if (
                question in asked
                or whole
                or _OWN.search(subject)
                or not acceptable(_OWN.sub("the", question), subject)
                or re.search(r" (?:in|on|by|of|the|to|and)\?$", question)
            ):
                continue
            asked.add(question)
            yield Turned(question, answer, (answer,), kind, subject)


def _flattened(sentence: str) -> str:
    """The sentence without what stands in brackets, behind a semicolon, or beside a name between commas."""
    flat = " ".join(re.sub(r" ?\([^()]*\)| ?\[[^\[\]]*\]", "", sentence).split())
    flat = re.split(r"[;:] | – | — |, (?:and|but|so) ", flat, maxsplit=1)[0].rstrip(".") + "."
    return re.sub(r"^([A-Z][^,]{2,50}), (?:an?|the|then|who|which|born) [^,]{3,90}, (?=[a-z])", r"\1 ", flat)


def _kept(rest: str) -> str:
    """What follows a verb, up to where another thought begins."""
    return _FURTHER.split(rest, maxsplit=1)[0].rstrip(" ,")


def _clause(text: str) -> _Clause | None:
    """The sentence as one clause in the past; None where it is none, or more than one."""
    lead = _LEAD.match(text)
    main = lead["main"] if lead else text
    head = re.split(r",", main, maxsplit=1)[0]
    words = head.split()
    for at, word in enumerate(words[1:10], 1):
        if word in ("was", "were") or (word in pasts() and not word[:1].isupper()):
            subject, rest = " ".join(words[:at]), _kept(" ".join(words[at + 1 :]))
            break
        if AUXILIARY.fullmatch(word):
            return None
    else:
        return None
    if (
        not rest
        or _LOOSE.search(_DATED.sub(r"\g<body>", _dates_last(rest)))
        or BROKEN.search(subject)
        or BROKEN.search(rest)
        or AUXILIARY.search(rest)
        or second_verb(rest, word)
    ):
        return None
    return _Clause(lead["when"] if lead else "", lead["prep"].lower() if lead else "", subject, word, rest)


def _past_dates(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`William invaded Scotland in 1072` as `When did William invade Scotland?`."""
    clause = _clause(text)
    if clause is None or not is_named(clause.subject, names):
        return
    body, when = _dated(clause)
    body = re.sub(r"^born in .*$", "born", re.sub(r" for (?:[$€£]|about )?[\d.,]+(?: [a-z]+){0,2}$", "", body))
    if not when or len(body.split()) > 16 or re.search(r"\d", body):
        return
    subject = inside_of(clause.subject, names)
    if clause.verb in ("was", "were"):
        if not re.match(
            r"(?:first |last )?(?:[a-z]+ed|built|held|begun|born|won|sold|made|led|sunk|struck|shot|written|given|taken|chosen)\b",
            body,
        ):
            return
        yield f"When {clause.verb} {subject} {body}?", when, subject, "date"
    elif body or pasts()[clause.verb] in (
        "die",
        "begin",
        "end",
        "open",
        "close",
        "collapse",
        "emerge",
        "retire",
        "resign",
        "disappear",
    ):
        yield f"When did {subject} {pasts()[clause.verb]} {body}?", when, subject, "date"


def _dated(clause: _Clause) -> tuple[str, str]:
    """What follows the verb without its date, and the date."""
    if clause.when:
        return clause.rest, clause.when
    found = _DATED.match(_dates_last(clause.rest))
    return (found["body"], found["when"]) if found else (clause.rest, "")


def _dates_last(rest: str) -> str:
    """What follows a verb with its date at the end: `patents in 1606 for pumps` as `patents for pumps in 1606`."""
    return _INSERTED.sub(lambda hit: " ".join(f"{hit['head']} {hit['tail'] or ''} {hit['date']}".split()), rest)


def _past_agents(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`In 1066 William conquered England` as `Who conquered England in 1066?`."""
    clause = _clause(text)
    if clause is None or clause.verb not in AGENTS or not _HUMAN.match(clause.subject):
        return
    words = clause.subject.split()
    if words[0] in ("The", "A", "An", "In", "On") or (len(words) == 1 and words[0] not in names) or "and" in words:
        return
    if not re.search(r"\b[A-Z][a-z]", clause.rest) or len(clause.rest.split()) > 14:
        return
    lead = f" {clause.preposition} {clause.when}" if clause.when else ""
    yield f"Who {clause.verb} {clause.rest}{lead}?", clause.subject, clause.rest, "name"


def _past_places(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Chopin was born in Warsaw` as `Where was Chopin born?`."""
    clause = _clause(text)
    if clause is None or not is_named(clause.subject, names):
        return
    body, when = _dated(clause)
    found = _PLACED.match(body)
    if (
        not found
        or re.search(r"\b(?:in|at|on|near)\b", found["body"])
        or re.search(r"\d", found["where"])
        or re.search(rf"\b(?:{_MONTH})\b", found["where"])
    ):
        return
    subject, time = inside_of(clause.subject, names), ""
    if when:
        time = f" {clause.preposition or 'in'} {when}"
        time = (
            time.replace(" in ", " on ")
            if re.search(rf"\d{{1,2}} (?:{_MONTH})|(?:{_MONTH}) \d{{1,2}},", when)
            else time
        )
    if clause.verb in ("was", "were"):
        if not re.fullmatch(
            r"(?:born|built|buried|held|found|founded|located|signed|crowned|baptised|baptized|killed|executed|educated|headquartered|based|married)",
            found["body"],
        ):
            return
        yield f"Where {clause.verb} {subject} {found['body']}{time}?", found["where"], subject, "place"
    elif (
        pasts()[clause.verb]
        in (
            "die",
            "land",
            "settle",
            "arrive",
            "live",
            "meet",
            "study",
            "teach",
            "work",
            "serve",
            "open",
            "perform",
            "surrender",
        )
        and len(found["body"].split()) <= 5
    ):
        yield f"Where did {subject} {pasts()[clause.verb]} {found['body']}{time}?", found["where"], subject, "place"


def _lying(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The Louvre is located on the Right Bank of the Seine` as `Where is the Louvre located?`."""
    found = re.match(
        r"^(?P<s>[^,]{3,70}?) (?P<be>is|are) (?P<v>located|situated|based|headquartered|found|held|buried|kept|housed) (?P<a>(?:in|on|at|near|along|between) [^,]{4,70}?)(?:,.*)?$",
        text,
    )
    if (
        not found
        or not is_named(found["s"], names)
        or BROKEN.search(f"{found['s']} {found['a']}")
        or re.search(r"\d", found["s"])
    ):
        return
    if AUXILIARY.search(found["a"]) or not re.search(r"\b[A-Z]", found["a"]) or re.search(r"\d", found["a"]):
        return
    subject = inside_of(found["s"], names)
    answer = re.sub(r"^(?:in|at) ", "", found["a"])
    yield f"Where {found['be']} {subject} {found['v']}?", answer, subject, "place"


def _other_names(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`X is also known as Y` as `By what other name is X known?`, and what a thing is named after."""
    found = re.match(
        r"^(?P<s>[^,]{3,60}?),? (?P<be>is|are|was|were) (?:also |commonly |sometimes |often )?(?P<v>known as|called|nicknamed) (?P<a>(?:the )?[A-Z][^,]{2,50}?)(?:,.*)?$",
        text,
    )
    if (
        found
        and found["a"].removeprefix("the ").lower() not in GENERIC
        and not BROKEN.search(found["s"])
        and not re.search(r"\b(?:and|or|in|by|for|after|because|since|during)\b", found["a"])
    ):
        subject = inside_of(found["s"], names)
        yield f"By what other name {found['be']} {subject} known?", found["a"], subject, "name"
    found = re.match(
        r"^(?P<s>[^,]{3,60}?) (?P<be>is|are|was|were) named (?:after|for|in honou?r of) (?P<a>(?:the )?[A-Z][^,]{2,50}?)(?:,.*)?$",
        text,
    )
    if (
        found
        and is_named(found["s"], names)
        and not BROKEN.search(found["s"])
        and not re.search(r"\b(?:and|who|in|by|because)\b", found["a"])
    ):
        subject = inside_of(found["s"], names)
        yield f"After whom or what {found['be']} {subject} named?", found["a"], subject, "name"


def _by_agents(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The hall was designed by Hugh Stubbins in 1973` as `Who designed the hall?`, where the past form is known."""
    found = re.match(
        r"^(?P<s>[^,]{3,80}?) (?P<be>was|were) (?P<v>[a-z]+) (?P<r>[^,]*?)?by (?P<a>(?:the )?[A-Z][\w'’.-]+(?: (?:(?:of|the|de|von|van) )?[A-Z][\w'’.-]+)*)(?P<t> (?:in|on) [^,]*)?(?:,.*)?$",
        text,
    )
    if not found or found["v"] not in AGENTS or not is_named(found["s"], names) or BROKEN.search(found["s"]):
        return
    rest, time = found["r"].strip(), found["t"] or ""
    if (
        BROKEN.search(f"{rest} {time}")
        or re.search(r"\d", rest)
        or (time and not re.fullmatch(rf" (?:in|on) {_DATE}", time))
    ):
        return
    subject = inside_of(found["s"], names)
    yield f"Who {found['v']} {subject} {rest}{time}?", found["a"], subject, "name"


_MAKERS: tuple[Callable[[str, frozenset[str]], Iterator[_Made]], ...] = (
    _by_agents, _past_agents, _past_dates, _past_places, _lying, _other_names, counts, properties,
)  # fmt: skip
