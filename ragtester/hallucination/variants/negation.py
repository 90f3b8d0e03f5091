"""A claim denied, or its denial taken away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragtester.hallucination.grounding import Variant
from ragtester.hallucination.verification.terms import Sentence
from ragtester.text.lexicon import base_forms, part_of_speech

NAME = "negation"

_AUXILIARY = re.compile(
    r"\b(is|are|was|were|will|would|shall|should|can|could|may|might|must|has been|have been|had been)\b(?!\s+(?:not|n't|no)\b)",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(is|are|was|were|will|would|shall|should|can|could|may|might|must|has|have|had)\s+(?:not|never)\b\s*|\b(can)not\b",
    re.IGNORECASE,
)
_DO_NOT = re.compile(r"\b(do|does|did)\s+not\b|\b(do|does|did)n['’]t\b", re.IGNORECASE)
_CONTRACTED = re.compile(r"\b(is|are|was|were|would|should|could|must|might|has|have|had)n['’]t\b", re.IGNORECASE)
_SHORTENED = re.compile(r"\b(ca|wo|sha|need)n['’]t\b", re.IGNORECASE)
_WHOLE = {"ca": "can", "wo": "will", "sha": "shall", "need": "need to"}
_AFTER_VERB = re.compile(
    r"\s*(?:[.,;!]|$|\d|(?:the|a|an|by|to|in|on|at|from|with|for|of|its|his|her|their|all|every|as)\b)", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")


def make(claim: Sentence) -> Iterator[Variant]:
    """The claim with one negation more or less, where its grammar allows it."""
    made = negate(claim.text)
    if made and made != claim.text:
        yield Variant(made, "opposite", NAME)


def negate(text: str) -> str | None:
    """The text denied (or affirmed, where it denies), or None where no verb offers a place."""
    for pattern, kept in ((_DENIED, r"\1\2 "), (_DO_NOT, r"\1\2"), (_CONTRACTED, r"\1")):
        if pattern.search(text):
            return re.sub(r"\s{2,}", " ", pattern.sub(kept, text, count=1)).strip()
    shortened = _SHORTENED.search(text)
    if shortened:
        whole = _WHOLE[shortened[1].lower()]
        return (
            text[: shortened.start()]
            + (whole.capitalize() if shortened[1][0].isupper() else whole)
            + text[shortened.end() :]
        )
    match = _AUXILIARY.search(text)
    if match:
        first = match[0].split()[0]
        return text[: match.start() + len(first)] + " not" + text[match.start() + len(first) :]
    for word in _WORD.finditer(text):
        made = _with_do(word[0], text[word.end() :]) if word.start() else None
        if made:
            return text[: word.start()] + made + text[word.end() :]
    return None


def _with_do(word: str, rest: str) -> str | None:
    """`did not start` for `started`, where the word is a verb in the past or the third person.

    A form that may be a participle before a noun (`the increased price`) counts only before something else.
    """
    forms = base_forms(word.lower())
    if not word.islower() or word.endswith("ing") or part_of_speech(word) != "v":
        return None
    if any(pos != "v" for pos, _ in forms) and not _AFTER_VERB.match(rest):
        return None
    base = next((base for pos, base in forms if pos == "v" and base != word), None)
    if base is None:
        return None
    return f"does not {base}" if word.endswith("s") else f"did not {base}"
