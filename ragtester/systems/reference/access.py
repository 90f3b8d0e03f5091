"""Who may see which chunk, and from when to when it holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
import numpy.typing as npt

from ragtester.records import Chunk, Question


def allowed(question: Question, chunks: Sequence[Chunk]) -> npt.NDArray[np.bool_] | None:
    """A mask over `chunks` of what the question's asker may see then; None where that is everything.

    A chunk of a tenant is for that tenant alone; one with roles is for those roles. Where the question
    has a time, a chunk is seen from its first effective day until the day before its last.
    """
    if not any(chunk.tenant or chunk.roles or chunk.effective_from or chunk.effective_to for chunk in chunks):
        return None
    day = question.as_of.date() if question.as_of else None
    return np.fromiter((_sees(question, chunk, day) for chunk in chunks), dtype=np.bool_, count=len(chunks))


def _sees(question: Question, chunk: Chunk, day: date | None) -> bool:
    if chunk.tenant is not None and chunk.tenant != question.tenant:
        return False
    if chunk.roles and question.role not in chunk.roles:
        return False
    if day is None:
        return True
    begun = chunk.effective_from is None or chunk.effective_from <= day
    over = chunk.effective_to is not None and chunk.effective_to <= day
    return begun and not over
