"""Yes and no: the polarity of a reference, and of an answer that says it in a sentence."""

from __future__ import annotations

import re
from typing import Literal

from ragtester.text.folding import fold, normalise
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens

Polarity = Literal["yes", "no"]

_YES = r"(?:yes|yeah|yep|true|correct|right|indeed|certainly|of course|absolutely|affirmative|ja|richtig|stimmt|wahr|si|cierto|verdadero|correcto|oui|vrai|exact|ano|pravda|spravne|是的?|对|正确|可以|有)"
_NO = r"(?:no|nope|false|incorrect|wrong|untrue|negative|not true|not correct|nein|falsch|unwahr|stimmt nicht|falso|incorrecto|non|faux|incorrect|ne|nikoli|nepravda|不是?|否|错误?|不对|不可以|不能|没有)"
_WHOLE: tuple[tuple[Polarity, re.Pattern[str]], ...] = (
    ("yes", re.compile(rf"(?:{_YES})")),
    ("no", re.compile(rf"(?:{_NO})")),
)
_FIRST: tuple[tuple[Polarity, re.Pattern[str]], ...] = (
    ("no", re.compile(rf"^(?:well,? |actually,? |the answer is |that(?:'s| is) |this is |the statement is )?{_NO}(?![\w'’-])")),
    ("yes", re.compile(rf"^(?:well,? |actually,? |the answer is |that(?:'s| is) |this is |the statement is )?{_YES}(?![\w'’-])")),
)  # fmt: skip
NEGATION = re.compile(
    r"\b(?:not|never|no|none|neither|nor|cannot|without|nothing|nobody|nicht|kein\w*|nie|niemals|jamas|nunca|ningun\w*|pas|aucune?|jamais|neni|nejsou|nesmi|nemuze|nikdy|zadn\w+|"
    r"prohibited|forbidden|unable|refuses?|excluded)\b|n't\b|[不没未无]"
)
"""Words that deny, in a folded text."""

_SOFT = re.compile(
    r"\b(?:no (?:doubt|question|wonder)|without (?:a |any )?(?:doubt|question)|no one (?:else )?but|nothing but|no(?:t)? (?:only|just|merely|later|less|more|earlier|fewer)|no\.? ?\d|not until|nicht nur|no solo|pas seulement)\b"
)


def polarity_of(reference: str) -> Polarity | None:
    """The polarity of a reference that is only a yes or no in one of six languages; None for any other text."""
    bare = normalise(re.sub(r"\s*\([^)]*\)", "", reference))
    return next((polarity for polarity, pattern in _WHOLE if pattern.fullmatch(bare)), None)


def leading_polarity(text: str) -> Polarity | None:
    """The yes or no that a text begins with."""
    folded = fold(text).lstrip(" \"'*-")
    return next((polarity for polarity, pattern in _FIRST if pattern.match(folded)), None)


def answered_polarity(answer: str, question: str) -> tuple[Polarity | None, float]:
    """Whether an answer says yes or no, and how sure that is.

    Its first word decides; else whether the sentence that takes up the question denies what the question does not.
    """
    leading = leading_polarity(answer)
    if leading:
        return leading, 0.95
    asked = set(tokens(question))
    sentences = split_sentences(answer)
    if not sentences:
        return None, 0.5
    best = max(sentences, key=lambda s: len(asked & set(tokens(s.text))))
    said = leading_polarity(best.text)
    if said:
        return said, 0.85
    if asked and len(asked & set(tokens(best.text))) < 0.3 * len(asked):
        return None, 0.5
    return ("no" if denies(best.text) != denies(question) else "yes"), 0.75


def denies(text: str) -> bool:
    """Whether a text denies something, an even number of denials counted as none."""
    folded = _SOFT.sub(" ", fold(text))
    return len(NEGATION.findall(folded)) % 2 == 1
