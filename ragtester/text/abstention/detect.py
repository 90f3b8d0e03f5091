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
    LANGUAGE_CLUES,
    MORE_CLUES,
    OFFER,
    ONLY_SAYS,
    REFUSAL,
    TURN,
)
from ragtester.text.abstention.grammar import compiled
from ragtester.text.abstention.model import abstains_by, score, surely_not
from ragtester.text.abstention.patterns import abstains
from ragtester.text.abstention.reading import language_of
from ragtester.text.abstention.settings import beside_the_point
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
    if not answer.strip():
        return Abstention(False, "none", 0.5)
    sentences = split_sentences(answer)
    language = language_of(answer)
    said_before = ["", *(sentence.text for sentence in sentences)]
    sorts = [
        _sort(sentence.text, question, language, before)
        for sentence, before in zip(sentences, said_before, strict=False)
    ]
    if "content" not in sorts and "guess" not in sorts:
        sorts = ["abstains" if sort == "disclaims" else sort for sort in sorts]
    said = [index for index, sort in enumerate(sorts) if sort in ("abstains", "refuses")]
    if not said:
        return Abstention(False, "none", 0.95)
    matched = sentences[said[0]].text
    before = [s.text for s, sort in zip(sentences[: said[0]], sorts, strict=False) if sort in ("content", "guess")]
    later = list(zip(sentences, sorts, strict=True))[said[0] + 1 :]
    after = [s.text for s, sort in later if sort in ("content", "guess")]
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


def _sort(sentence: str, question: str, language: str, before: str) -> _Sort:
    """What a sentence does, by the grammar and by how its concepts read."""
    folded = " ".join(fold(sentence).split())
    scored = score(folded, language, fold(before))
    short = language != "zh" and len(folded) < _A_PHRASE
    own_doubt = DISCLAIMER.match(folded) or ADMITS.match(folded)
    if scored is not None and not short and not own_doubt and surely_not(scored, folded, language):
        return _beside_abstaining(folded)
    if scored is None and not LANGUAGE_CLUES[language].search(folded) and not MORE_CLUES.search(folded):
        return _beside_abstaining(folded)
    listed = by_grammar(sentence, question, language)
    if scored is None or listed in ("disclaims", "guess"):
        return listed
    found = listed in ("abstains", "refuses")
    if not found and (DISCLAIMER.match(folded) or beside_the_point(folded, None, question) or CONTRAST.search(folded)):
        return listed
    if (found and short) or abstains_by(scored, folded, language, grammar=found):
        return listed if found else "refuses" if REFUSAL.search(folded) else "abstains"
    return _beside_abstaining(folded)


def _beside_abstaining(folded: str) -> _Sort:
    if OFFER.search(folded):
        return "offers"
    return "guess" if GUESS.search(folded) else "content"


def by_grammar(sentence: str, question: str = "", spoken: str = "") -> _Sort:
    """What a sentence does by the listed phrases and the grammar alone, of the language that is spoken or else of any."""
    folded = " ".join(fold(sentence).split())
    short = len(folded) < _TOO_SHORT_TO_TELL
    for language, pattern in abstains().items():
        if spoken and language != spoken and not short:
            continue
        match = pattern.search(folded) if LANGUAGE_CLUES[language].search(folded) else None
        if match and DISCLAIMER.match(folded):
            tail = TURN.split(folded[match.start() :], maxsplit=1)
            return by_grammar(tail[-1], question, spoken) if len(tail) > 1 and len(tail[-1]) > 15 else "disclaims"
        if match and ADMITS.match(folded[match.start() :]):
            tail = TURN.split(folded[match.end() :], maxsplit=1)
            if (
                len(tail) > 1
                and CLAIM.search(tail[-1])
                and by_grammar(tail[-1], question, spoken) in ("content", "guess")
            ):
                return "guess"
        match = match or _in_the_main(folded, _composed(folded, language, question))
        if not match or beside_the_point(folded, match.start(), question):
            continue
        if not CONTRAST.search(folded[match.end() - 1 :]):
            if GUESS.search(folded[match.end() :]):
                return "guess"
            return "refuses" if REFUSAL.search(folded) else "abstains"
    return _beside_abstaining(folded)


_A_PHRASE = 18
"""Letters of a sentence below which a listed phrase counts whatever else is read."""
_TOO_SHORT_TO_TELL = 25
"""Letters of a sentence below which its language is not relied on."""
_MOST_BEFORE = 12
"""Words that may stand before an abstention that is put together: after more of them it is an aside of an answer."""
_RELATIVE = re.compile(r"\b(?:that|which|who|whom|die|der|das|que|qui|ktery|ktera|ktere|kteri)\s*$")


def _in_the_main(folded: str, match: re.Match[str] | None) -> re.Match[str] | None:
    """The match unless it stands in a relative clause or late in a long sentence."""
    if match is None or (match.start() and _RELATIVE.search(folded[: match.start() + len(match[0].split(" ", 1)[0])])):
        return None
    return match if len(folded[: match.start()].split()) <= _MOST_BEFORE else None


def _composed(folded: str, language: str, question: str) -> re.Match[str] | None:
    """Where a sentence abstains by its parts: a source, the speaker or what was asked, denied to say so."""
    parts = compiled()[language]
    match = parts.denies.search(folded)
    if match:
        return match
    asked = _content_words(question)
    match = parts.gives.search(folded)
    if match and asked & _content_words(folded[match.start() :]) and not _YES_OR_NO.match(fold(question)):
        return match
    match = parts.loose.search(folded)
    if match and not _RATHER.search(folded[match.start() :]) and _of_what_was_asked(folded, asked, question):
        return match
    match = parts.only.search(folded)
    given = {word for word in tokens(folded) if word[0].isdigit()}
    wanted = {word for word in tokens(fold(question)) if word[0].isdigit()}
    if match and wanted and given and not wanted <= given:
        return match
    return match if match and wanted and re.search(r"\b(?:nicht|not|no|pas|ne)\b|不", folded[match.end() :]) else None


def _of_what_was_asked(folded: str, asked: set[str], question: str) -> bool:
    """Whether a sentence speaks of what was asked, and the question itself asks for nothing that was said or left out."""
    return (
        bool(asked & _content_words(folded))
        and not _YES_OR_NO.match(fold(question))
        and not _ASKS_WHAT_IS_SAID.search(fold(question))
    )


_ASKS_WHAT_IS_SAID = re.compile(
    r"\b(?:say|says|said|mention\w*|state[sd]?|indicat\w+|reply|replied|answer\w*|not|no|never|sagt\w*|nicht|kein\w*|erwahn\w+|antwort\w*|dice|dijo|menciona\w*|respond\w+|dit|mentionn\w+|repond\w*|pas|rekl\w*|uvad\w+|odpoved\w*)\b|说|提到|回答|不|没"
)
_RATHER = re.compile(
    r"[;,:] (?:it|he|she|they|rather|instead|but)\b|\bbut (?:rather|instead|the|an?|only)\b|\bsondern\b|\bsino\b|\bmais (?:le |la |les |l'|un |une |des |du |seulement|plutot)|, ale\b|\bnybrz\b|而"
)
"""`not A but B` states B."""
_YES_OR_NO = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|can|could|may|must|should|will|has|have|had|ist|sind|darf|durfen|kann|muss|hat|est-ce|peut|peuvent|puede|es|hay|smi|muze|je|ma)\b"
)


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
    return len(taken_back) >= len(asked & stated) or len(taken_back) >= 0.6 * len(asked)


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


_STOP = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "at",
        "for",
        "to",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "do",
        "does",
        "did",
        "what",
        "who",
        "when",
        "where",
        "which",
        "how",
        "why",
        "many",
        "much",
        "that",
        "this",
        "it",
        "its",
        "by",
        "with",
        "from",
        "and",
        "or",
        "as",
        "has",
        "have",
        "had",
        "there",
        "their",
        "his",
        "her",
        "not",
        "no",
        "i",
        "you",
        "we",
        "they",
        "can",
        "could",
        "would",
        "any",
        "about",
        "information",
    ]
)


def _content_words(text: str) -> set[str]:
    return {token for token in tokens(text) if token not in _STOP}
