"""What is excepted: `all countries except Malta` is `all but Malta`, and not `all countries, Malta included`."""

from __future__ import annotations

import re
from functools import lru_cache

from ragtester.text.equivalence.words import STOP, stem
from ragtester.text.folding import fold
from ragtester.text.tokens import tokens

_EXCEPT = re.compile(
    r"\b(?:except(?:ing|ed)?(?: for)?|apart from|aside from|other than|with the exception of|excluding|excludes?|save for|all but|everything but|everyone but|but not|not including|without|outside|"
    r"ausser|ausgenommen|mit ausnahme von|bis auf|sauf|hormis|a l'exception de|excepto|salvo|menos|krome|s vyjimkou|vyjma)\s+(?P<what>(?:[\w'’-]+[ ,]*){1,6})|除了?(?P<cn>[^，,。]{1,8}?)(?:以?外|之外)"
)
_EVERY = re.compile(
    r"^\W*(?:all|every|everyone|everybody|everything|any|alle|tous|toutes|todos|todas|vsechn\w+|所有)\b"
)


@lru_cache(maxsize=8192)
def excepted(text: str) -> frozenset[str]:
    """The stems of the words that a text excepts."""
    found: set[str] = set()
    for match in _EXCEPT.finditer(fold(text)):
        found |= {stem(word) for word in tokens(match["what"] or match["cn"])}
    return frozenset(found - STOP)


def exception_missed(answer: str, reference: str, question: str) -> str | None:
    """What a reference excepts and the answer includes, or the other way round; None where they agree."""
    if not excepted(reference) and not excepted(answer):
        return None
    asked = {stem(word) for word in tokens(fold(question))}
    wanted, given = excepted(reference) - asked, excepted(answer) - asked
    said = {stem(word) for word in tokens(fold(answer))}
    denied = re.search(r"\b(?:not|no|never|nicht|pas|ne)\b|n['’]t", fold(answer))
    if wanted:
        included = {word for word in wanted & said if word not in given}
        if included and not denied:
            return min(included)
        return None
    own = {stem(word) for word in tokens(fold(reference))} - STOP
    core = own - asked
    turned = core & given
    if turned and len(own) <= 4 and not any(_elsewhere(answer, word) for word in turned):
        return min(turned)
    return None


def adds_exception(answer: str, reference: str) -> bool:
    """Whether a reference is all of them and the answer excepts some."""
    return bool(_EVERY.match(fold(reference)) and not excepted(reference) and excepted(answer))


def _elsewhere(answer: str, word: str) -> bool:
    """Whether a word also stands outside of what the answer excepts."""
    rest = _EXCEPT.sub(" ", fold(answer))
    return word in {stem(other) for other in tokens(rest)}
