"""Metamorphic outcomes of a run, with the difference between original and mutant."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ragtester.records import RelationOutcome
from ragtester.web.service import Service
from ragtester.web.views.runs import RunView

_FILE = "metamorphic/outcomes.jsonl"
_SHOWN = 60
_LONGEST = 4000
_ALIKE = 0.4
"""Below it, words that two contexts share are chance."""


@dataclass(frozen=True)
class MutantView:
    """Operators with their counts, and outcomes that were asked for."""

    summary: Mapping[str, Any] | None
    operators: Mapping[str, Mapping[str, int]]
    outcomes: Sequence[tuple[RelationOutcome, Sequence[tuple[str, str]]]]
    total: int


def mutants_of(service: Service, run: RunView, *, operator: str, outcome: str) -> MutantView:
    """The outcomes of a run's metamorphic campaign; nothing where it had none."""
    found = _read(service.settings.output / run.name / "runs" / run.id)
    operators: dict[str, dict[str, int]] = {}
    for one in found:
        counts = operators.setdefault(f"{one.operator} {one.scope}", {})
        counts[one.outcome] = counts.get(one.outcome, 0) + 1
    chosen = [
        one
        for one in found
        if (not operator or operator in (one.operator, f"{one.operator} {one.scope}"))
        and (not outcome or one.outcome == outcome)
    ]
    summary = (run.summary or {}).get("metamorphic")
    return MutantView(
        summary, dict(sorted(operators.items())), [(one, changes(one)) for one in chosen[:_SHOWN]], len(chosen)
    )


def changes(outcome: RelationOutcome) -> list[tuple[str, str]]:
    """Words of the contexts: same, removed or added; another passage altogether is shown whole after the old one."""
    before = " ".join(outcome.base_context)[:_LONGEST].split(" ")
    after = " ".join(outcome.mutant_context)[:_LONGEST].split(" ")
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    if before and after and matcher.ratio() < _ALIKE:
        return [("removed", " ".join(before)), ("added", " ".join(after))]
    parts: list[tuple[str, str]] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            same = before[a:b]
            text = " ".join(same) if len(same) <= 40 else " ".join([*same[:18], "…", *same[-18:]])
            parts.append(("same", text))
        else:
            parts += [("removed", " ".join(before[a:b]))] if b > a else []
            parts += [("added", " ".join(after[c:d]))] if d > c else []
    return parts


def _read(folder: Path) -> list[RelationOutcome]:
    file = folder / _FILE
    if not file.is_file():
        return []
    found = []
    for line in filter(str.strip, file.read_text(encoding="utf-8").split("\n")):
        try:
            data = json.loads(line)
            known = {key: value for key, value in data.items() if key in RelationOutcome.model_fields}
            found.append(RelationOutcome.model_validate(known))
        except (ValueError, ValidationError):
            continue  # a line of another kind
    return found
