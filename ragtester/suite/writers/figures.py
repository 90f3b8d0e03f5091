"""Figures about named things in prose, as questions for how many, what percentage, how tall, and what a thing has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragtester.records import ValueKind
from ragtester.suite.writers.naming import AUXILIARY, BROKEN, inside_of, is_named, second_verb
from ragtester.suite.writers.verbs import pasts
from ragtester.text import extract_values

_MEASURES = "tall|high|long|wide|deep|thick|old|heavy|broad"
_APPROX = r"(?:(?:approximately|about|around|over|more than|less than|fewer than|up to|at least|nearly|almost|roughly|some|an estimated|just over|just under) )?"
_Made = tuple[str, str, str, ValueKind]


def counts(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`Over 2,000 people died in the Lisbon fire` as `How many people died in the Lisbon fire?`, and shares alike."""
    values = [value for value in extract_values(text) if value.kind in ("number", "percent")]
    if not values:
        return
    value = values[0]
    lead, after = text[: value.start].strip(), text[value.end :].split(",")[0].strip()
    if lead and not re.fullmatch(_APPROX.strip(), f"{lead.lower()} ") and not re.fullmatch(_APPROX, f"{lead.lower()} "):
        return
    dated = re.sub(r" in (?:1\d|20)\d\d$", "", after)
    if BROKEN.search(after) or re.search(r"\d", dated) or (dated == after and not is_named(f"the {after}", names)):
        return
    if value.kind == "percent":
        found = re.match(
            r"^of (?P<n>[^,]+? )(?P<v>is|are|was|were|has|have|had|live|lives|speak|speaks|belong|belongs|"
            + "|".join(pasts())
            + r") (?P<r>.+)$",
            after,
        )
        if found and not AUXILIARY.search(found["r"]):
            yield (
                f"What percentage of {found['n']}{found['v']} {found['r']}?",
                value.text,
                found["n"].strip(),
                "percent",
            )
        return
    found = re.match(
        r"^(?P<n>(?:[a-z-]+ ){0,3}[a-z-]+s|people|men|women|children) (?P<v>are|were|live|attend|work|"
        + "|".join(pasts())
        + r") (?P<r>.+)$",
        after,
    )
    if (
        found
        and value.unit is None
        and not re.search(r"\b(?:ago|later)\b", after)
        and not second_verb(found["r"], "was")
    ):
        yield f"How many {found['n']} {found['v']} {found['r']}?", value.text, found["n"], "number"


def properties(text: str, names: frozenset[str]) -> Iterator[_Made]:
    """`The tower is 324 metres tall` as `How tall is the tower?`; `has a population of V`, `consists of V parts`."""
    for value in extract_values(text):
        if value.kind not in ("number", "money", "percent", "duration"):
            continue
        before, after = text[: value.start].rstrip(), text[value.end :].strip()
        found = re.match(rf"^(?P<s>[^,]{{3,70}}?) (?P<be>is|are|was|were) {_APPROX}$", f"{before} ")
        tall = re.match(rf"^(?P<how>{_MEASURES})\b(?:,.*| (?:and|with) .*)?$", after)
        if found and tall and is_named(found["s"], names) and not BROKEN.search(found["s"]):
            subject = inside_of(found["s"], names)
            yield f"How {tall['how']} {found['be']} {subject}?", value.text, subject, value.kind
            continue
        found = re.match(
            rf"^(?P<s>[^,]{{3,70}}?) (?P<h>has|had) an? (?P<n>(?:[a-z-]+ ){{0,3}}[a-z-]+) of {_APPROX}$", f"{before} "
        )
        if (
            found
            and is_named(found["s"], names)
            and not BROKEN.search(found["s"])
            and re.match(r"^(?:,.*|in \d{4}.*|[a-z]* ?)?$", after)
        ):
            subject = inside_of(found["s"], names)
            noun = found["n"]
            whole = f"{value.text} {after}".strip() if re.fullmatch(r"[a-z]+", after) else value.text
            tense = "is" if found["h"] == "has" else "was"
            yield f"What {tense} the {noun} of {subject}?", whole, subject, value.kind
            continue
        found = re.match(
            rf"^(?P<s>[^,]{{3,70}}?) (?P<v>consists of|consisted of|comprises|comprised|is divided into|was divided into|is home to|is made up of) {_APPROX}$",
            f"{before} ",
        )
        noun = re.match(r"^(?P<n>(?:[a-z-]+ ){0,3}[a-z-]+s)(?:,.*| and (?:is|are|was|were|has) .*|)$", after)
        if (
            found
            and noun
            and value.kind == "number"
            and value.unit is None
            and is_named(found["s"], names)
            and not BROKEN.search(found["s"])
        ):
            subject = inside_of(found["s"], names)
            ask = {
                "consists of": f"does {subject} consist of", "consisted of": f"did {subject} consist of", "comprises": f"does {subject} comprise",
                "comprised": f"did {subject} comprise", "is divided into": f"is {subject} divided into", "was divided into": f"was {subject} divided into",
                "is home to": f"is {subject} home to", "is made up of": f"is {subject} made up of",
            }[found["v"]]  # fmt: skip
            head = "Into how many" if "divided" in found["v"] else "How many"
            yield f"{head} {noun['n']} {ask.replace(' into', '')}?", value.text, subject, "number"
