"""What `ground` is given, checked: one clear error instead of a wrong result."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.errors import UsageError


def check_answer(answer: object) -> str:
    """The answer.

    Raises:
        UsageError: it is not a text.
    """
    if not isinstance(answer, str):
        raise UsageError(f"answer is {_shown(answer)}; give a text")
    return answer


def check_question(question: object) -> str:
    """The question; None counts as empty.

    Raises:
        UsageError: it is not a text.
    """
    if question is None:
        return ""
    if not isinstance(question, str):
        raise UsageError(f"question is {_shown(question)}; give a text, which may be empty")
    return question


def check_contexts(contexts: object) -> tuple[str, ...]:
    """The contexts as a tuple of texts.

    Raises:
        UsageError: they are no list of texts (a single text is refused too: its letters are not contexts).
    """
    if isinstance(contexts, str) or not isinstance(contexts, Sequence):
        raise UsageError(f"contexts is {_shown(contexts)}; give a list of texts, such as [text]")
    for index, context in enumerate(contexts):
        if not isinstance(context, str):
            raise UsageError(f"contexts[{index}] is {_shown(context)}; give a text")
    return tuple(contexts)


def check_n(n: object) -> int:
    """The number of variants of each direction.

    Raises:
        UsageError: it is no whole number from 1 to 10.
    """
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= 10:
        raise UsageError(f"n is {_shown(n)}; give a whole number from 1 to 10")
    return n


def _shown(value: object) -> str:
    text = repr(value)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"
