"""About how many calls the metamorphic campaign of a configuration sends, by model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from math import comb

from ragtester.config import JudgeConfig, MetamorphicConfig
from ragtester.metamorphic import choose, trials_for
from ragtester.runner.plan.campaign_progress import QUALIFY, CampaignProgress, Left
from ragtester.runner.plan.names import GENERATORS
from ragtester.runner.plan.systems import reference_specs
from ragtester.runner.session import Session

_TOKENS_PER_WORD = 1.4
_DISTINCT = 0.95
"""Share of the mutants whose prompt no other mutant of the test, nor its base instance, has sent: .9 to 1 on readers."""
_LEAST_ASKED = 8
_REDUCING = 8
"""Smaller mutants that are run for a violation: 5 to 12 on readers."""
_METRICS, _METRICS_BY_ANSWER, _ANSWERS = 3, 2, 0.3
"""Calls of the snapshot metrics for each context, and for each answer; share of the mutants with an answer of their own."""
_SHARED = 1.3
"""Base instances of all systems by those of the largest: systems are asked the same tests in the same order."""
_QUESTION, _ANSWER, _VERDICT, _ORACLE_PROMPT, _STABILITY = 60, 60, 120, 1800, 500


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls of one model for one purpose, and the tokens of one call."""

    model: str
    calls: int
    prompt: int
    completion: int


def campaign_calls(
    session: Session, tests: int, *, progress: CampaignProgress | None = None, unsure: float = 1.0
) -> Iterator[Calls]:
    """Nothing where the configuration has no campaign.

    Args:
        session: with the configuration.
        tests: how many tests there are.
        progress: what is left of the campaign; None where there is no corpus yet, and so nothing stored.
        unsure: calls of the judge for one case, most of which its rules may be sure of.
    """
    config = session.loaded.config
    section = config.metamorphic
    if section is None:
        return
    judge = section.judge or _judge(config.judge)
    systems = _systems(session, section)
    left = _within(section, progress.systems if progress else _assumed(session, section, systems, tests))
    for generator, names in systems.items():
        for name in names:
            yield from _of_system(session, section, generator, left.get(name, Left()), unsure)
    for name in left.keys() - {name for names in systems.values() for name in names}:
        yield from _judged(session, section, left[name], unsure)  # an external system, which asks for itself
    if judge != "builtin":
        mutants = sum(one.distinct * one.mutants for one in left.values())
        begun = any(one.mutants for one in left.values())  # what follows is done once all mutants are run
        last = sum(one.all_mutants for one in left.values()) if begun else 0
        verdicts = round(_verdicts(section) * mutants)
        yield Calls(judge, verdicts + min(_STABILITY, 5 * last), _ORACLE_PROMPT, _VERDICT)
        if section.snapshot_metrics:
            answers = sum(one.distinct * one.all_mutants for one in left.values()) if begun else 0
            scored = round((_METRICS * _DISTINCT + _METRICS_BY_ANSWER * _ANSWERS) * answers)
            yield Calls(judge, scored, _ORACLE_PROMPT, _VERDICT)
    if section.author is not None and config.suite.file is not None:  # a suite of our own has counterfactuals
        most = max((one.instances for one in left.values()), default=0)
        wanted = min(tests, round((_SHARED if len(left) > 1 else 1) * most))
        known = progress.counterfactuals if progress else None
        yield Calls(section.author, wanted if known is None else known, _QUESTION, _VERDICT)


def _of_system(
    session: Session, section: MetamorphicConfig, generator: str, left: Left, unsure: float
) -> Iterator[Calls]:
    if generator not in GENERATORS:
        passage = _QUESTION + int(section.chunk_words * section.top_k * _TOKENS_PER_WORD)
        reduced = _REDUCING * section.reduce if left.mutants and not left.cut else 0
        yield Calls(generator, left.closed_book, _QUESTION, _ANSWER)
        sent = left.distinct * (left.full + _DISTINCT * left.mutants + reduced)
        yield Calls(generator, round(sent), passage, _ANSWER)
    yield from _judged(session, section, left, unsure)


def _judged(session: Session, section: MetamorphicConfig, left: Left, unsure: float) -> Iterator[Calls]:
    judge = session.loaded.config.judge.model
    if judge != "builtin":
        passage = _QUESTION + int(section.chunk_words * section.top_k * _TOKENS_PER_WORD)
        asked = left.distinct * (left.closed_book + left.full)
        yield Calls(judge, round(unsure * asked), passage, _VERDICT)


def _assumed(
    session: Session, section: MetamorphicConfig, systems: Mapping[str, Sequence[str]], tests: int
) -> dict[str, Left]:
    """Everything is left where nothing can be looked up."""
    found: dict[str, Left] = {}
    for generator, names in systems.items():
        model = session.components.limited(generator) if generator not in GENERATORS else None
        trials = trials_for(model, trials=section.trials) if model else 1
        for name in names:
            instances = min(_instances(section, name), tests)
            asked = min(tests, max(_LEAST_ASKED, round(instances / QUALIFY))) + (trials - 1) * instances
            own = _arms(section) * instances
            found[name] = Left(asked, asked, own, own, instances)
    return found


def _within(section: MetamorphicConfig, systems: Mapping[str, Left]) -> dict[str, Left]:
    """What a budget of mutants leaves; those that are stored are spent already."""
    if section.budget is None:
        return dict(systems)
    found: dict[str, Left] = {}
    budget = section.budget
    for name, left in systems.items():
        own = min(left.all_mutants, budget)
        budget -= own
        missing = max(0, own - (left.all_mutants - left.mutants))
        found[name] = replace(left, mutants=missing, all_mutants=own, cut=own < left.all_mutants)
    return found


def _judge(judge: JudgeConfig) -> str:
    return judge.models[0] if judge.models and judge.model == "builtin" else judge.model


def _arms(section: MetamorphicConfig) -> int:
    """Mutants of one base instance."""
    chosen = choose(section.operators, scopes_wanted=section.scopes)
    pairs = sum(comb(sum(choice.scope == scope for choice in chosen), 2) for scope in ("pre", "post"))
    return len(chosen) + (pairs if section.order == 2 else 0)


def _verdicts(section: MetamorphicConfig) -> float:
    """Calls of the oracle for one mutant: a change of the index leaves the texts, and preservation needs no call."""
    chosen = choose(section.operators, scopes_wanted=section.scopes)
    unchanged = sum(choice.scope == "pre" and choice.operator.reach == "index" for choice in chosen)
    return 2 - unchanged / len(chosen) if chosen else 2.0


def _systems(session: Session, section: MetamorphicConfig) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for spec, *_ in reference_specs(session.loaded.config):
        name = f"{spec.generator.replace('/', '-')}/{spec.embedder}/words-{section.chunk_words}/k{section.top_k}"
        given = session.options.filter_systems
        wanted = [section.systems or ["*"], [given] if given else ["*"]]
        if all(any(fnmatchcase(one, pattern) for one in (name, spec.id) for pattern in group) for group in wanted):
            own = found.setdefault(spec.generator, [])
            if name not in own:
                own.append(name)
    return found


def _instances(section: MetamorphicConfig, name: str) -> int:
    own = [limit for pattern, limit in section.instances_of.items() if fnmatchcase(name, pattern)]
    return own[-1] if own else section.instances
