"""Result lines of a run, read for a comparison: by measure and case, one number."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ragtester.errors import InputError

LOWER_IS_BETTER: Final = frozenset({"cost_usd", "grounding", "latency_s"})
_TEST = ("test", "test_id", "id")
_COST = ("cost_usd", "cost")
_LATENCY = ("latency_s", "latency", "seconds")


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a run: a test under a system, its repetitions averaged."""

    test: str
    system: str
    group: str
    values: Mapping[str, float]
    """By measure; what was not measured is not there."""


def read_cases(rows: Sequence[Mapping[str, object]], *, side: str) -> dict[tuple[str, str], Case]:
    """The cases of a run by (test, system).

    Args:
        rows: result lines with the test's id, the system, `status`, and where measured `scores`,
            `metrics`, `retrieval`, a cost and a latency.
        side: for messages.

    Raises:
        InputError: a line has no test id, or a number that is not finite.
    """
    sums: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    groups: dict[tuple[str, str], str] = {}
    for position, row in enumerate(rows, start=1):
        test = _first(row, _TEST)
        test = _first(test, ("id",)) if isinstance(test, Mapping) else test
        if not isinstance(test, str) or not test:
            raise InputError(f"{side} run, line {position}: no test id; each line needs `test`")
        system = row.get("system")
        system = _first(system, ("id", "name")) if isinstance(system, Mapping) else system
        key = (test, str(system or ""))
        groups[key] = str(row.get("group") or test)
        for measure, value in _measured(row):
            if not math.isfinite(value):
                raise InputError(f"{side} run, line {position}: {measure} is {value}; leave out what was not measured")
            sums[key][measure].append(value)
    return {
        key: Case(
            test=key[0],
            system=key[1],
            group=groups[key],
            values={measure: sum(values) / len(values) for measure, values in sums[key].items()},
        )
        for key in groups
    }


def _measured(row: Mapping[str, object]) -> Iterator[tuple[str, float]]:
    status = row.get("status")
    if status in ("passed", "failed"):
        yield "pass_rate", float(status == "passed")
    for part in ("scores", "metrics", "retrieval"):
        values = row.get(part)
        if isinstance(values, Mapping):
            for name, value in values.items():
                if _is_number(value):
                    yield f"{part}.{name}", float(value)
    for measure, keys in (("grounding", ("grounding",)), ("cost_usd", _COST), ("latency_s", _LATENCY)):
        value = _first(row, keys)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield measure, float(value)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _first(row: Mapping[str, object], keys: Sequence[str]) -> object:
    return next((row[key] for key in keys if row.get(key) is not None), None)
