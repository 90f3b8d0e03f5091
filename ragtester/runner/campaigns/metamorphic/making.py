"""The mutants of every base instance; made once and stored, because a resumed campaign needs the same ones."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ragtester.errors import MeasurementError
from ragtester.metamorphic import (
    BASE_SETTINGS,
    Choice,
    Skipped,
    Target,
    borrowed_counterfactuals,
    choose,
    combined_mutants,
    evidence_documents,
    mutate,
    not_applicable_outcome,
    settings_of,
    write_counterfactual,
)
from ragtester.records import Corpus, Fact, JsonValue, Mutant, RelationOutcome, Test, content_key, text_hash
from ragtester.runner.campaigns.metamorphic.indexes import Place
from ragtester.runner.campaigns.metamorphic.instances import Instance
from ragtester.runner.campaigns.metamorphic.subjects import Subject, campaign_config, swaps
from ragtester.runner.progress import shown
from ragtester.runner.session import Session
from ragtester.store import Payload
from ragtester.version import __version__


@dataclass(frozen=True, slots=True)
class Work:
    """One mutant to be run on one system."""

    subject: Subject
    instance: Instance
    mutant: Mutant
    place: Place | None = None
    """Where a pre-chunk mutant is searched; None after retrieval and for external systems."""
    k: int = 1


@dataclass(frozen=True, slots=True)
class Made:
    """The mutants of one system, and those that cannot be made."""

    works: tuple[Work, ...]
    skipped: tuple[Skipped, ...]


def choices_of(session: Session) -> tuple[Choice, ...]:
    """The operators in the scopes that the configuration names."""
    config = campaign_config(session.loaded.config)
    parameters: dict[str, Mapping[str, JsonValue]] = dict(config.parameters)
    parameters["EM"] = {"swaps": swaps(session.loaded.config), **parameters.get("EM", {})}
    return choose(config.operators, scopes_wanted=config.scopes, parameters=parameters)


@dataclass(frozen=True)
class Making:
    """What the mutants of a campaign are made from."""

    session: Session
    corpus: Corpus
    choices: Sequence[Choice]
    """Operators in their scopes."""
    passages: Mapping[str, str]
    """Counterfactual passages that a model wrote, by test."""

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """The ledger's facts by id."""
        return {fact.id: fact for fact in self.corpus.facts}

    def mutants(self, subject: Subject, instances: Sequence[Instance]) -> Made:
        """All mutants of a system's base instances, in the order of the instances and operators."""
        works: list[Work] = []
        skipped: list[Skipped] = []
        for instance in instances:
            possible, refused = _possible(subject, self.choices, instance.test)
            own, left_out = self._of(subject, instance, possible)
            works += [work_of(subject, instance, mutant) for mutant in own]
            skipped += [*refused, *left_out]
        return Made(tuple(works), tuple(skipped))

    def stored(self, subject: Subject, instance: Instance) -> list[Mutant] | None:
        """An instance's mutants as an earlier campaign made them; None where there was none."""
        key = self._key(subject, instance, _possible(subject, self.choices, instance.test)[0])
        stored = self.session.store.results([key]).get(key)
        return None if stored is None else _read(stored)[0]

    def arms(self, subject: Subject, test: Test) -> int:
        """Operators in their scopes that a system can take part in."""
        return len(_possible(subject, self.choices, test)[0])

    def _of(
        self, subject: Subject, instance: Instance, choices: Sequence[Choice]
    ) -> tuple[list[Mutant], list[Skipped]]:
        key = self._key(subject, instance, choices)
        stored = self.session.store.results([key]).get(key)
        if stored is not None:
            found, left_out = _read(stored)
            self.session.log.reused("mutate", len(found))
            return found, left_out
        made, left_out = mutate(
            Target(instance.test, self.facts, self.passages.get(instance.test.id)),
            choices,
            documents=self.corpus.documents,
            context=instance.base.context,
            settings=subject.settings or BASE_SETTINGS,
            seed=self.session.loaded.config.seed,
        )
        if campaign_config(self.session.loaded.config).order == 2:
            made = [*made, *combined_mutants(made)]
        self.session.log.done("mutate", len(made))
        self.session.store.put_results("mutate", {key: _written(made, left_out)})
        return made, left_out

    def _key(self, subject: Subject, instance: Instance, choices: Sequence[Choice]) -> str:
        test, context, config = instance.test, instance.base.context, self.session.loaded.config
        return content_key(
            "mutants",
            version=__version__,
            test=test.model_dump(mode="json"),
            facts=[self.facts[name].model_dump(mode="json") for name in test.facts if name in self.facts],
            passage=self.passages.get(test.id),
            choices=[[c.operator.name, c.operator.version, c.scope, dict(c.parameters)] for c in choices],
            documents=[[d.id, d.sha256 or text_hash(d.text)] for d in evidence_documents(test, self.corpus.documents)],
            context=None if context is None else [[p.chunk, text_hash(p.text)] for p in context],
            settings=repr(subject.settings),
            seed=config.seed,
            order=campaign_config(config).order,
        )


def work_of(subject: Subject, instance: Instance, mutant: Mutant) -> Work:
    """A mutant with the index that it is searched in."""
    if mutant.scope == "post" or subject.settings is None:
        return Work(subject, instance, mutant)
    settings = settings_of(mutant, subject.settings)
    return Work(subject, instance, mutant, Place.of(settings, mutant.edits), settings.top_k)


async def with_counterfactuals(
    session: Session, tests: Sequence[Test], *, chosen: Collection[str]
) -> tuple[list[Test], dict[str, str]]:
    """The tests with a counterfactual where their suite has none, and the passages that a model wrote for them.

    A model writes them where the configuration names an author; what it cannot write, and everything
    without an author, is borrowed from another test of the same kind.

    Args:
        session: with the author.
        tests: the suite.
        chosen: ids of the base instances; a model writes for no other test.
    """
    author = campaign_config(session.loaded.config).author
    written: dict[str, str] = {}
    values: dict[str, str] = {}
    if author is not None:
        model = session.components.model(author, what="author", kind="mutate")
        wanted = [t for t in tests if t.id in chosen and t.kind == "positive" and not t.counterfactuals]
        with shown(session.progress, "counterfactuals", len(wanted)) as bar:
            source = iter(wanted)

            async def write() -> None:
                for test in source:
                    if session.stop.asked:
                        return
                    with contextlib.suppress(MeasurementError):
                        made = await write_counterfactual(model, test, prompts=session.components.prompts)
                        written[test.id], values[test.id] = made.passage, made.value
                    bar.advance()

            size = min(len(wanted), 2 * session.components.window(author) + 2)
            await session.stop.until_done([asyncio.create_task(write()) for _ in range(size)])
        if len(written) < len(wanted) and not session.stop.asked:
            session.report(
                f"{author} wrote no counterfactual for {len(wanted) - len(written)} of {len(wanted)} tests: theirs are "
                "the answers of other tests; the same command asks again"
            )
    values = borrowed_counterfactuals(tests, seed=session.loaded.config.seed) | values
    changed = [
        test.model_copy(update={"counterfactuals": (values[test.id],)}) if test.id in values else test for test in tests
    ]
    return changed, written


def _possible(subject: Subject, choices: Sequence[Choice], test: Test) -> tuple[list[Choice], list[Skipped]]:
    """What an external system can take part in: documents that it ingests, passages that it answers from."""
    if subject.settings is not None:
        return list(choices), []
    can = subject.system.capabilities
    possible: list[Choice] = []
    refused: list[Skipped] = []
    for choice in choices:
        reason = ""
        if choice.scope == "post" and "generate" not in can:
            reason = "the system does not answer from given passages"
        elif choice.scope == "pre" and choice.operator.reach == "index":
            reason = "the settings of an external system are its own"
        elif choice.scope == "pre" and "ingest" not in can:
            reason = "the system takes no document changes"
        if reason:
            refused.append(Skipped(test.id, choice.operator.name, choice.scope, reason))
        else:
            possible.append(choice)
    return possible, refused


def _written(mutants: Sequence[Mutant], skipped: Sequence[Skipped]) -> Payload:
    return {
        "mutants": [mutant.model_dump(mode="json") for mutant in mutants],
        "skipped": [[s.test, s.operator, s.scope, s.reason] for s in skipped],
    }


def _read(payload: Payload) -> tuple[list[Mutant], list[Skipped]]:
    mutants, skipped = payload["mutants"], payload["skipped"]
    return (
        [Mutant.model_validate(mutant) for mutant in mutants],  # type: ignore[union-attr]
        [Skipped(*entry) for entry in skipped],  # type: ignore[union-attr,misc]
    )


def skipped_outcomes(made: Made, subject: Subject) -> list[RelationOutcome]:
    """What cannot be made, as outcomes that count against nothing."""
    return [not_applicable_outcome(skipped, system=subject.id) for skipped in made.skipped]
