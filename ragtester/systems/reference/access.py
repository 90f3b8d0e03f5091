"""Who may see which chunk, and from when to when it holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ragtester.records import Chunk, Question, begun


def allowed(question: Question, chunks: Sequence[Chunk]) -> npt.NDArray[np.bool_] | None:
    """A mask over `chunks` of what the question's asker may see then; None where that is everything.

    A chunk of a tenant is for that tenant alone; one with roles is for those roles. Where the question
    has a time, a chunk is seen from the moment at which it takes effect until just before its end; a day
    without a time begins at midnight of the question's time zone.
    """
    if not _restricted(chunks):
        return None
    return np.fromiter((_sees(question, chunk) for chunk in chunks), dtype=np.bool_, count=len(chunks))


_looked_at: list[tuple[Sequence[Chunk], int, bool]] = []
"""The chunks that were asked about last: every question of a run asks about the same ones."""


def _restricted(chunks: Sequence[Chunk]) -> bool:
    """Whether any chunk is not for everybody and always."""
    for known, length, answer in _looked_at:
        if known is chunks and length == len(chunks):
            return answer
    answer = any(chunk.tenant or chunk.roles or chunk.effective_from or chunk.effective_to for chunk in chunks)
    _looked_at[:] = [(chunks, len(chunks), answer)]
    return answer


def _sees(question: Question, chunk: Chunk) -> bool:
    if chunk.tenant is not None and chunk.tenant != question.tenant:
        return False
    if chunk.roles and question.role not in chunk.roles:
        return False
    at = question.as_of
    if at is None:
        return True
    if chunk.effective_from is not None and not begun(chunk.effective_from, at):
        return False
    return chunk.effective_to is None or not begun(chunk.effective_to, at)
