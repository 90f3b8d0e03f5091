"""Sentences that state facts: phrasings varied by clause order, reasons, joins and pronouns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from ragtester.corpus.author.clauses import Clause, capital, clause, written_value
from ragtester.corpus.author.connectives import ADDING, OPENERS, PAIRS, REASONS, REPORTED, STANDING
from ragtester.corpus.author.novelty import Novelty, masked_words
from ragtester.corpus.blueprint import Blueprint
from ragtester.corpus.settings import Detail, Tone
from ragtester.records import Fact

_LEVEL_ORDER: dict[str, tuple[int, ...]] = {
    "casual": (0, 1, 2),
    "concise": (0, 1, 2),
    "technical": (2, 1, 0),
    "comprehensive": (1, 2, 0),
}

_PRESENT = re.compile(r"\b(?:is|are|has|have|may|can|must|shall|will|do|does)\b")
_PAST = re.compile(r"\b(?:was|were|came|grew|rose|sold|kept|made|stood|ran|spent|took|cut|left|[a-z]{3,}ed)\b")
"""A verb that tells what happened, in a clause without one in the present."""


@dataclass(slots=True)
class Voice:
    """How one document speaks, and what it has said so far."""

    blueprint: Blueprint
    tone: Tone
    detail: Detail
    novelty: Novelty
    openers_used: dict[str, int] = field(default_factory=dict)
    led: bool = False
    """Whether the last sentence was about its subject to the end, so that a pronoun right after it is clear."""

    def facts(
        self, facts: Sequence[Fact], rng: Random, *, pronoun: bool, reported: bool = False, first: bool = False
    ) -> str | None:
        """One sentence that states one or two facts about one subject; None where it cannot be said afresh.

        Args:
            facts: one or two of them.
            rng: decides between what is equally fresh.
            pronoun: whether the sentence before names the subject, so that a pronoun may stand for it.
            reported: whether it is told as what a meeting heard.
            first: whether it begins a paragraph or an answer, so that it can add to nothing.
        """
        best: tuple[int, str, tuple[str, ...], str, bool] | None = None
        for text, names, opener, led in self._candidates(facts, rng, pronoun=pronoun, reported=reported, begins=first):
            words = masked_words(text, names)
            shared = self.novelty.shared(words)
            if best is None or shared < best[0]:
                best = (shared, text, words, opener, led)
            if shared == 0:
                break
        self.led = best is not None and best[4]
        if best is None or best[0] > 0:
            return None
        self.novelty.add(best[2])
        self.openers_used[best[3]] = self.openers_used.get(best[3], 0) + 1
        return best[1]

    def _candidates(
        self, facts: Sequence[Fact], rng: Random, *, pronoun: bool, reported: bool, begins: bool
    ) -> Iterator[tuple[str, tuple[str, ...], str, bool]]:
        several = self.blueprint.entity(facts[0].entity_kind).pronoun == "they"
        for _ in range(24):
            first = self._clause(facts[0], rng, pronoun=pronoun)
            led = several or _led(first, facts[0].subject)
            if reported:
                fresh = [lead for lead in REPORTED if lead not in self.openers_used]
                lead = rng.choice(fresh or REPORTED)
                yield f"{lead} {first.text}.", first.names, lead, led
            elif len(facts) > 1:
                second = self._clause(facts[1], rng, pronoun=True)
                if not second.pronoun:
                    return
                if led:
                    text = f"{capital(first.text)}{rng.choice(PAIRS)} {second.text}."
                    yield text, (*first.names, *second.names), "", several or _led(second, facts[1].subject)
            else:
                text, opener = self._single(first, facts[0], rng, begins=begins)
                yield text, first.names, opener, led

    def _single(self, first: Clause, fact: Fact, rng: Random, *, begins: bool) -> tuple[str, str]:
        reasons = self.blueprint.attributes[fact.attribute].why
        told = bool(_PAST.search(first.text)) and not _PRESENT.search(first.text)
        usable = ADDING if told else OPENERS[self.tone]
        openers = [name for name in usable if self.openers_used.get(name, 0) < 1 and (name in STANDING or not begins)]
        draw = rng.random()
        if reasons and draw < 0.3 and ", " not in first.text:
            return f"{capital(first.text)}, {rng.choice(REASONS[:2])} {rng.choice(reasons)}.", ""
        if reasons and draw < 0.5:
            return f"{rng.choice(('Because', 'Since', 'As'))} {rng.choice(reasons)}, {first.text}.", ""
        if openers and draw < 0.57:
            opener = rng.choice(openers)
            return f"{opener}, {first.text}.", opener
        return f"{capital(first.text)}.", ""

    def _clause(self, fact: Fact, rng: Random, *, pronoun: bool) -> Clause:
        """A phrasing of the fact; a pronoun only where it reads well, as a subject or a possessive."""
        attribute = self.blueprint.attributes[fact.attribute]
        order = _LEVEL_ORDER.get(self.tone) or _LEVEL_ORDER.get(self.detail) or (0, 1, 2)
        place = order[0] if rng.random() < 0.45 else rng.randrange(len(attribute.say))
        kind = self.blueprint.entity(fact.entity_kind)
        if pronoun and "{O}" in attribute.say[place]:
            places = [other for other, phrasing in enumerate(attribute.say) if "{O}" not in phrasing]
            place, pronoun = (rng.choice(places), True) if places else (place, False)
        return clause(fact, attribute.say[place], kind, value=written_value(fact, rng), pronoun=pronoun)


def _led(said: Clause, subject: str) -> bool:
    """Whether the clause begins with the thing itself, not with something of it: `it` is then clear afterwards."""
    return said.text.startswith(("it ", "they ") if said.pronoun else f"{subject} ")
