"""The repair study: every strategy on every violated mutant that it is meant for, and the oracle asked again."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ragtester.errors import MeasurementError, RagtesterError
from ragtester.metamorphic import REPAIRS, RepairOutcome, RepairStrategy, repair_strategy
from ragtester.records import Corpus, Outcome, content_key
from ragtester.runner.campaigns.metamorphic import Campaign, Indexes, Place, Work
from ragtester.runner.campaigns.repair.applying import Repairer
from ragtester.runner.progress import Bar, shown
from ragtester.runner.session import Session
from ragtester.store import Payload

REPAIR_VERSION = "1"
"""Changes when a repair is applied otherwise."""


@dataclass(frozen=True, slots=True)
class _Trial:
    strategy: RepairStrategy
    work: Work
    key: str


async def repair_study(session: Session, corpus: Corpus, campaign: Campaign) -> list[RepairOutcome]:
    """Outcomes by strategy and fault; what is stored is taken as it is, what was stopped is left out."""
    strategies = chosen_strategies(session)
    faults = [
        work
        for work, outcome in zip(campaign.works, campaign.results, strict=True)
        if outcome is not None and outcome.outcome == "violated"
    ]
    study = _Study(session, corpus, campaign)
    with session.timed("metamorphic"):
        return await study.run(strategies, faults)


def chosen_strategies(session: Session) -> list[RepairStrategy]:
    """The strategies that the configuration names.

    Raises:
        UnknownNameError: there is none of that name.
    """
    names = session.loaded.config.repair.strategies if session.loaded.config.repair else ["all"]
    return list(REPAIRS.values()) if "all" in names else [repair_strategy(name) for name in dict.fromkeys(names)]


class _Study:
    def __init__(self, session: Session, corpus: Corpus, campaign: Campaign) -> None:
        self._session = session
        self._relater = campaign.relater
        self._repairer = Repairer(session, corpus.documents)
        self._dataset = ", ".join(session.loaded.config.corpus.all_blueprints) or session.loaded.config.name
        self._found: dict[int, RepairOutcome] = {}

    async def run(self, strategies: Sequence[RepairStrategy], faults: Sequence[Work]) -> list[RepairOutcome]:
        trials = [
            _Trial(strategy, work, self._key(strategy, work))
            for strategy in strategies
            for work in faults
            if not self._repairer.refuses(strategy, work)
        ]
        with shown(self._session.progress, "repairs", len(trials)) as bar:
            missing = self._take_stored(trials, bar)
            await self._prepare([trials[at] for at in missing])
            pools: dict[str, list[int]] = defaultdict(list)
            for at in missing:
                pools[trials[at].work.subject.cell.pool].append(at)
            workers: list[asyncio.Task[None]] = []
            for items in pools.values():
                items.sort(key=lambda at: (repr(self._repairer.place(trials[at].strategy, trials[at].work)), at))
                source = iter(items)
                size = min(len(items), max(trials[at].work.subject.cell.workers for at in items))
                workers += [asyncio.create_task(self._work(trials, source, bar)) for _ in range(size)]
            await self._session.stop.until_done(workers)
        return [self._found[at] for at in sorted(self._found)]

    def _key(self, strategy: RepairStrategy, work: Work) -> str:
        return content_key(
            "repair",
            version=REPAIR_VERSION,
            strategy=self._repairer.version(strategy),
            fault=self._relater.key(work),
        )

    def _take_stored(self, trials: Sequence[_Trial], bar: Bar) -> list[int]:
        store, log = self._session.store, self._session.log
        stored = store.results(trial.key for trial in trials)
        attempts = (
            {}
            if self._session.options.retry_errors
            else store.results(content_key("attempt", row=trial.key) for trial in trials if trial.key not in stored)
        )
        missing: list[int] = []
        for at, trial in enumerate(trials):
            known = stored.get(trial.key) or attempts.get(content_key("attempt", row=trial.key))
            if known is None:
                missing.append(at)
                continue
            (log.reused if trial.key in stored else log.failed)("relate")
            self._found[at] = self._outcome(trial, str(known["outcome"]), str(known["answer"]))  # type: ignore[arg-type]
            bar.advance()
        return missing

    async def _prepare(self, trials: Sequence[_Trial]) -> None:
        """The new chunks of all repaired mutants in one pass for each embedder."""
        by_indexes: dict[int, tuple[Indexes, list[Place], list[str]]] = {}
        for trial in trials:
            place = self._repairer.place(trial.strategy, trial.work)
            indexes = trial.work.subject.indexes
            if place is None or indexes is None:
                continue
            _, places, queries = by_indexes.setdefault(id(indexes), (indexes, [], []))
            places.append(place[0])
            queries.append(trial.work.instance.test.query)
        for indexes, places, queries in by_indexes.values():
            await indexes.prepare(places, queries, progress=self._session.progress)

    async def _work(self, trials: Sequence[_Trial], source: Iterator[int], bar: Bar) -> None:
        for at in source:
            if self._session.stop.asked:
                return
            outcome, reason = await self._tried(trials[at])
            if outcome.outcome == "unmeasured" and self._session.stop.is_asked():
                return
            payload: Payload = {"outcome": outcome.outcome, "answer": outcome.answer}
            if outcome.outcome != "unmeasured":
                self._session.store.put_results("relate", {trials[at].key: payload})
                self._session.log.done("relate")
            else:
                if reason != "budget":
                    self._session.store.put_results("attempt", {content_key("attempt", row=trials[at].key): payload})
                self._session.log.failed("relate")
            self._found[at] = outcome
            bar.advance()
            await asyncio.sleep(0)

    async def _tried(self, trial: _Trial) -> tuple[RepairOutcome, str]:
        try:
            answer = await self._repairer.answer(trial.strategy, trial.work)
            decided = await self._relater.decided(trial.work, answer)
        except MeasurementError as error:
            return self._outcome(trial, "unmeasured", str(error)), error.reason
        except RagtesterError:
            raise
        except Exception as error:  # noqa: BLE001  the worker boundary: a system's crash is its result
            return self._outcome(trial, "unmeasured", f"{type(error).__name__}: {error}"), "system_error"
        return self._outcome(trial, decided.outcome, answer.text), decided.reason or ""

    def _outcome(self, trial: _Trial, outcome: Outcome, answer: str) -> RepairOutcome:
        mutant = trial.work.mutant
        return RepairOutcome(
            strategy=trial.strategy.name,
            mutant=mutant.id,
            test=mutant.test,
            system=trial.work.subject.id,
            operator=mutant.operator,
            scope=mutant.scope,
            dataset=self._dataset,
            outcome=outcome,
            answer=answer,
        )
