"""Clarity of an answer by its form alone."""

from __future__ import annotations

from collections import Counter

from ragtester.text import normalise, split_sentences, tokens


def clarity(answer: str, *, truncated: bool = False, torn: bool = False) -> tuple[float, tuple[str, ...]]:
    """The clarity of an answer, 1 to 5, and what took points off.

    Points off: repeated sentences (2 where they are half of it), cut off (1), sentences over 60 words (1), more
    than 250 words (1), mostly signs rather than words (3), two candidates without a decision (1).

    Args:
        answer: the answer's text.
        truncated: it was cut by the token limit.
        torn: it gives more than one candidate and does not decide.
    """
    flaws: list[tuple[float, str]] = []
    sentences = [normalise(sentence.text) for sentence in split_sentences(answer)]
    words = tokens(answer)
    repeated = sum(count - 1 for sentence, count in Counter(sentences).items() if len(sentence) > 15)
    if repeated:
        flaws.append((2.0 if repeated * 2 >= len(sentences) else 1.0, "repeats itself"))
    elif len(words) >= 20 and len(set(words)) < 0.3 * len(words):
        flaws.append((2.0, "repeats words"))
    if truncated:
        flaws.append((1.0, "cut off"))
    if words and len(words) / max(1, len(sentences)) > 60:
        flaws.append((1.0, "very long sentences"))
    if len(words) > 250:
        flaws.append((1.0, "very long"))
    if len(answer) > 20 and sum(map(str.isalnum, answer)) + sum(map(str.isspace, answer)) < 0.6 * len(answer):
        flaws.append((3.0, "more signs than words"))
    if torn:
        flaws.append((1.0, "of two minds"))
    return max(1.0, 5.0 - sum(points for points, _ in flaws)), tuple(name for _, name in flaws)
