"""Whether two answers of one system say the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.documents.spans.locating import locate_text
from ragtester.metamorphic.oracle.exchange import exchanged
from ragtester.metamorphic.oracle.view import OracleView, agree
from ragtester.metamorphic.oracle.wording import content, plain
from ragtester.records import Span
from ragtester.text import compare_answers, compare_values, tokens


@dataclass(frozen=True, slots=True)
class SameAnswer:
    """Whether the mutant's answer says what the base answer says."""

    same: bool
    reason: str
    confidence: float


def same_answer(view: OracleView, answer: str, *, after: Sequence[str] = ()) -> SameAnswer:
    """Equivalence of the mutant's answer to the base answer (the paper's y ≈ y').

    Numbers, amounts and dates are compared exactly; words by `ragtester.text.compare_answers` in both
    directions; a word that the mutated text itself misspells counts as the word.

    Args:
        view: the question and the base answer.
        answer: the answer under the mutant, which is no abstention.
        after: the mutated texts, for misspellings that the answer copies.
    """
    legs = view.legs()
    if len(legs) > 1:
        found = [same_answer(leg, answer, after=after) for leg in legs]
        return next((one for one in found if not one.same), found[0])
    if _cut_short(view, answer):
        return SameAnswer(False, "breaks off before the answer", 0.85)
    wanted_texts = [view.said] if view.supported else [view.base_answer, view.said]
    forward = compare_answers(answer, wanted_texts, question=view.question, kind=view.kind)
    wanted, given = view.values, view.values_of(answer)
    agreed = not view.rivals and (not wanted or not given or any(agree(g, w) for g in given for w in wanted))
    agreed = agreed and (forward.confidence >= _SURE or _says_some(view, answer))
    if forward.verdict == "equivalent" and agreed and not exchanged(view.core, answer, view.question):
        return SameAnswer(True, forward.reason, forward.confidence)
    if _states_base(view, answer):
        return SameAnswer(True, "holds the base answer's own sentence", 0.9)
    if wanted:
        if given and all(any(compare_values(g, w) == "same" for g in given) for w in wanted):
            rivals = [g for g in given if g.kind in {w.kind for w in wanted}]
            if all(any(agree(g, w) for w in wanted) for g in rivals):
                return SameAnswer(True, "the same values", 0.85)
        return SameAnswer(False, f"other values: {forward.reason}", 0.9)
    backward = compare_answers(view.base_answer, [answer], question=view.question, kind=view.kind)
    loses = exchanged(view.core, answer, view.question) or not _loses_nothing(view, answer)
    if backward.verdict == "equivalent" and not loses:
        return SameAnswer(True, f"the base answer says it in more words: {backward.reason}", backward.confidence * 0.9)
    if _misspelt(view.base_answer, answer, after):
        return SameAnswer(True, "the same words, misspelt as in the mutated text", 0.85)
    return SameAnswer(False, forward.reason, forward.confidence)


_SURE = 0.7
"""Confidence from which on an equivalence is taken without a look at the words."""
_SUBORDINATE = re.compile(
    r"[,;]\s+(?:since|because|as|so that|which|who|while|where|weil|da|damit|protože|aby)\b.*", re.IGNORECASE
)
_REASON = re.compile(r"[,;]\s+(?:since|because|so that|weil|da|damit|protože|aby)\b.*", re.IGNORECASE)
_ASIDE = re.compile(r"[,;]\s+(?:while|whereas|während|tandis que|mientras)\b.*", re.IGNORECASE)
_WHY = re.compile(r"\b(?:why|how come|what for|for what reason|warum|weshalb|pourquoi|por qué|proč)\b", re.IGNORECASE)
_BOUNDARY = re.compile(r"\s*(?:[,;:.!?]|(?:and|or|und|oder|since|because|which|who|while)\b|$)", re.IGNORECASE)


def _cut_short(view: OracleView, answer: str) -> bool:
    """Whether the answer is the beginning of the base answer's sentence, and breaks off before what answers.

    A shorter answer that ends where a clause ends has left something out; one that ends within a clause was cut.
    """
    core, given = view.core, " ".join(answer.split())
    if view.values or len(given.split()) < 2:
        return False
    words = core.split()
    for kept in range(min(len(words) - 1, len(given.split())), 1, -1):
        if not plain(given).endswith(plain(" ".join(words[:kept]))):
            continue
        head, tail = " ".join(words[:kept]), " ".join(words[kept:])
        if view.kind != "list" and (head.endswith((",", ";", ":", ".")) or _BOUNDARY.match(tail)):
            return False
        statement = content(_SUBORDINATE.sub("", core))
        lost = content(_SUBORDINATE.sub("", tail)) - content(head) - content(view.question)
        return bool(lost & statement)
    return False


def _states_base(view: OracleView, answer: str) -> bool:
    """Whether the answer holds the base answer's sentence: letter for letter, misspelt, or cut without loss."""
    core = view.core
    if len(core.split()) < 4:
        return False
    return bool(locate_text(Span(document="", quote=core), answer)) or _cut_copy(view, core, answer)


def _cut_copy(view: OracleView, core: str, answer: str) -> bool:
    """Whether the answer holds a stretch of the core that has nearly all that the core adds to the question.

    Every name and number is among it, and what is missing was cut off, not exchanged: the words beside the
    stretch are not those of the core.
    """
    from difflib import SequenceMatcher

    mine, given = _words(core), _words(answer)
    block = SequenceMatcher(None, mine, given, autojunk=False).find_longest_match()
    kept = content(" ".join(mine[block.a : block.a + block.size]))
    told = _ASIDE.sub("", view.said) if view.kind in ("name", "place") else view.said
    because = not _WHY.search(view.question) and _REASON.sub("", told)
    own = content(because or told) - content(view.question)
    telling = content(" ".join(w for w in told.split()[1:] if w[:1].isupper() or any(map(str.isdigit, w))))
    if not own or len(own & kept) < 0.8 * len(own) or not telling - content(view.question) <= kept:
        return False
    lost_before, lost_after = mine[: block.a], mine[block.a + block.size :]
    beside_before = given[max(0, block.b - len(lost_before) - 3) : block.b]
    beside_after = given[block.b + block.size :][: len(lost_after) + 3]
    return not (_shared(lost_before, beside_before) or _shared(lost_after, beside_after))


def _words(text: str) -> list[str]:
    """Folded words without the marks around them: a sentence that was cut off may have lost its comma."""
    return [word for part in plain(text).split() if (word := part.strip(".,;:!?()\"'"))]


def _shared(lost: Sequence[str], beside: Sequence[str]) -> bool:
    return bool(content(" ".join(lost)) & content(" ".join(beside)))


def _says_some(view: OracleView, answer: str) -> bool:
    """Whether the answer has any of the words that the base answer adds to the question."""
    own = content(view.said) - content(view.question)
    return not own or bool(own & content(answer))


def _loses_nothing(view: OracleView, answer: str) -> bool:
    own = content(view.said) - content(view.question)
    return bool(own) and len(own & content(answer)) / len(own) >= 0.8


def _misspelt(base: str, answer: str, after: Sequence[str]) -> bool:
    from rapidfuzz.distance import OSA

    spelt, given = tokens(base), tokens(answer)
    if len(spelt) != len(given) or not after:
        return False
    seen = {token for text in after for token in tokens(text)}
    for one, other in zip(spelt, given, strict=True):
        if one == other:
            continue
        if any(c.isdigit() for c in one + other) or other not in seen or OSA.distance(one, other) > 1 + (len(one) > 7):
            return False
    return True
