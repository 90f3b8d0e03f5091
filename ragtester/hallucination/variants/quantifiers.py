"""A share or a comparison turned round: all and none, more and fewer, at least and at most."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragtester.hallucination.grounding import Variant
from ragtester.hallucination.variants.edit import replaced
from ragtester.hallucination.verification.terms import Sentence

NAME = "quantifier"

TURNED = {
    "all": "no", "every": "no", "each": "no", "always": "never", "never": "always", "everyone": "no one",
    "none of": "all of", "at least": "fewer than", "at most": "more than", "more than": "less than", "less than": "more than",
    "fewer than": "more than", "no more than": "more than", "no less than": "less than", "up to": "more than",
    "higher than": "lower than", "lower than": "higher than", "larger than": "smaller than", "smaller than": "larger than",
    "longer than": "shorter than", "shorter than": "longer than", "before": "after", "after": "before", "both": "neither of",
    "the first": "the last", "the highest": "the lowest", "the lowest": "the highest", "the largest": "the smallest",
    "earlier than": "later than", "later than": "earlier than", "older than": "younger than", "younger than": "older than",
}  # fmt: skip
_PATTERN = re.compile(
    r"\b(" + "|".join(sorted((re.escape(key) for key in TURNED), key=len, reverse=True)) + r")\b", re.IGNORECASE
)


def make(claim: Sentence) -> Iterator[Variant]:
    """Variants with one quantifier or comparison turned round."""
    for match in _PATTERN.finditer(claim.text):
        new = TURNED[match[0].lower()]
        new = new[:1].upper() + new[1:] if match[0][:1].isupper() else new
        yield replaced(claim.text, match.start(), match.end(), new, direction="opposite", operator=NAME)
