"""How much of a metamorphic campaign is stored, and what is left: tests to be asked, and mutants without an outcome.

Base instances are looked for as the campaign looks for them. A case that has a row is what its row says; one that has none
will have to be asked, and qualifies as often as those of its system have so far.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ragtester.records import Corpus, Test, content_key
from ragtester.runner.campaigns.metamorphic.instances import Instance, candidates_of, next_block
from ragtester.runner.campaigns.metamorphic.making import (
    Making,
    choices_of,
    with_counterfactuals,
    work_of,
)
from ragtester.runner.campaigns.metamorphic.oracles import make_oracle
from ragtester.runner.campaigns.metamorphic.relating import Relater
from ragtester.runner.campaigns.metamorphic.subjects import Subject, make_subjects
from ragtester.runner.cells import Cell, question_of
from ragtester.runner.evaluate import Evaluator
from ragtester.runner.plan.imitation import Imitation
from ragtester.runner.session import Session
from ragtester.runner.traces import hydrate, referred
from ragtester.systems.reference import ReferenceSystem

QUALIFY = 0.5
"""Assumed share of the tests asked that become base instances; a weak model is asked more, a strong one fewer."""
_WEIGHT = 5.0
_COMPARED = 40
"""Questions by which systems are compared."""


@dataclass(slots=True)
class Left:
    """What is left to do for one system."""

    closed_book: int = 0
    """Cases to be asked without passages."""
    full: int = 0
    """Cases to be asked with them."""
    mutants: int = 0
    """Mutants without an outcome."""
    all_mutants: int = 0
    instances: int = 0
    distinct: float = 1.0
    """Share of its prompts that no other system with the same generator sends: often two find the same passages."""
    cut: bool = False
    """Whether a budget of mutants leaves some of them out."""


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """What is left, by system, and how many counterfactuals a model has yet to write."""

    systems: Mapping[str, Left]
    counterfactuals: int | None
    """None where it is not known yet which tests need one."""


async def campaign_progress(
    session: Session, corpus: Corpus, tests: Sequence[Test], *, evaluator: Evaluator
) -> CampaignProgress:
    """What is left of the campaign; nothing is asked and nothing stored.

    Args:
        session: whose models are imitated.
        corpus: the documents.
        tests: the suite.
        evaluator: of the run, which names the rows.
    """
    subjects = {subject.id: subject for subject in make_subjects(session, corpus)}
    lookups = {name: _Lookup(session, subject, tests, evaluator) for name, subject in subjects.items()}
    chosen = {name: lookup.kept() for name, lookup in lookups.items()}
    known = {name: lookup.instances(chosen[name]) for name, lookup in lookups.items()}
    names = {instance.test.id for own in known.values() for instance in own}
    author = session.loaded.config.metamorphic.author if session.loaded.config.metamorphic else None
    before = _counted(session, author)
    changed, passages = await with_counterfactuals(session, tests, chosen=names)
    missing = _counted(session, author) - before if names else None
    targeted = {test.id: test for test in changed}
    relater = Relater(session, corpus, make_oracle(session))
    making = Making(session, corpus, choices_of(session), passages)
    for name, subject in subjects.items():
        left = lookups[name].left
        arms = making.arms(subject, tests[0]) if tests else 0
        left.instances = len(chosen[name])
        own = [replace(instance, test=targeted[instance.test.id]) for instance in known[name]]
        left.mutants = left.all_mutants = arms * (len(chosen[name]) - len(own))
        for instance in own:
            mutants = making.stored(subject, instance)
            made = None if mutants is None else {relater.key(work_of(subject, instance, mutant)) for mutant in mutants}
            stored = len(session.store.results(made)) if made is not None else 0
            left.all_mutants += arms if made is None else len(made)
            left.mutants += arms if made is None else len(made) - stored
    await _share_prompts(list(subjects.values()), {name: lookup.left for name, lookup in lookups.items()}, tests)
    return CampaignProgress({name: lookup.left for name, lookup in lookups.items()}, missing)


async def _share_prompts(subjects: Sequence[Subject], left: Mapping[str, Left], tests: Sequence[Test]) -> None:
    """Says of each system how much of what it asks another one asks too."""
    seen: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    closed_book: dict[str, int] = defaultdict(int)
    sample = [test for test in tests if test.kind == "positive"][:_COMPARED]
    questions = {test.id: question_of(test) for test in sample}
    for subject in subjects:
        system, own = subject.cell.system, left[subject.id]
        if not isinstance(system, ReferenceSystem) or not questions:
            continue
        generator = system.stages.generator.name
        if subject.cell.knowledge is not None:
            await subject.cell.knowledge.prepare(list(questions.values()), k=subject.cell.depth)
        before, found = len(seen[generator]), 0
        for test in sample:
            texts = [passage.text for passage in (await system.retrieve(questions[test.id])).context or ()]
            if any(span.quote in text for span in test.evidence for text in texts):  # else it is no base instance
                seen[generator].add((test.id, *texts))
                found += 1
        own.distinct = (len(seen[generator]) - before) / found if found else 1.0
        asked = own.closed_book  # the same tests in the same order
        own.closed_book = max(0, asked - closed_book[generator])
        closed_book[generator] = max(closed_book[generator], asked)


def _counted(session: Session, author: str | None) -> int:
    made = (session.components.imitations or {}).get(("author", author or ""))
    return round(made.counted.calls) if isinstance(made, Imitation) else 0


@dataclass(slots=True)
class _Lookup:
    session: Session
    subject: Subject
    tests: Sequence[Test]
    evaluator: Evaluator
    left: Left = field(default_factory=Left)
    _answers: dict[str, str] = field(default_factory=dict)
    _guessed: dict[str, bool] = field(default_factory=dict)
    _seen: int = 0
    _good: int = 0
    _sum: float = 0.5

    def kept(self) -> list[Test]:
        """The base instances, as far as can be told."""
        candidates = candidates_of(self.session, self.tests)
        kept: list[Test] = []
        asked = 0
        while asked < len(candidates) and len(kept) < self.subject.wanted:
            block = next_block(candidates, asked, wanted=self.subject.wanted - len(kept))
            asked += len(block)
            kept += self._block(block)
        return kept[: self.subject.wanted]

    def instances(self, kept: Sequence[Test]) -> list[Instance]:
        """Those whose base answer is stored."""
        store = self.session.store
        keys = {test.id: self._answers[test.id] for test in kept if test.id in self._answers}
        stored = store.results(keys.values())
        texts = store.passages(key for payload in stored.values() for key in referred(payload))
        by_id = {test.id: test for test in kept}
        return [Instance(by_id[name], hydrate(stored[key], texts)) for name, key in keys.items() if key in stored]

    def _block(self, tests: Sequence[Test]) -> list[Test]:
        left = list(tests)
        first = 0
        for trials in dict.fromkeys((1, self.subject.trials)):
            if self.subject.closed_book is not None:
                missing, left = self._passing(self.subject.closed_book, left, range(first, trials), "failed")
                self.left.closed_book += missing
            missing, left = self._passing(self.subject.cell, left, range(first, trials), "passed")
            self.left.full += missing
            first = trials
        return left

    def _passing(self, cell: Cell, tests: Sequence[Test], samples: range, wanted: str) -> tuple[int, list[Test]]:
        """How many of the cases have no row, and the tests that go on."""
        rows = {(test.id, n): self.evaluator.row_key(cell, test, n) for test in tests for n in samples}
        store = self.session.store
        stored = store.results(rows.values())
        attempts = {key: content_key("attempt", row=key) for key in rows.values() if key not in stored}
        failed = {} if self.session.options.retry_errors else store.results(attempts.values())
        missing, going_on = 0, []
        for test in tests:
            keys = [rows[test.id, n] for n in samples]
            unknown = sum(key not in stored and attempts[key] not in failed for key in keys)
            missing += unknown
            seen = [stored[key] for key in keys if key in stored]
            good = all(row["status"] == wanted for row in seen) and len(seen) + unknown == len(keys)
            if cell is self.subject.cell and 0 in samples and seen and not unknown:
                self._answers[test.id] = str(seen[0]["answer_key"])
                self._seen, self._good = self._seen + 1, self._good + good
            if good and unknown and cell is self.subject.cell and test.id not in self._guessed:
                good = self._guessed[test.id] = self._draw()
            if good:
                going_on.append(test)
        return missing, going_on

    def _draw(self) -> bool:
        """Whether a test that was not asked yet qualifies; evenly, so that one pass gives what is expected."""
        self._sum += (_WEIGHT * QUALIFY + self._good) / (_WEIGHT + self._seen)
        if self._sum < 1:
            return False
        self._sum -= 1
        return True
