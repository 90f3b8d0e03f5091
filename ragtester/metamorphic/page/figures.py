"""What the figures of the page are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ragtester.metamorphic.repair.table import RepairRow
from ragtester.metamorphic.tables.fault_overlap import Region
from ragtester.metamorphic.tables.report import CampaignReport
from ragtester.metamorphic.tables.violations import OverlapRow, ViolationRow, scope_averages
from ragtester.records import Scope


@dataclass(frozen=True, slots=True)
class RateLine:
    """One line of table 1: an operator on one system, both scopes and their overlap."""

    system: str
    operator: str
    pre: ViolationRow | None
    post: ViolationRow | None
    overlap: OverlapRow | None


@dataclass(frozen=True, slots=True)
class RateTable:
    """Table 1 of one system with its averages."""

    system: str
    lines: tuple[RateLine, ...]
    averages: dict[Scope, float | None]


@dataclass(frozen=True, slots=True)
class OverlapBar:
    """One bar of the overlap figure: a combination of evaluators and its faults."""

    found_by: tuple[str, ...]
    faults: int
    width: float
    """Percent of the widest bar."""


@dataclass(frozen=True, slots=True)
class RepairLine:
    """One line of table 4: a repair, and where it is looked at apart the operator or dataset of the faults."""

    strategy: str
    part: str
    cells: dict[Scope | None, RepairRow]


def repair_lines(rows: Sequence[RepairRow], *, by: Literal["operator", "dataset"] | None = None) -> list[RepairLine]:
    """Table 4 in all, or by operator or dataset: a line for each repair with its scopes beside each other."""
    lines: dict[tuple[str, str], RepairLine] = {}
    for row in rows:
        part = {"operator": row.operator, "dataset": row.dataset, None: ""}[by]
        other = (row.operator, row.dataset) if by is None else (row.dataset if by == "operator" else row.operator,)
        if part is None or any(name is not None for name in other):
            continue
        lines.setdefault((part, row.strategy), RepairLine(row.strategy, part, {})).cells[row.scope] = row
    order = list(dict.fromkeys(row.operator if by == "operator" else row.dataset for row in rows))
    return sorted(lines.values(), key=lambda line: order.index(line.part) if line.part in order else 0)


def rate_cells(report: CampaignReport) -> list[RateTable]:
    """Table 1 by system, operators in the report's order."""
    rows = {(row.system, row.operator, row.scope): row for row in report.violations}
    overlaps = {(row.system, row.operator): row for row in report.overlaps}
    tables: list[RateTable] = []
    for system in dict.fromkeys(row.system for row in report.violations):
        operators = dict.fromkeys(row.operator for row in report.violations if row.system == system)
        lines = tuple(
            RateLine(
                system=system,
                operator=name,
                pre=rows.get((system, name, "pre")),
                post=rows.get((system, name, "post")),
                overlap=overlaps.get((system, name)),
            )
            for name in operators
        )
        tables.append(RateTable(system, lines, scope_averages(report.violations, system)))
    return tables


def overlap_bars(regions: Sequence[Region]) -> list[OverlapBar]:
    """The regions as bars, the largest first; bars begin at zero."""
    widest = max((region.faults for region in regions), default=1)
    return [OverlapBar(region.found_by, region.faults, 100 * region.faults / widest) for region in regions]
