"""A campaign on the terminal: one table for each system, one for the repairs, and what to open or run next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ragtester.metamorphic import REPAIRS
from ragtester.runner.campaigns.alone import CampaignResult


def campaign_lines(result: CampaignResult, *, width: int = 110) -> Iterator[str]:
    """The lines that a command prints."""
    summary = result.summary
    found: Mapping[str, Any] = summary.get("metamorphic") or summary
    for system in found["systems"]:
        yield ""
        yield from _system(system, width)
    if result.exit_code != 130 and not any(system["instances"] for system in found["systems"]):
        yield "no test qualified as a base instance; the reasons are above: use a larger suite or another system"
    yield from _oracle(found)
    if "strategies" in summary:
        yield ""
        yield from _repairs(summary)
    yield ""
    totals = found["totals"]
    yield (
        f"{totals['mutants']} mutants: {totals['violated']} violated, {totals['held']} held, "
        f"{totals['unmeasured']} unmeasured in {summary['seconds']:.1f} s"
    )
    for shortfall in [*result.failed, *result.unmeasured]:
        yield f"threshold: {shortfall}"
    if totals["unmeasured"]:
        yield "try the unmeasured ones again: the same command with --retry-errors"
    if result.exit_code == 130:
        yield "interrupted; the same command continues where it stopped"
    yield f"report: {result.page}"


def _system(system: Mapping[str, Any], width: int) -> Iterator[str]:
    dropped = ", ".join(f"{number} {reason.replace('_', ' ')}" for reason, number in system["dropped"].items())
    yield (
        f"{system['id']}: {system['instances']} base {'instance' if system['instances'] == 1 else 'instances'}"
        + (f" (dropped: {dropped})" if dropped else "")[:width]
    )
    if not system["operators"]:
        return
    by_operator: dict[str, dict[str, Mapping[str, Any]]] = {}
    for row in system["operators"]:
        by_operator.setdefault(row["operator"], {})[row["scope"]] = row
    yield f"  {'operator':<10}{'pre-chunk':>22}{'post-chunk':>22}"
    for name, scopes in by_operator.items():
        yield f"  {name:<10}{_cell(scopes.get('pre')):>22}{_cell(scopes.get('post')):>22}"


def _cell(row: Mapping[str, Any] | None) -> str:
    if row is None:
        return "-"
    measured = row["mutants"] - row["unmeasured"]
    if row["rate"] is None:
        return f"{row['unmeasured']} unmeasured" if row["unmeasured"] else "not applicable"
    share = f"{100 * row['rate']:.1f} %  {row['violated']}/{measured}"
    return share + (f" +{row['unmeasured']}?" if row["unmeasured"] else "")


def _oracle(found: Mapping[str, Any]) -> Iterator[str]:
    oracle = found["oracle"]
    if oracle["f1"] is None:
        return
    yield ""
    known = oracle.get("truth") != "references"
    against = (
        "ledger truth" if known else "the suite's references as the built-in judge reads them (there is no ledger)"
    )
    yield (
        f"oracle against {against}: precision {oracle['precision']:.3f}, recall {oracle['recall']:.3f}, "
        f"F1 {oracle['f1']:.3f} over {oracle['true_violations']} true violations"
    )
    scored = [row for row in found["snapshot_metrics"] if row["f1"] is not None]
    if scored:
        best = max(scored, key=lambda row: row["f1"])
        yield f"best snapshot metric: {best['metric'].replace('_', ' ')} at threshold {best['threshold']:g}, F1 {best['f1']:.3f}"


def _repairs(summary: Mapping[str, Any]) -> Iterator[str]:
    yield f"{'repair':<20}{'pre-chunk':>16}{'post-chunk':>16}{'both':>16}"
    by_name: dict[str, dict[str | None, Mapping[str, Any]]] = {}
    for row in summary["totals"]:
        if row["dataset"] is None:
            by_name.setdefault(row["strategy"], {})[row["scope"]] = row
    for name, scopes in by_name.items():
        title = REPAIRS[name].title if name in REPAIRS else name
        cells = [scopes.get(scope) for scope in ("pre", "post", None)]
        yield f"{title:<20}" + "".join(f"{_share(cell):>16}" for cell in cells)


def _share(row: Mapping[str, Any] | None) -> str:
    return "-" if row is None else f"{row['repaired']}/{row['applicable']}"
