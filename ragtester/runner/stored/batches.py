"""Batches that were sent, remembered in the store: a run that was killed fetches them when it is started again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.records import content_key
from ragtester.store import Payload, Store, newest_results

KIND = "batch"
_MOST = 1000


class StoredBatches:
    """The open batches of one model.

    Args:
        store: where they are remembered.
        model: the model's version; another one's batches are not its own.
    """

    def __init__(self, store: Store, *, model: str) -> None:
        self._store = store
        self._model = model

    def open(self) -> Mapping[str, Sequence[str]]:
        """Input files with the ids of their requests."""
        listed = [str(payload["file"]) for payload in newest_results(self._store, KIND, limit=_MOST)]
        # Looked up by key, so that a fresh run does not find what was sent before it.
        known = self._store.results(self._key(file) for file in listed)
        return {
            str(payload["file"]): [str(name) for name in _listed(payload["requests"])] for payload in known.values()
        }

    def add(self, file: str, requests: Sequence[str]) -> None:
        """Remembers a file, on disk before anything follows."""
        payload: Payload = {"file": file, "requests": list(requests)}
        self._store.put_results(KIND, {self._key(file): payload})
        self._store.flush()

    def remove(self, file: str) -> None:
        """Forgets a file whose replies are stored."""
        self._store.forget([self._key(file)])

    def _key(self, file: str) -> str:
        return content_key(KIND, model=self._model, file=file)


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []
