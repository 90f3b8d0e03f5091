"""Pages that are kept for as long as what they show has not changed, so that many readers of one page cost one."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

_MOST_BYTES = 24_000_000


class Kept:
    """Texts by key, each with the state that it was made from; the least recently used go first."""

    def __init__(self, *, most_bytes: int = _MOST_BYTES) -> None:
        self._most = most_bytes
        self._texts: OrderedDict[Hashable, tuple[Hashable, str]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()
        self._making = [threading.Lock() for _ in range(64)]

    def get(self, key: Hashable, state: Hashable, make: Callable[[], str]) -> str:
        """The text of a key at a state; made once, however many ask for it at the same time."""
        found = self._find(key, state)
        if found is not None:
            return found
        with self._making[hash(key) % len(self._making)]:
            found = self._find(key, state)
            if found is None:
                found = make()
                self._put(key, state, found)
        return found

    def _find(self, key: Hashable, state: Hashable) -> str | None:
        with self._lock:
            known = self._texts.get(key)
            if known is None or known[0] != state:
                return None
            self._texts.move_to_end(key)
            return known[1]

    def _put(self, key: Hashable, state: Hashable, text: str) -> None:
        with self._lock:
            old = self._texts.pop(key, None)
            self._bytes += len(text) - (len(old[1]) if old else 0)
            self._texts[key] = (state, text)
            while self._bytes > self._most and self._texts:
                _, (_, gone) = self._texts.popitem(last=False)
                self._bytes -= len(gone)
