"""The gate's report as Markdown, for a pull request or a job summary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragtester.reports.gate.sections import averages, differences, failing, headline, signed, to_inspect

_SHOWN: Final = 50


def gate_markdown(report: Mapping[str, Any]) -> str:
    """The report as `gate --json` prints it, as Markdown."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"# Retrieval gate: {report['status']}"
    yield ""
    yield f"{_plain(headline(report))}."
    yield ""
    if report["error"]:
        yield f"> {_plain(report['error'])}"
        yield ""
    for failure in report["run_failures"]:
        yield f"- **{_plain(failure)}**"
    yield from _notes(report)
    listed = failing(report)
    if listed:
        yield f"## {len(listed)} failing {'query' if len(listed) == 1 else 'queries'}"
        yield ""
        yield "| query | change | failures | inspect next |"
        yield "|---|---|---|---|"
        for one in listed[:_SHOWN]:
            cells = (one["query_id"], one["change"].replace("_", " "), "; ".join(one["candidate"]["failures"]))
            yield f"| {' | '.join(map(_plain, cells))} | {'<br>'.join(map(_plain, to_inspect(one)))} |"
        if len(listed) > _SHOWN:
            yield ""
            yield f"and {len(listed) - _SHOWN} more in the JSON report."
        yield ""
    yield from _figures(report)
    if report["unjudged"]:
        yield f"## {len(report['unjudged'])} results without a label"
        yield ""
        yield "| query | chunk | document | seen in | rank |"
        yield "|---|---|---|---|---:|"
        for one in report["unjudged"][:_SHOWN]:
            found = (one["query_id"], one["chunk_id"], one["doc_id"], ", ".join(one["seen_in"]), str(one["rank"]))
            yield f"| {' | '.join(map(_plain, found))} |"


def _notes(report: Mapping[str, Any]) -> Iterator[str]:
    for note in report["notes"]:
        yield f"- note: {_plain(note)}"
    if report["newly_passing"]:
        yield f"- newly passing: {_plain(', '.join(report['newly_passing'][:_SHOWN]))}"
    if report["notes"] or report["newly_passing"] or report["run_failures"]:
        yield ""


def _figures(report: Mapping[str, Any]) -> Iterator[str]:
    measures, rows = averages(report)
    if rows:
        yield "## Averages"
        yield ""
        yield "Baseline → candidate, unweighted over the queries that have a value (their number)."
        yield ""
        yield f"| slice | {' | '.join(measures)} |"
        yield f"|---|{'---:|' * len(measures)}"
        for name, cells in rows:
            yield f"| {_plain(name)} | {' | '.join(cells)} |"
        yield ""
    tested = list(differences(report))
    if tested:
        yield "## Differences"
        yield ""
        yield "| slice | measure | difference | 95 % interval | p (Holm) | n | verdict |"
        yield "|---|---|---:|---|---:|---:|---|"
        for one in tested:
            low, high = one["interval"] or (None, None)
            yield (
                f"| {_plain(one['where'])} | {one['label']} | {signed(one['difference'])} | {signed(low)} to {signed(high)} "
                f"| {one['adjusted_p']:.3f} | {one['n']} | {one['message']} |"
            )
        yield ""


def _plain(text: str) -> str:
    """Text of others inside a table: no mark-up, no cell ends, no line ends."""
    for mark in ("\\", "|", "`", "*", "_", "<", ">", "[", "]", "#", "!", "~"):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())
