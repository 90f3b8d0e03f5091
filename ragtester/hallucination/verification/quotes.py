"""The sentence of the contexts that a model quotes, found by its words."""

from __future__ import annotations

from rapidfuzz.fuzz import partial_ratio

from ragtester.hallucination.grounding import Evidence
from ragtester.hallucination.verification.evidence import read_contexts

_CLOSE = 80.0
_SHORT = 8


def find_quote(quote: str, contexts: tuple[str, ...]) -> Evidence | None:
    """The passage that holds the quote or comes closest to it, or None where none is close."""
    bare = " ".join(quote.split()).lower()
    if len(bare) < _SHORT:
        return None
    best: tuple[float, Evidence] | None = None
    for passage in read_contexts(contexts).passages:
        text = " ".join(passage.text.split()).lower()
        closeness = 101.0 if bare in text else partial_ratio(bare, text) * min(1.0, len(text) / len(bare))
        if closeness >= _CLOSE and (best is None or closeness > best[0]):
            best = (closeness, Evidence(passage.context, passage.start, passage.end, passage.text))
    return best[1] if best else None
