"""A first look at a text: has it a word that an abstention could be made of?

Telling an abstention takes many patterns; most statements of an answer hold none of the words that all of them need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ragtester.text.folding import fold

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_SIGNS = dict.fromkeys(map(ord, "…•€£°²³½¼¾·×§©®™"))
"""What stands in English texts beside letters and quotation marks."""
_ENGLISH = frozenset("the of is are and with that this from have been will their there were which".split())
_SHARED = frozenset("a an on at it was by to in he she they may for than has at most works who".split())
"""Small words that English shares with other languages: two of them make a text English."""
_FOREIGN = frozenset(
    "der die das und ist ich wir nicht kein keine im el la los las un una en que se es je ne pas le les des du il nous "
    "v ve ze se si je na neni nevim jsem y et zu".split()
)
"""Small words of the other languages in which abstentions are told."""
_DENYING = frozenset(
    "no not none nothing nowhere nobody never neither nor cannot without hardly scarcely barely few little zero nil na "
    "any anything anywhere lack lacks lacking lacked miss missing absent absence omit omits omitted fail fails failed "
    "short gap gaps silent silence mute quiet mum open blank empty left leave leaves skip skips devoid withheld redacted "
    "insufficient incomplete inconclusive impossible incapable powerless ambiguous vague beyond outside out exceed "
    "exceeds scope remit elsewhere more further additional decline declines declined refuse refuses refused abstain "
    "withhold sorry afraid regret apologies apologise apologize sadly alas doubt guess guessing guesswork speculate "
    "speculation speculating assume assumption conjecture only merely solely just exclusively hard difficult ask beats "
    "idea clue wonder mystery ignorant rather won wont permitted allowed able unless too else loss tbd".split()
)
_OFFERING = frozenset(
    "please let you your free happy glad recommend suggest advise consult contact check hope help ai model".split()
)
_REFUSING = frozenset(
    "decline declines declined refuse refuses refused abstain abstains won wont will allowed permitted able unable help "
    "assist comply discuss disclose share comment fulfil would must can cannot can't won't".split()
)
_SAID_WITH_UN = frozenset("under union unions united unit units unity university universal unique undertake".split())


def may_abstain(text: str) -> bool:
    """False where no word of the text denies, doubts or refuses; true for what is not plainly English."""
    words = _words(text)
    return words is None or any(map(_denies, words))


def surely_states(sentences: Iterable[str], *, answer: str) -> bool:
    """Whether one of the sentences of an answer states something for sure, and no word of the answer refuses.

    Such an answer abstains at most in part.
    """
    words = _words(answer)
    if words is None or not words.isdisjoint(_REFUSING):
        return False
    return any(_states(sentence) for sentence in sentences)


def _states(sentence: str) -> bool:
    words = set(_WORD.findall(fold(sentence)))
    return len(words) > 2 and words.isdisjoint(_OFFERING) and not any(map(_denies, words))


def _words(text: str) -> set[str] | None:
    """The words of an English text; None for any other."""
    folded = fold(text)
    if not folded.isascii() and not folded.translate(_SIGNS).isascii():
        return None
    words = set(_WORD.findall(folded))
    if not words.isdisjoint(_FOREIGN):
        return None
    return words if not words.isdisjoint(_ENGLISH) or len(words & _SHARED) > 1 else None


@lru_cache(maxsize=32768)
def _denies(word: str) -> bool:
    if word in _DENYING or word.endswith(("n't", "nt'")) or (word.endswith("nt") and word[:-2] + "n't" in _CONTRACTED):
        return True
    return word.startswith("un") and len(word) > 4 and word not in _SAID_WITH_UN


_CONTRACTED = frozenset(
    "isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't hasn't haven't hadn't".split()
)
"""Also written without the apostrophe."""
