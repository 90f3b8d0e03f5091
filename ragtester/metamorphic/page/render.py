"""Puts a campaign's tables and cases into the page template."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from ragtester.metamorphic.operators import OPERATORS, operator, operator_names
from ragtester.metamorphic.page.figures import overlap_bars, rate_cells, repair_lines
from ragtester.metamorphic.repair.strategy import RepairStrategy
from ragtester.metamorphic.repair.table import RepairRow
from ragtester.metamorphic.tables.meta_evaluation import ORACLE, MetaRow
from ragtester.metamorphic.tables.report import CampaignReport
from ragtester.metamorphic.tables.violations import systems_of
from ragtester.records import JsonValue, RelationOutcome

if TYPE_CHECKING:
    from jinja2 import Environment

SHOWN_PER_KIND = 12
"""Held and not applicable cases shown for each operator, scope and system; violated and unmeasured ones all are."""


def campaign_page(
    report: CampaignReport,
    outcomes: Sequence[RelationOutcome],
    *,
    repairs: Sequence[RepairRow] = (),
    strategies: Iterable[RepairStrategy] = (),
    stages: Mapping[str, Mapping[str, int]] | None = None,
    smallest: Sequence[Mapping[str, JsonValue]] = (),
    budget: Mapping[str, JsonValue] | None = None,
    questions: Mapping[str, str] | None = None,
    shown: int = SHOWN_PER_KIND,
) -> str:
    """The page as HTML: tables, figures, and the cases behind them with filters; it needs no other file or host.

    Args:
        report: the tables.
        outcomes: the cases.
        repairs: rows of the repair table, where a repair study was made.
        strategies: the strategies of the study, for their descriptions.
        stages: violations by system and failing stage.
        smallest: reduced violations: system, operator, scope, edits_before, edits, trials, minimal, text.
        budget: what a budget found (`found`) of all `violations`, and an even order of the same size (`uniform`).
        questions: questions by test.
        shown: held cases shown for each operator, scope and system.
    """
    cases = _shown(outcomes, shown)
    return (
        _environment()
        .get_template("campaign.html")
        .render(
            report=report,
            systems=systems_of(outcomes),
            cells=rate_cells(report),
            bars=overlap_bars(report.regions),
            operators=[
                _operator(name, outcomes, questions or {})
                for name in operator_names()
                if any(o.operator == name for o in outcomes)
            ],
            meta=[row for row in report.meta if row.relation == "all"],
            by_relation=_by_relation(report),
            names=list(dict.fromkeys(row.operator for row in report.violations)),
            repairs=repair_lines(repairs),
            scopes=[scope for scope in ("pre", "post") if any(row.scope == scope for row in repairs)],
            by_operator=repair_lines(repairs, by="operator"),
            by_dataset=repair_lines(repairs, by="dataset") if len({row.dataset for row in repairs}) > 2 else [],
            strategies={strategy.name: strategy for strategy in strategies},
            stages=stages or {},
            smallest=smallest,
            budget=budget,
            totals=Counter(outcome.outcome for outcome in outcomes),
            total=len(outcomes),
            shown=len(cases),
            data=_script_safe([_case(outcome) for outcome in cases]),
            questions=_script_safe({o.test: (questions or {})[o.test] for o in cases if o.test in (questions or {})}),
        )
    )


def _by_relation(report: CampaignReport) -> list[MetaRow]:
    """For each relation the oracle, and the metric that does best there."""
    found: list[MetaRow] = []
    for relation in ("preserving", "altering"):
        own = [row for row in report.meta if row.relation == relation]
        others = [row for row in own if row.evaluator != ORACLE]
        found += [row for row in own if row.evaluator == ORACLE]
        found += [max(others, key=lambda row: row.f1 or 0.0)] if others else []
    return found


@lru_cache(maxsize=1)
def _environment() -> Environment:
    from jinja2 import DictLoader, Environment, StrictUndefined

    folder = files("ragtester.metamorphic.page")
    names = ("campaign.html", "campaign.css", "campaign.js")
    sources = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in names}
    environment = Environment(loader=DictLoader(sources), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters["percent"] = lambda value: "–" if value is None else f"{100 * value:.1f}"
    environment.filters["thousands"] = lambda value: "–" if value is None else f"{value:,}"
    environment.filters["decimals"] = lambda value: "–" if value is None else f"{value:.3f}"
    return environment


def _shown(outcomes: Sequence[RelationOutcome], limit: int) -> list[RelationOutcome]:
    seen: Counter[tuple[str, str, str, str]] = Counter()
    kept: list[RelationOutcome] = []
    for outcome in outcomes:
        key = (outcome.system, outcome.operator, outcome.scope, outcome.outcome)
        seen[key] += 1
        disputed = outcome.truth is not None and outcome.truth != outcome.outcome
        if outcome.outcome in ("violated", "unmeasured") or disputed or seen[key] <= limit:
            kept.append(outcome)
    return kept


def _operator(name: str, outcomes: Sequence[RelationOutcome], questions: Mapping[str, str]) -> dict[str, JsonValue]:
    own = [o for o in outcomes if o.operator == name and o.diff]
    example = next((o for o in own if o.outcome == "violated"), own[0] if own else None)
    found = OPERATORS.get(name) or operator(name)
    return {
        "name": name,
        "title": found.title,
        "description": found.description,
        "fault_class": found.fault_class,
        "diff": "\n".join(example.diff.splitlines()[:4]) if example else "",
        "question": questions.get(example.test, "") if example else "",
        "base": example.base_answer if example else "",
        "mutant": example.mutant_answer if example else "",
        "outcome": example.outcome if example else "",
    }


def _case(outcome: RelationOutcome) -> JsonValue:
    return outcome.model_dump(mode="json", exclude_none=True, exclude_defaults=True)


def _script_safe(value: object) -> str:
    """JSON that may stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
