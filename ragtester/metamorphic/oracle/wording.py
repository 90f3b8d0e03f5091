"""How much of a question's wording a sentence takes up."""

from __future__ import annotations

from functools import lru_cache

from ragtester.metamorphic.pools import pool
from ragtester.text import extract_values, fold, split_sentences, tokens


@lru_cache(maxsize=65536)
def content(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning: function words left out, endings cut."""
    ignored = _function_words()
    return frozenset(
        _stem(token) for token in tokens(fold(text)) if token not in ignored and len(token) + token.isdigit() > 1
    )


_ENDINGS = ("ings", "ing", "ed", "ers", "er", "ors", "or", "s")


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    return frozenset(fold(word) for word in pool("function_words"))


def _stem(word: str) -> str:
    if any(letter.isdigit() for letter in word):
        return word
    word = word.removesuffix("'s")
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"[:6]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4 - (ending == "s") and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e")[:6].removesuffix("e") if len(word) > 4 else word


@lru_cache(maxsize=8192)
def names_in(question: str) -> frozenset[str]:
    """Stems of the words of a question that name something: a capital not at its start, or a digit; dates are none."""
    words = undated(question).split()
    named = [w for at, w in enumerate(words) if any(c.isdigit() for c in w) or (at > 0 and w[:1].isupper())]
    return content(" ".join(named))


@lru_cache(maxsize=8192)
def undated(question: str) -> str:
    """A question without its dates, which say as of when it is asked and not what."""
    for value in extract_values(question):
        if value.date is not None:
            question = question.replace(value.text, " ")
    return question


def coverage(question: str, sentence: str) -> float:
    """The share of the question's content words that the sentence holds, 0 to 1."""
    wanted = content(undated(question))
    return len(wanted & content(sentence)) / len(wanted) if wanted else 0.0


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, a table's or list's lines counting as sentences."""
    return tuple(line.strip() for piece in split_sentences(text) for line in piece.text.split("\n") if line.strip())


def plain(text: str) -> str:
    """Folded text with single spaces: what two copies of a sentence have in common."""
    return " ".join(fold(text).split())
