"""Background prose: domain sentences that state no checkable fact."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ragtester.corpus.author.clauses import capital
from ragtester.corpus.author.novelty import Novelty, masked_words
from ragtester.corpus.blueprint import Blueprint

_TRIES = 40
_DUTIES = ("are expected to", "are asked to", "should", "normally")


class Background:
    """Draws background sentences for one document; none of them is like one already drawn."""

    def __init__(self, blueprint: Blueprint, novelty: Novelty) -> None:
        self._blueprint = blueprint
        self._novelty = novelty
        self._used: set[str] = set()

    def sentence(self, topic: str, rng: Random) -> str | None:
        """A sentence that fits the topic, or None when nothing new is left to say about it."""
        for candidate in self._candidates(topic, rng):
            words = masked_words(candidate)
            if candidate not in self._used and self._novelty.shared(words) == 0:
                self._used.add(candidate)
                self._novelty.add(words)
                return candidate
        return None

    def steps(self, topic: str, rng: Random) -> tuple[str, ...]:
        """A procedure of the topic that the document does not have yet; empty where there is none."""
        text = self._blueprint.topics.get(topic)
        free = [steps for steps in (text.steps if text else ()) if steps[0] not in self._used]
        if not free:
            return ()
        chosen = rng.choice(free)
        self._used.add(chosen[0])
        return chosen

    def _candidates(self, topic: str, rng: Random) -> Iterator[str]:
        text = self._blueprint.topics.get(topic)
        written = [sentence for sentence in (text.background if text else ()) if sentence not in self._used]
        rng.shuffle(written)
        if rng.random() < 0.35:
            yield from (self._composed(topic, rng) for _ in range(4))
        yield from (_finished(sentence) for sentence in written)
        yield from (self._composed(topic, rng) for _ in range(_TRIES))

    def _composed(self, topic: str, rng: Random) -> str:
        grammar = self._blueprint.grammar
        text = self._blueprint.topics.get(topic)
        own = text.actions if text else ()
        actions = own if own and (rng.random() < 0.75 or not grammar.actions) else grammar.actions or own
        actor, action = rng.choice(grammar.actors), rng.choice(actions or ("follow this document",))
        occasion, purpose = rng.choice(grammar.occasions), rng.choice(grammar.purposes)
        duty = rng.choice(_DUTIES)
        second = rng.choice(actions or ("follow this document",))
        colleague = rng.choice(grammar.actors)
        if second != action and rng.random() < 0.3:
            action = f"{action} and {second}"
        if colleague != actor and rng.random() < 0.2:
            actor = f"{actor} and {colleague}"
        return _finished(
            rng.choice(
                (
                    f"{actor} {action} {occasion}",
                    f"{occasion}, {actor} {action}",
                    f"{actor} {action} {purpose}",
                    f"{purpose}, {actor} {action}",
                    f"{actor} {duty} {action} {occasion}",
                    f"{occasion}, {actor} {duty} {action}",
                    f"{actor} {duty} {action}",
                )
            )
        )


def _finished(sentence: str) -> str:
    sentence = capital(sentence.strip())
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
