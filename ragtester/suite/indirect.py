"""A question told instead of asked: `how often is the filter changed` as `how often the filter is changed`."""

from __future__ import annotations

import re

_SLOT = r"\{[SO]\}"
_OWNER = r"\{P\} [\w-]+(?: [\w-]+)?"
_LINK = "of|for|at|under|from|to|with|in|on|about"
_NOUN = r"(?:(?:the|an?) )?[\w-]+(?: [\w-]+){0,3}?"
_LONG = rf"(?:{_NOUN} (?:{_LINK}) {_SLOT})"
_SHORT = r"(?:(?:the|an?) )?[\w-]+"
_ASKING = re.compile(r"^(?P<wh>.*?\b)(?P<aux>is|are|was|were|do|does|did|may|can|must|will|has|have)\b (?P<rest>.+)$")
_PARTICIPLE = re.compile(
    r"^(?:\w+(?:ed|en|wn|pt|ld|id|ilt|ade|ent)|put|set|cut|due|held|found|open|built|run|made|sent|lost|kept|shut)\b"
)
_MANY = re.compile(
    r"^(?:who|which [\w-]+(?: [\w-]+)?|what [\w-]+(?: [\w-]+)?|how many [\w -]+|what share of [\w ]+(?: of \{[SO]\})?)$"
)
_IRREGULAR = {
    "have": "had", "spend": "spent", "make": "made", "take": "took", "get": "got", "give": "gave", "pay": "paid",
    "cut": "cut", "grow": "grew", "hold": "held", "keep": "kept", "run": "ran", "sell": "sold", "begin": "began",
    "bear": "bore", "draw": "drew", "rise": "rose", "set": "set", "show": "showed", "win": "won", "lose": "lost",
}  # fmt: skip


def told(template: str, *, plural: bool = False) -> str | None:
    """The question `template` as a clause after "do not say"; None where its words cannot be put in order surely.

    Args:
        template: a blueprint's question in lower case without its mark, with {S}, {O} or {P} for the subject.
        plural: whether the subject is spoken of as several.
    """
    found = _ASKING.match(template)
    if not found or re.search(r"\{[SOP]\}", found["wh"].replace("of {O}", "")):
        return template if not found and template.startswith(("who ", "which ", "what ", "how many ")) else None
    wh, aux, rest = found["wh"].strip(), found["aux"], found["rest"]
    if aux in ("do", "does", "did"):
        return _supported(wh, aux, rest, plural=plural)
    if aux in ("may", "can", "must", "will"):
        return _modal(template, wh, aux, rest)
    return _being(template, wh, aux, rest)


def _supported(wh: str, aux: str, rest: str, *, plural: bool) -> str | None:
    """`how long does {S} take to charge` as `how long {S} takes to charge`."""
    found = re.match(rf"^(?P<np>{_SLOT}|{_OWNER}|{_LONG}|{_SHORT}) (?P<verb>[a-z]+)\b(?P<tail>.*)$", rest)
    if not found:
        return None
    verb = found["verb"]
    if aux == "does" and not (plural and found["np"].startswith("{")):
        verb = third(verb)
    elif aux == "did":
        verb = past(verb)
    return f"{wh} {found['np']} {verb}{found['tail']}"


def _modal(template: str, wh: str, aux: str, rest: str) -> str | None:
    """`how long may a loss be reported` as `how long a loss may be reported`; `who may enter` stays."""
    if _MANY.search(wh) and not re.match(r"(?:the|an?|one|somebody)\b|\{", rest):
        return template
    found = re.match(rf"^(?P<np>{_SLOT}|{_OWNER}|{_LONG}|{_SHORT}(?: [\w-]+)?) (?P<tail>be .+)$", rest)
    found = found or re.match(rf"^(?P<np>{_SLOT}|{_LONG}|one|somebody) (?P<tail>[a-z].+)$", rest)
    return f"{wh} {found['np']} {aux} {found['tail']}" if found else None


def _being(template: str, wh: str, aux: str, rest: str) -> str | None:
    """`when is waste collected at {O}` as `when waste is collected at {O}`; `which courses are mandatory` stays."""
    if re.fullmatch(r"(?:who|what|when|where|how [\w-]+|in which [\w-]+)", wh) and re.fullmatch(
        rf"(?:the|an?) .*|{_SLOT}|{_OWNER}|{_LONG}", rest
    ):
        named = re.match(rf"^(?P<np>{_LONG}|(?:the|an?) [^{{}}]+) (?P<tail>.+)$", rest)
        bare = re.match(r"^(?!the |an? |\{)[\w-]+ (?P<tail>.+)$", rest)
        if not any(hit and _PARTICIPLE.match(hit["tail"]) for hit in (named, bare)):
            return f"{wh} {rest} {aux}"
    for pattern in (rf"{_SLOT}|{_OWNER}", _LONG, _SHORT, rf"{_SHORT} [\w-]+"):
        found = re.match(rf"^(?P<np>{pattern}) (?P<tail>.+)$", rest)
        if not found or (_MANY.search(wh) and not rest.startswith(("{", "the ")) and _PARTICIPLE.match(rest)):
            continue
        if pattern.startswith(r"\{") or _PARTICIPLE.match(found["tail"]):
            return f"{wh} {found['np']} {aux} {found['tail']}"
    found = re.match(rf"^(?P<np>{_SLOT})$", rest)
    if found:
        return f"{wh} {rest} {aux}"
    return template if _MANY.search(wh) and not rest.startswith(("{", "the ", "a ")) else None


def third(verb: str) -> str:
    """The verb with he, she or it: `takes`, `carries`, `reaches`."""
    if verb == "have":
        return "has"
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if re.search(r"(?:s|sh|ch|x|z|o)$", verb) else f"{verb}s"


def past(verb: str) -> str:
    """The verb in the past: `spent`, `reported`, `hired`."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"
