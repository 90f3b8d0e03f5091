"""What a run would take: calls, tokens, cost and time by stage, before anything is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from ragtester.llm import cost
from ragtester.records import SystemSpec, Usage
from ragtester.runner.plan.campaign_calls import campaign_calls
from ragtester.runner.plan.counting import Basis, Counted, count_missing
from ragtester.runner.plan.names import GENERATORS
from ragtester.runner.plan.systems import matching, reference_specs
from ragtester.runner.session import Session
from ragtester.suite import read_suite

_CHARACTERS_PER_TOKEN = 4
_RUBRIC_TOKENS = 900
_COMPLETION = {"corpus": 420, "suite": 120, "matrix": 60, "judge": 220, "grounding": 120}
"""Tokens of a reply, by stage."""
_CALLS_PER_TEST = 3.0
"""Where nothing else is known: a test by a model is written and answered again from its evidence, and a third is rejected."""
_CALLS_PER_DOCUMENT = 12
"""At most, where nothing else is known: sections, each written and repaired once."""
_ASSUMED = (
    "{author} has not written tests in this database: how many of its questions are rejected is assumed; after a few tests "
    "(--limit does not help: suite: {{tests: 5}} does) an estimate goes by its own rates"
)
_AS_BEFORE = "how many questions are rejected is taken from what the author wrote before"
_CALL_SECONDS = 2.0
"""Assumed time of one call where nothing was measured yet."""
_CHUNK_CHARACTERS = 700


@dataclass(frozen=True)
class StageEstimate:
    """Calls of one model in one stage."""

    stage: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None
    seconds: float
    low: int | None = None
    """The likely range of the calls, where it depends on what a model will say."""
    high: int | None = None


@dataclass(frozen=True)
class Estimate:
    """All stages; a cost that is not known for one model is not known in all."""

    stages: tuple[StageEstimate, ...]
    tests: int
    systems: int
    cases: int
    basis: Basis = "bound"
    """How the calls were found."""
    notes: tuple[str, ...] = ()
    """What the figures rest on."""

    @property
    def calls(self) -> int:
        """Calls in all."""
        return sum(stage.calls for stage in self.stages)

    @property
    def cost_usd(self) -> float | None:
        """Cost in all; None where any price is unknown."""
        costs = [stage.cost_usd for stage in self.stages]
        return None if any(one is None for one in costs) else sum(one for one in costs if one is not None)

    def to_json(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "tests": self.tests,
            "systems": self.systems,
            "cases": self.cases,
            "calls": self.calls,
            "low": sum(stage.calls if stage.low is None else stage.low for stage in self.stages),
            "high": sum(stage.calls if stage.high is None else stage.high for stage in self.stages),
            "notes": list(self.notes),
            "basis": self.basis,
            "prompt_tokens": sum(stage.prompt_tokens for stage in self.stages),
            "completion_tokens": sum(stage.completion_tokens for stage in self.stages),
            "cost_usd": self.cost_usd,
            "seconds": sum(stage.seconds for stage in self.stages),
            "stages": [vars(stage) for stage in self.stages],
        }

    def to_text(self) -> str:
        """For people."""
        about = {"counted": "without faults", "sampled": "about", "assumed": "about", "bound": "at most"}[self.basis]
        lines = [f"{self.tests} tests x {self.systems} systems = {self.cases:,} cases, {about} {self.calls:,} calls"]
        for stage in self.stages:
            price = "unknown" if stage.cost_usd is None else f"{stage.cost_usd:.4f} USD"
            lines.append(
                f"  {stage.stage:<8} {stage.model:<28} {stage.calls:>8,} calls "
                f"{stage.prompt_tokens + stage.completion_tokens:>12,} tokens  {_clock(stage.seconds):>8}  {price}"
                + (
                    ""
                    if stage.low is None or stage.high is None
                    else f"  (likely {stage.low:,} to {stage.high:,} calls)"
                )
            )
        lines += self.notes
        total = self.cost_usd
        lines.append(f"cost: {'unknown (a price is missing)' if total is None else f'{total:.4f} USD'}")
        return "\n".join(lines)


def _clock(seconds: float) -> str:
    return (
        f"{seconds:.0f} s"
        if seconds < 120
        else f"{seconds / 60:.0f} min"
        if seconds < 7200
        else f"{seconds / 3600:.1f} h"
    )


def estimate(session: Session) -> Estimate:
    """The calls that a run would send from now on: what is stored is not sent again.

    Where corpus and suite are there, or need no model, prompts are made and counted. Before that, those of an
    imitated corpus and of the built-in author's tests are. Where even that cannot be, as many calls are
    assumed as there are cases.
    """
    config = session.loaded.config
    counted = _counted(session)
    tests = _tests(session) if counted is None else counted.tests
    specs = {spec.id: spec for spec, *_ in reference_specs(config)}
    names = matching([*specs, *(t.name for t in config.targets)], session.options.filter_systems, what="systems")
    samples = session.options.samples or config.matrix.samples
    cases = len(names) * tests * samples
    stages: list[StageEstimate] = []
    notes: list[str] = []
    if counted is None:
        stages += _bound(session, [specs[name] for name in names if name in specs], tests=tests, cases=cases)
    else:
        for (stage, model), found in counted.calls.items():
            if calls := round(found.calls):
                prompt = round(found.characters / found.calls / _CHARACTERS_PER_TOKEN)
                stages.append(_stage(session, stage, model, calls, prompt, _COMPLETION[stage]))
        stages = _ordered(stages)
        authoring = counted.authoring
        if authoring is not None and authoring.low < authoring.high:
            stages = [
                replace(one, low=authoring.low, high=authoring.high)
                if (one.stage, one.model) == ("suite", config.suite.author)
                else one
                for one in stages
            ]
            notes.append(_AS_BEFORE if authoring.known else _ASSUMED.format(author=config.suite.author))
    stages += [
        _stage(session, "metamorphic", one.model, one.calls, one.prompt, one.completion)
        for one in campaign_calls(
            session,
            tests,
            progress=counted.campaign if counted else None,
            unsure=counted.unsure if counted else 1.0,
        )
        if one.calls
    ]
    basis: Basis = "bound" if counted is None else counted.basis
    return Estimate(tuple(stages), tests, len(names), cases, basis, tuple(notes))


def _ordered(stages: list[StageEstimate]) -> list[StageEstimate]:
    return sorted(stages, key=lambda one: list(_COMPLETION).index(one.stage))


def _bound(session: Session, specs: Sequence[SystemSpec], *, tests: int, cases: int) -> list[StageEstimate]:
    """Before corpus and suite are there: at most as many calls as there are documents, tests and cases."""
    config = session.loaded.config
    samples = session.options.samples or config.matrix.samples
    stages: list[StageEstimate] = []
    if config.corpus.all_blueprints and config.corpus.author != "builtin":
        stages.append(
            _stage(
                session,
                "corpus",
                config.corpus.author,
                _CALLS_PER_DOCUMENT * config.corpus.documents,
                900,
                _COMPLETION["corpus"],
            )
        )
    if config.suite.file is None and config.suite.author != "builtin":
        stages.append(
            _stage(session, "suite", config.suite.author, round(_CALLS_PER_TEST * tests), 900, _COMPLETION["suite"])
        )
    by_generator: dict[str, list[int]] = {}
    for spec in specs:
        if spec.generator not in GENERATORS:
            by_generator.setdefault(spec.generator, []).append(spec.top_k)
    for generator, depths in by_generator.items():
        prompt = 120 + sum(depths) / len(depths) * _CHUNK_CHARACTERS / _CHARACTERS_PER_TOKEN
        calls = len(depths) * tests * samples
        stages.append(_stage(session, "matrix", generator, calls, int(prompt), _COMPLETION["matrix"]))
    for name in dict.fromkeys([config.judge.model, *config.judge.models]):
        if name != "builtin":
            votes = config.judge.repeats if session.components.limited(name).samples else 1
            stages.append(_stage(session, "judge", name, cases * votes, _RUBRIC_TOKENS, _COMPLETION["judge"]))
    return stages


def _counted(session: Session) -> Counted | None:
    """In a thread, since the caller may be in an event loop."""
    config = session.loaded.config
    there = config.suite.file is not None or (session.folder / "suite.jsonl").is_file()
    by_model = config.suite.author != "builtin" or config.suite.closed_book is not None
    by_model = by_model or (bool(config.corpus.all_blueprints) and config.corpus.author != "builtin")

    async def count() -> Counted | None:
        found = await count_missing(session) if there or not by_model else None
        # What stands in the folder may be of another configuration, or of other documents.
        return await count_missing(session, written=True) if found is None and by_model else found

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, count()).result()


def _tests(session: Session) -> int:
    suite = session.loaded.config.suite
    written = session.folder / "suite.jsonl"
    if suite.file is not None:
        found = len(read_suite(session.loaded.path(suite.file)))
    elif suite.tests is not None:
        found = suite.tests
    elif written.is_file():
        found = len(read_suite(written))
    else:
        corpus = session.loaded.config.corpus
        documents = corpus.documents if corpus.all_blueprints else 0
        found = (documents + len(corpus.files)) * (suite.tests_per_document or 12)
    return min(found, session.options.limit) if session.options.limit else found


def _stage(session: Session, stage: str, name: str, calls: int, prompt: int, completion: int) -> StageEstimate:
    usage = Usage(prompt_tokens=calls * prompt, completion_tokens=calls * completion)
    model = session.components.limited(name)
    each = session.store.reply_seconds(name) or _CALL_SECONDS
    seconds = calls * each / max(1, session.components.window(name))
    return StageEstimate(stage, name, calls, calls * prompt, calls * completion, cost(model, usage), seconds)
