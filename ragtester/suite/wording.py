"""The same question in another style: expert, keywords, misspelt, another language."""

from __future__ import annotations

import random
import re

from ragtester.records import Fact, Wording
from ragtester.suite.drafts import Draft
from ragtester.suite.ids import identified
from ragtester.suite.phrasing import Phrasebook, languages, phrasebook
from ragtester.suite.speech import bare
from ragtester.suite.writers.ledger import Ledger, ask_about, rng_for
from ragtester.text import contains_form

_FILLERS = frozenset(
    "what is are was were the a an of for to does do did which who when where how in on at by and give given set as tell "
    "me could you i need am looking into please should would be it long much many that this has have been applies apply "
    "listed figure amount name named person day place expect colleague asked about documentation".split()
)
_NEIGHBOURS = dict(zip("qwertyuiopasdfghjklzxcvbnm", "wertyuiopqsdfghjklaxcvbnmz", strict=True))
_WORD = re.compile(r"[^\W\d_]{5,}")


def styled(draft: Draft, style: Wording, ledger: Ledger, *, seed: int) -> Draft | None:
    """`draft` in `style`; None where this question cannot be put so."""
    test = draft.test
    rng = rng_for(seed, style, test.id)
    query, language = _in_style(draft, style, ledger, rng)
    if query is None or query == test.query:
        return None
    return restyled(draft, query, style, language or test.language)


def restyled(draft: Draft, query: str, style: Wording, language: str) -> Draft:
    """`draft` with another wording of its question, in the same group as the original."""
    test = draft.test
    changed = test.model_copy(
        update={"query": query, "wording": style, "language": language, "group": test.group or test.id}
    )
    return Draft(identified(changed), draft.absence, draft.note)


def _in_style(draft: Draft, style: Wording, ledger: Ledger, rng: random.Random) -> tuple[str | None, str | None]:
    query = draft.test.query
    if style == "keyword":
        return _about_fact(draft, ledger) or keywords(query), None
    if style == "misspelt":
        return misspell(query, rng, keep=_names(query)), None
    if style == "expert":
        return _again(draft, ledger, phrasebook(draft.test.language), "expert", rng), None
    if style == "other_language":
        return _translated(draft, ledger)
    return None, None


def _about_fact(draft: Draft, ledger: Ledger) -> str | None:
    """Labels and subjects of the facts that a test asks about, with the date where it asks of the past."""
    test = draft.test
    if draft.keywords:
        return draft.keywords
    known = {fact.id: fact for fact in ledger.corpus.facts}
    facts = [known[name] for name in test.facts if name in known]
    if not facts or len(facts) != len(test.facts):
        return None
    fact = facts[0]
    if test.type == "false_premise":
        return f"why {fact.label} {bare(fact.subject)} {test.counterfactuals[0]}" if test.counterfactuals else None
    if len(facts) == 2:
        return _about_two(test.type, *facts)
    day = re.search(r"\b((?:before|until|in) (?:\d{1,2} \w+ )?\d{4})\b", test.query, re.IGNORECASE)
    return f"{fact.label} {bare(fact.subject)}" + (f" {day[1].lower()}" if day and test.type == "temporal" else "")


def _about_two(kind: str, one: Fact, two: Fact) -> str | None:
    """Search words for a question that two facts answer."""
    if kind == "multi_fact":
        return f"{one.label} {two.label} {bare(one.subject)}"
    if kind == "comparison":
        return f"{one.label} {bare(one.subject)} {bare(two.subject)}"
    if kind == "multi_hop":
        return f"{two.label} {one.entity_kind.replace('_', ' ')} {one.label} {one.value}"
    return None


def keywords(query: str) -> str | None:
    """The words that one would type into a search box, in their order; None where too few are left."""
    last = re.split(r"(?<=[.?!])\s+", query.strip())
    words = [word.strip('.,?!:;"') for word in " ".join(last).split()]
    kept = [word for word in words if word and word.lower() not in _FILLERS]
    kept = [word[:-2] if word.endswith(("'s", "’s")) else word for word in kept]
    return " ".join(dict.fromkeys(kept)) if len(kept) >= 2 else None


def misspell(query: str, rng: random.Random, *, keep: frozenset[str] = frozenset(), rate: float = 0.25) -> str | None:
    """A quarter of the longer words with one slip each: a swap, a dropped, a doubled or a neighbouring letter.

    Names and words with digits stay as they are, so that the question still asks the same thing.
    """
    spots = [found for found in _WORD.finditer(query) if found[0].lower() not in keep]
    if not spots:
        return None
    chosen = rng.sample(spots, max(1, round(rate * len(spots))))
    text = query
    for found in sorted(chosen, key=lambda item: -item.start()):
        text = text[: found.start()] + _slip(found[0], rng) + text[found.end() :]
    return text if text != query else None


def _slip(word: str, rng: random.Random) -> str:
    at = rng.randrange(1, len(word) - 1)
    kind = rng.choice(("swap", "drop", "double", "neighbour"))
    if kind == "swap" and word[at] != word[at + 1]:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == "drop":
        return word[:at] + word[at + 1 :]
    if kind == "neighbour" and word[at] in _NEIGHBOURS:
        return word[:at] + _NEIGHBOURS[word[at]] + word[at + 1 :]
    return word[:at] + word[at] + word[at:]


def _names(query: str) -> frozenset[str]:
    words = query.split()
    return frozenset(word.strip(".,?!'\"").lower() for word in words[1:] if word[:1].isupper())


def _translated(draft: Draft, ledger: Ledger) -> tuple[str | None, str | None]:
    """The question about the draft's one fact in another language that its blueprint can ask in, with the code."""
    fact = _one_fact(draft, ledger)
    own = draft.test.language.split("-")[0]
    for code in languages():
        query = ledger.speech.translated(fact, code) if fact and code != own else None
        if query:
            return query, code
    return None, None


def _again(draft: Draft, ledger: Ledger, book: Phrasebook, style: str, rng: random.Random) -> str | None:
    """The question about the draft's one fact, asked anew from another part of a phrase book."""
    fact = _one_fact(draft, ledger)
    return ask_about(ledger, book, fact, style, rng) if fact else None


def _one_fact(draft: Draft, ledger: Ledger) -> Fact | None:
    """The one fact that a question asks for as it stands now, by its subject's name."""
    test = draft.test
    if len(test.facts) != 1 or test.type in ("false_premise", "multi_hop"):
        return None
    fact = next((fact for fact in ledger.corpus.facts if fact.id == test.facts[0]), None)
    asks_past = test.type == "temporal" and fact is not None and fact.kind != "date"
    return fact if fact and not asks_past and contains_form(test.query, [fact.subject]) else None
