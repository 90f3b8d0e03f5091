"""Filling the gaps of a campaign: stored outcomes are taken, the rest flows through one pool per endpoint."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ragtester.records import RelationOutcome, content_key, text_hash
from ragtester.runner.campaigns.metamorphic.indexes import Indexes, Place
from ragtester.runner.campaigns.metamorphic.making import Work
from ragtester.runner.campaigns.metamorphic.relating import Relater
from ragtester.runner.progress import Bar, Progress
from ragtester.runner.session import Session
from ragtester.store import Payload, Store

_CONTEXTS = ("base_context", "mutant_context")


class Outcomes:
    """Outcomes by content key, in the store or made now."""

    def __init__(self, session: Session, relater: Relater) -> None:
        self._session = session
        self._relater = relater

    async def run(self, works: Sequence[Work], *, bar: Bar) -> list[RelationOutcome | None]:
        """The outcomes in the order of the works; None where the run was stopped before."""
        found: list[RelationOutcome | None] = [None] * len(works)

        def deliver(position: int, outcome: RelationOutcome) -> None:
            found[position] = self._relater.with_truth(works[position], outcome)
            bar.advance()

        missing = self._take_stored(works, deliver)
        if self._session.stop.asked:
            return found
        await _prepare([works[position] for position, _ in missing], self._session.progress)
        pools: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for position, key in missing:
            pools[works[position].subject.cell.pool].append((position, key))
        workers: list[asyncio.Task[None]] = []
        for items in pools.values():
            # Index by index, so that a mutated index is made once and can be let go.
            items.sort(key=lambda item: (repr(works[item[0]].place), item[0]))
            source = iter(items)
            size = min(len(items), max(works[position].subject.cell.workers for position, _ in items))
            workers.extend(asyncio.create_task(self._work(works, source, deliver)) for _ in range(size))
        await self._session.stop.until_done(workers)
        return found

    async def one(self, work: Work) -> RelationOutcome:
        """The outcome of one mutant, stored or made now."""
        key = self._relater.key(work)
        stored = self._session.store.results([key])
        if key in stored:
            return _read(self._session.store, stored, [key])[key](work)
        outcome, final = await self._relater.outcome(work)
        self._keep(key, outcome, final)
        return outcome

    def originals(self, work: Work) -> dict[str, str]:
        """The texts that a mutant changes, before the change, by id."""
        return self._relater.originals(work)

    def _take_stored(
        self, works: Sequence[Work], deliver: Callable[[int, RelationOutcome], None]
    ) -> list[tuple[int, str]]:
        store = self._session.store
        keys = [self._relater.key(work) for work in works]
        stored = store.results(keys)
        attempts = (
            {}
            if self._session.options.retry_errors
            else store.results(content_key("attempt", row=key) for key in keys if key not in stored)
        )
        readers = _read(store, stored, keys)
        missing: list[tuple[int, str]] = []
        for position, key in enumerate(keys):
            attempt = attempts.get(content_key("attempt", row=key))
            if key in readers:
                self._session.log.reused("relate")
                deliver(position, readers[key](works[position]))
            elif attempt is not None:
                self._session.log.failed("relate")
                deliver(position, RelationOutcome.model_validate(attempt["outcome"]))
            else:
                missing.append((position, key))
        return missing

    async def _work(
        self,
        works: Sequence[Work],
        source: Iterator[tuple[int, str]],
        deliver: Callable[[int, RelationOutcome], None],
    ) -> None:
        for position, key in source:
            if self._session.stop.asked:
                return
            outcome, final = await self._relater.outcome(works[position])
            if not final and self._session.stop.is_asked():
                return  # cut off by the stop, so not an attempt of its own
            self._keep(key, outcome, final)
            deliver(position, outcome)
            await asyncio.sleep(0)  # a reader never waits: the other pools get their turn

    def _keep(self, key: str, outcome: RelationOutcome, final: bool) -> None:
        store, log = self._session.store, self._session.log
        if final:
            texts = {text_hash(text): text for name in _CONTEXTS for text in getattr(outcome, name)}
            store.put_passages(texts)
            store.put_results("relate", {key: _written(outcome)})
            log.done("relate")
            return
        if outcome.reason != "budget":
            store.put_results(
                "attempt", {content_key("attempt", row=key): {"outcome": outcome.model_dump(mode="json")}}
            )
        log.failed("relate")


async def _prepare(works: Sequence[Work], progress: Progress) -> None:
    """The new chunks of all mutants in one pass for each embedder."""
    by_indexes: dict[int, tuple[Indexes, list[Place], dict[str, None]]] = {}
    for work in works:
        indexes = work.subject.indexes
        if indexes is None or work.place is None:
            continue
        _, places, queries = by_indexes.setdefault(id(indexes), (indexes, [], {}))
        places.append(work.place)
        queries[work.instance.test.query] = None
    for indexes, places, queries in by_indexes.values():
        await indexes.prepare(places, list(queries), progress=progress)


def _written(outcome: RelationOutcome) -> Payload:
    payload: Payload = outcome.model_dump(mode="json", exclude={"truth", *_CONTEXTS})
    for name in _CONTEXTS:
        payload[name] = [text_hash(text) for text in getattr(outcome, name)]
    return payload


def _read(
    store: Store, stored: Mapping[str, Mapping[str, Any]], keys: Sequence[str]
) -> dict[str, Callable[[Work], RelationOutcome]]:
    """For each stored key what makes its outcome for a work: two systems of equal content share one."""
    texts = store.passages(h for payload in stored.values() for name in _CONTEXTS for h in payload[name])

    def reader(payload: Mapping[str, Any]) -> Callable[[Work], RelationOutcome]:
        def read(work: Work) -> RelationOutcome:
            contexts = {name: [texts[h] for h in payload[name]] for name in _CONTEXTS}
            own = {"system": work.subject.id, "mutant": work.mutant.id, "test": work.mutant.test}
            return RelationOutcome.model_validate({**payload, **contexts, **own})

        return read

    return {key: reader(stored[key]) for key in keys if key in stored}
