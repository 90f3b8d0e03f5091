"""Fewer looks of the garbage collector at what stays, while cases flow."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG = 10_000
"""Objects more than before after which the young ones are looked at; Python's own 700 is a handful of calls."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """For the time of a stream of cases, what is there already (modules, indexes, tests) is left out of collections.

    A case makes a few thousand objects and hardly a cycle, and a full collection passes over everything that was ever
    imported: about a tenth of the processor time of a case. Where the caller has settings of its own, they are kept.
    """
    before = gc.get_threshold()
    if not gc.isenabled() or before[0] >= _YOUNG or before[0] == 0:
        yield
        return
    gc.freeze()
    gc.set_threshold(_YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
