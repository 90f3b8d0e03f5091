"""The decision: does this answer abstain, wholly or in part?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ragtester.text.abstention.clues import (
    ADMITS,
    CLAIM,
    CONTRAST,
    DISCLAIMER,
    GUESS,
    OFFER,
    ONLY_SAYS,
    REFUSAL,
    TURN,
)
from ragtester.text.abstention.describing import describes, without_compounds
from ragtester.text.abstention.lexicon import LANGUAGES, lexicon
from ragtester.text.abstention.model import score
from ragtester.text.abstention.reading import language_of, may_deny
from ragtester.text.abstention.sentinels import is_sentinel
from ragtester.text.abstention.settings import beside_the_point, first_denial
from ragtester.text.abstention.weights import Weights, shipped_weights
from ragtester.text.folding import fold
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens

AbstentionKind = Literal["none", "partial", "complete", "refusal"]
"""`partial` says what it lacks and what it has; `refusal` will not answer, whatever it knows."""

_Sort = Literal["abstains", "refuses", "disclaims", "offers", "guess", "content"]


@dataclass(frozen=True, slots=True)
class Abstention:
    """Whether an answer abstains, and the words that say so."""

    abstained: bool
    kind: AbstentionKind
    confidence: float
    """How sure the decision is, 0.5 to 1."""
    matched: str = ""
    """The sentence that abstains."""
    rest: str = ""
    """What the answer says beside it."""


def detect_abstention(answer: str, *, question: str = "") -> Abstention:
    """Whether an answer says that it does not know, that its sources do not say, or that it will not answer.

    English, German, Spanish, French, Czech and Chinese. An answer that abstains and then answers all the same
    (`I am not sure, but it was 1912`) does not abstain; one that abstains and adds what it did find is `partial`.
    An empty text is no abstention: whoever called decides what it is.

    Args:
        answer: the answer.
        question: what was asked; it tells an answer beside the caveat from mere background.
    """
    return _detect(answer, question)


@lru_cache(maxsize=4096)
def _detect(answer: str, question: str) -> Abstention:
    return decide(answer, question, shipped_weights())


def decide(answer: str, question: str, weights: Weights) -> Abstention:
    """The decision by weights that are given; the benchmark asks it of held-out ones."""
    if not answer.strip():
        return Abstention(False, "none", 0.5)
    sentences = split_sentences(answer)
    folded = [without_compounds(" ".join(fold(sentence.text).split())) for sentence in sentences]
    if is_sentinel(" ".join(folded)):
        return Abstention(True, "complete", 0.97, answer.strip())
    if not any(map(may_deny, folded)):
        return Abstention(False, "none", 0.95)
    language = language_of(answer, " ".join(folded))
    scores = [score(one, language, weights, before) for one, before in zip(folded, ["", *folded], strict=False)]
    if max(scores) <= 0:
        return Abstention(False, "none", 0.95)
    return _weighed([s.text for s in sentences], _sorts(folded, scores, language, question, weights), question)


def _sorts(folded: list[str], scores: list[float], language: str, question: str, weights: Weights) -> list[_Sort]:
    """What each sentence does, given the others."""
    sorts = [_sort(one, scored, language, question, weights) for one, scored in zip(folded, scores, strict=True)]
    if "content" in sorts:
        sorts = [
            "content" if sort == "abstains" and scored < _BESIDE_CONTENT else sort
            for sort, scored in zip(sorts, scores, strict=True)
        ]
    if "content" not in sorts and "guess" not in sorts:
        sorts = ["abstains" if sort == "disclaims" else sort for sort in sorts]
    return sorts


def _weighed(sentences: list[str], sorts: list[_Sort], question: str) -> Abstention:
    """Whether the answer abstains as a whole, given what its sentences do."""
    said = [index for index, sort in enumerate(sorts) if sort in ("abstains", "refuses")]
    if not said:
        return Abstention(False, "none", 0.95)
    matched = sentences[said[0]]
    before = [s for s, sort in zip(sentences[: said[0]], sorts, strict=False) if sort in ("content", "guess")]
    later = list(zip(sentences, sorts, strict=True))[said[0] + 1 :]
    after = [s for s, sort in later if sort in ("content", "guess")]
    rest = " ".join([*before, *after])
    kind: AbstentionKind = "refusal" if "refuses" in sorts else "complete"
    if _answers_inside(matched):
        return Abstention(False, "none", 0.75, matched, rest)
    if any(sort == "guess" for _, sort in later):
        return Abstention(False, "none", 0.7, matched, rest)
    if before and not _only_leads_in(before, matched, question):
        return Abstention(False, "none", 0.75, matched, rest)
    if after and _answers(after, question):
        return Abstention(False, "none", 0.6, matched, rest)
    partial = bool(rest) or bool(ONLY_SAYS.search(fold(matched)))
    if partial and kind == "complete":
        return Abstention(True, "partial", 0.8, matched, rest)
    return Abstention(True, kind, 0.97 if not rest else 0.85, matched, rest)


def _sort(folded: str, scored: float, language: str, question: str, weights: Weights) -> _Sort:
    """What a sentence does that reads as an abstention so far."""
    if scored <= 0:
        return _beside_abstaining(folded)
    if DISCLAIMER.match(folded):
        turned = TURN.split(folded, maxsplit=1)[1:]
        if not turned or len(turned[0]) <= _SHORTEST_TURN:
            named = len(_beginnings(folded) & _beginnings(question)) >= _NAMED
            return "abstains" if named else "disclaims"
        return _sort(turned[0], score(turned[0], language, weights), language, question, weights)
    if beside_the_point(folded, None, question) or CONTRAST.search(folded) or describes(folded, language, question):
        return "content"
    if ADMITS.match(folded):
        turned = TURN.split(folded, maxsplit=1)[1:]
        if turned and CLAIM.search(turned[0]) and score(turned[0], language, weights) <= 0:
            return "guess"
    if _goes_on_to_guess(folded):
        return "guess"
    return "refuses" if REFUSAL.search(folded) else "abstains"


_BESIDE_CONTENT = 0.5
"""What a sentence must score more, where others of the answer state something."""
_NAMED = 2
"""Words of the question in a disclaimer that is about the question, and not about models."""
_SHORTEST_TURN = 15
"""Letters after `but` below which a disclaimer is only that."""


def _goes_on_to_guess(folded: str) -> bool:
    """`Its purpose is not known, it was probably a temple`."""
    parts = _PART.split(folded[first_denial(folded) :])[1:]
    return any(GUESS.search(part) and not may_deny(part) for part in parts)


_PART = re.compile(r"[;,:，；：]")


def _beside_abstaining(folded: str) -> _Sort:
    if folded.endswith(("?", "？")) or OFFER.search(folded):
        return "offers"
    return "guess" if GUESS.search(folded) else "content"


def _answers_inside(sentence: str) -> bool:
    """Whether the abstaining sentence itself goes on to answer: `I'm not certain, but it is 12`."""
    folded = fold(sentence)
    turn = TURN.search(folded)
    return bool(turn and GUESS.search(folded[turn.start() :]))


def _only_leads_in(before: list[str], matched: str, question: str) -> bool:
    """Whether what stands before the abstention is background that the abstention takes back.

    `The device has a battery. However, its capacity is not stated in the manual.` abstains; an answer with a
    caveat at the end (`It was 1912. I have no information on later years.`) does not.
    """
    asked = _content_words(question)
    if not asked:
        return True
    taken_back = _content_words(matched) & asked
    stated = _content_words(" ".join(before))
    if len(before) == 1 and taken_back - stated:
        return True
    shared = _beginnings(matched) & _beginnings(question)
    if _TWO_THINGS.search(fold(question)) and (shared or _SETS_APART.search(fold(matched))):
        return True
    if shared and _SEARCHED.match(fold(matched)):
        return True
    return len(taken_back) >= len(asked & stated) or len(taken_back) >= 0.6 * len(asked)


_TWO_THINGS = re.compile(
    r"\b(?:and|or|as well as) (?:\w+ )?(?:what|when|where|who|whom|which|why|how|for|by|is|are|does|do|did)\b|"
    r"\b(?:und|oder|sowie) (?:\w+ )?(?:was|wann|wo|wer|wen|wem|welche\w*|warum|wie|wofur|fur|bis|ab|ist|sind)\b|"
    r"\b[ye] (?:\w+ )?(?:que|cuando|donde|quien|cual\w*|por que|como|cuant\w+|para)\b|"
    r"\bet (?:\w+ )?(?:que\w*|quand|ou|qui|comment|combien|pourquoi|pour)\b|"
    r"\ba (?:\w+ )?(?:co|kdy|kde|kdo|koho|jak\w*|ktery?\w*|proc|kolik|pro)\b|"
    r"[和及]|，.*(?:什么|多少|哪|怎|几)"
)
"""A question for two things."""
_SETS_APART = re.compile(
    r"\b(?:however|but|though|as for|as to|on the other hand|aber|jedoch|allerdings|hingegen|dagegen|was .{2,40} betrifft|sin embargo|"
    r"pero|en cuanto a|en cambio|no obstante|cependant|toutefois|en revanche|quant a|mais|vsak|ale|avsak|co se tyce|naopak)\b|但|不过|然而|至于"
)
"""Words that set what is lacking apart from what was given."""


_SEARCHED = re.compile(
    r"(?:however|but|unfortunately|that said),? (?:i|we) (?:could not|couldn't|did not|didn't|was unable to|were unable to|cannot|can't) "
    r"(?:find|locate|see|identify)\b"
)
"""A search for the very thing that was asked, told at the end."""


def _beginnings(text: str) -> set[str]:
    return {word[:4] for word in _content_words(text) if len(word) > 3}


def _answers(after: list[str], question: str) -> bool:
    """Whether sentences after an abstention answer the question all the same: they turn and repeat what is asked."""
    asked = _content_words(question)
    for sentence in after:
        folded = fold(sentence)
        turned = TURN.match(folded)
        if turned and GUESS.search(folded):
            return True
        if turned and asked and len(_content_words(sentence) & asked) >= 0.8 * len(asked) and len(asked) >= 3:
            return True
    return False


_STOP = frozenset("what who when where which how why many much information about".split()).union(
    *(lexicon(language).small for language in LANGUAGES)
)


def _content_words(text: str) -> set[str]:
    return {token for token in tokens(text) if token not in _STOP}
