"""Thresholds to an exit code: what failed for which system, and what is too little measured to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ragtester.config import ThresholdsConfig
from ragtester.records import DIMENSIONS, Record

ExitCode = Literal[0, 1, 2, 3, 130]


class Shortfall(Record):
    """One threshold that one system did not reach."""

    system: str
    measure: str
    value: float | None
    wanted: float

    def __str__(self) -> str:
        value = "not measured" if self.value is None else f"{self.value:.3f}"
        sign = "above" if self.measure in ("unmeasured", "violation_rate") else "below"
        return f"{self.system}: {self.measure} {value}, {sign} {self.wanted:g}"


def shortfalls(systems: Sequence[Mapping[str, Any]], thresholds: ThresholdsConfig) -> list[Shortfall]:
    """Every threshold that a system does not reach; they hold for every system of the matrix."""
    found: list[Shortfall] = []
    for system in systems:
        wanted: list[tuple[str, float | None, float | None]] = [
            ("pass_rate", system["pass_rate"], thresholds.pass_rate),
            ("abstention", system["negative"]["pass_rate"], thresholds.abstention),
            ("retrieval_recall", system["retrieval"]["recall"], thresholds.retrieval_recall),
            *[(name, system["dimensions"][name], getattr(thresholds, name)) for name in DIMENSIONS],
        ]
        for measure, value, least in wanted:
            # A value that could not be measured is the business of `max_unmeasured`, not a failure.
            if least is not None and value is not None and value < least:
                found.append(Shortfall(system=system["id"], measure=measure, value=value, wanted=least))
    return found


def unmeasured_shares(systems: Sequence[Mapping[str, Any]], thresholds: ThresholdsConfig) -> list[Shortfall]:
    """Systems of which more is unmeasured than allowed."""
    found: list[Shortfall] = []
    for system in systems:
        cases = system["cases"] - system["not_applicable"]
        share = system["unmeasured"] / cases if cases else 0.0
        if share > thresholds.max_unmeasured:
            found.append(
                Shortfall(system=system["id"], measure="unmeasured", value=share, wanted=thresholds.max_unmeasured)
            )
    return found


def exit_code(failed: Sequence[Shortfall], unmeasured: Sequence[Shortfall]) -> ExitCode:
    """3 outranks 1: a failed threshold on half-measured data is not yet a fact."""
    if unmeasured:
        return 3
    return 1 if failed else 0
