"""The abstention rule of a prompt: the sentence that tells a generator what to do when it cannot know."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ragtester.records import Message
from ragtester.text import split_sentences

_SOURCE = r"(?:passages?|context|documents?|sources?|texts?|excerpts?|information|material|above)"
_RULES = (
    rf"\b(?:if|when|where|unless)\b[^.]*\b(?:{_SOURCE}|they|it|you|answer)\b[^.]*"
    r"\b(?:not|n't|cannot|unable|lacks?|missing|without|no|unless|insufficient)\b",
    rf"\b(?:if|when|where)\b[^.]*\b(?:nothing|none)\b[^.]*\b{_SOURCE}",
    r"\bunless\b[^.]*\b(?:hold|say|state|contain|give|support)",
    r"\b(?:reply|answer|say|respond|write)\b[^.]*\b(?:i (?:cannot|can't|do not|don't) (?:answer|know)|not know|unknown|no answer)",
    r"\b(?:say so|abstain|admit)\b",
    r"\bnever (?:guess|make (?:up|anything up)|invent)\b|\bdo not (?:guess|invent|make up)\b",
)
_RULE = re.compile("|".join(f"(?:{pattern})" for pattern in _RULES), re.IGNORECASE)


def abstention_rules(text: str) -> list[str]:
    """The sentences of an instruction that tell when not to answer, as they stand in it."""
    found: list[str] = []
    for line in text.splitlines():
        joined = _rejoined(piece.text for piece in split_sentences(line))
        found += [sentence for sentence in joined if _RULE.search(sentence)]
    return found


def has_abstention_rule(messages: Iterable[Message], passages: Iterable[str] = ()) -> bool:
    """Whether the messages, what stands in the passages apart, tell the generator when not to answer."""
    texts = [message.content for message in messages]
    for passage in passages:
        texts = [text.replace(passage, "") for text in texts]
    return any(abstention_rules(text) for text in texts)


def _rejoined(sentences: Iterable[str]) -> list[str]:
    """A sentence that ends in a colon goes on: "reply exactly: I cannot answer this." is one rule."""
    found: list[str] = []
    for sentence in sentences:
        if found and found[-1].rstrip().endswith(":"):
            found[-1] += " " + sentence
        else:
            found.append(sentence)
    return found
