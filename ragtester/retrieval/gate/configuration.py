"""The two captures' configurations beside the change that was declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ragtester.records import JsonValue

_MISSING = "(absent)"
_IDENTITY = ("system.name", "system.version")
"""They follow from the settings: where another setting differs, their difference says nothing more."""
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class ConfigurationDifference:
    """One setting that is not the same in both captures."""

    key: str
    baseline: JsonValue
    candidate: JsonValue
    declared: bool


@dataclass(frozen=True, slots=True)
class ConfigurationComparison:
    """All differences, and what of the declared change did not happen."""

    declared: tuple[str, ...]
    differences: tuple[ConfigurationDifference, ...]
    unchanged: tuple[str, ...]
    """Declared changes that neither capture shows."""

    @property
    def undeclared(self) -> tuple[ConfigurationDifference, ...]:
        """Differences that nobody announced: the comparison may not be about the declared change."""
        return tuple(difference for difference in self.differences if not difference.declared)

    def to_json(self) -> dict[str, JsonValue]:
        """As a report holds it."""
        rows = {
            id(one): {"key": one.key, "baseline": one.baseline, "candidate": one.candidate} for one in self.differences
        }
        return {
            "declared": list(self.declared),
            "differences": [{**rows[id(one)], "declared": one.declared} for one in self.differences],
            "undeclared": [rows[id(one)] for one in self.undeclared],
            "declared_but_unchanged": list(self.unchanged),
        }


def compare_configurations(
    baseline: Mapping[str, JsonValue], candidate: Mapping[str, JsonValue], *, declared: Sequence[str] = ()
) -> ConfigurationComparison:
    """Every setting that differs.

    Args:
        baseline: configuration of the baseline's capture.
        candidate: configuration of the candidate's capture.
        declared: dotted keys that are meant to differ; `embedder` covers `embedder.model`, and
            `embed*.model` is a pattern.
    """
    before, after = dict(_leaves(baseline, "", 0)), dict(_leaves(candidate, "", 0))
    keys = [key for key in sorted({*before, *after}) if before.get(key, _MISSING) != after.get(key, _MISSING)]
    explained = any(key not in _IDENTITY for key in keys)
    differences = tuple(
        ConfigurationDifference(
            key=key,
            baseline=before.get(key, _MISSING),
            candidate=after.get(key, _MISSING),
            declared=any(_covers(pattern, key) for pattern in declared) or (explained and key in _IDENTITY),
        )
        for key in keys
    )
    unchanged = tuple(pattern for pattern in declared if not any(_covers(pattern, one.key) for one in differences))
    return ConfigurationComparison(declared=tuple(declared), differences=differences, unchanged=unchanged)


def _covers(pattern: str, key: str) -> bool:
    return key == pattern or key.startswith(f"{pattern}.") or fnmatchcase(key, pattern)


def _leaves(value: JsonValue, place: str, depth: int) -> Iterator[tuple[str, JsonValue]]:
    if isinstance(value, Mapping) and value and depth < _DEEPEST:
        for key, child in value.items():
            yield from _leaves(child, f"{place}.{key}" if place else str(key), depth + 1)
    elif place:
        yield place, value
