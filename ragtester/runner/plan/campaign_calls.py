"""About how many calls the metamorphic campaign of a configuration sends, by model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import comb

from ragtester.config import MetamorphicConfig
from ragtester.metamorphic import choose, trials_for
from ragtester.runner.plan.names import GENERATORS
from ragtester.runner.plan.systems import reference_specs
from ragtester.runner.session import Session

_TOKENS_PER_WORD = 1.4
_DISTINCT = 0.9
"""Share of the mutants whose prompt no other mutant of the test, nor its base instance, has sent: measured on `reader`."""
_QUALIFY = 0.5
"""Assumed share of the tests asked that become base instances; a weak model is asked more, a strong one fewer."""
_LEAST_ASKED = 8
_REDUCING = 5
"""Smaller mutants that are run for a violation: measured on `reader`."""
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


def campaign_calls(session: Session, tests: int) -> Iterator[Calls]:
    """Nothing where the configuration has no campaign; what is stored of an earlier one is not subtracted.

    Args:
        session: with the configuration.
        tests: how many tests there are.
    """
    config = session.loaded.config
    section = config.metamorphic
    if section is None:
        return
    arms = _arms(section)
    judge = section.judge or config.judge.model
    mutants = largest = systems = 0
    for generator, names in _systems(session, section).items():
        model = session.components.limited(generator) if generator not in GENERATORS else None
        trials = trials_for(model, trials=section.trials) if model else 1
        for name in names:
            instances = min(_instances(section, name), tests)
            asked = min(tests, max(_LEAST_ASKED, round(instances / _QUALIFY))) + (trials - 1) * instances
            own = arms * instances if section.budget is None else min(arms * instances, section.budget - mutants)
            mutants += own
            largest, systems = max(largest, instances), systems + 1
            passage = _QUESTION + int(section.chunk_words * section.top_k * _TOKENS_PER_WORD)
            if model is not None:
                yield Calls(generator, asked, _QUESTION, _ANSWER)
                reduced = _REDUCING * section.reduce if own == arms * instances else 0
                yield Calls(generator, asked + round(_DISTINCT * own) + reduced, passage, _ANSWER)
            if config.judge.model != "builtin":
                yield Calls(config.judge.model, 2 * asked, passage, _VERDICT)
    if judge != "builtin":
        verdicts = round(_verdicts(section) * mutants)
        yield Calls(judge, verdicts + min(_STABILITY, 5 * mutants), _ORACLE_PROMPT, _VERDICT)
        if section.snapshot_metrics:
            scored = round((_METRICS * _DISTINCT + _METRICS_BY_ANSWER * _ANSWERS) * mutants)
            yield Calls(judge, scored, _ORACLE_PROMPT, _VERDICT)
    if section.author is not None and config.suite.file is not None:  # a suite of our own has counterfactuals
        yield Calls(section.author, min(tests, round((_SHARED if systems > 1 else 1) * largest)), _QUESTION, _VERDICT)


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
