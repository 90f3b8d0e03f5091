"""Reading one object field by field: every mistake names file, place, value and remedy."""

from __future__ import annotations

import difflib
import math
import sys
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final, TypeVar

from ragtester.errors import ContractError, near_match
from ragtester.records import JsonValue

T = TypeVar("T", bound=str)

FREE_KEYS: Final = frozenset(
    {
        "author",
        "comment",
        "created",
        "description",
        "metadata",
        "name",
        "notes",
        "reviewed_by",
        "source",
        "tags",
        "title",
    }
)
"""Keys that any object may carry for its readers; they change nothing."""


LARGEST: Final = 1_000_000_000
"""Whole numbers end here where nothing else is said."""


def fault(file: Path | str | None, place: str, what: str) -> ContractError:
    """The error for one place of one file."""
    return ContractError(f"{place}: {what}" if place else what, file=file)


def shown(value: object) -> str:
    """A value for a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class Fields:
    """One mapping of a file, with its place in it.

    Args:
        value: what was read there.
        file: for messages.
        place: for messages, such as `queries[3]`; empty for the top level.
        known: keys that it may have; empty allows any key.
        lenient: accept unknown keys unless they look like a misspelling of a known one.
    """

    def __init__(
        self, value: object, *, file: Path | str | None, place: str, known: Collection[str] = (), lenient: bool = False
    ) -> None:
        if not isinstance(value, Mapping):
            raise fault(file, place or "top level", f"must be an object, not {shown(value)}; write {{...}}")
        self.values: Mapping[str, JsonValue] = value
        self.file = file
        self.place = place
        if known:
            self._refuse_unknown(known, lenient)

    def at(self, key: str) -> str:
        """The place of a key."""
        return f"{self.place}.{key}" if self.place else key

    def fault(self, key: str, what: str) -> ContractError:
        """The error for a key of this object."""
        return fault(self.file, self.at(key), what)

    def has(self, key: str) -> bool:
        """Whether the key is there and not null."""
        return self.values.get(key) is not None

    def need(self, key: str) -> JsonValue:
        """The value of a key that must be there."""
        value = self.values.get(key)
        if value is None:
            raise self.fault(key, "is null; give it a value" if key in self.values else "is missing; add it")
        return value

    def text(self, key: str, *, empty: bool = False) -> str:
        """A text that must be there."""
        value = self.need(key)
        if not isinstance(value, str):
            raise self.fault(key, f"must be a text, not {shown(value)}; put it in quotes")
        if not empty and not value.strip():
            raise self.fault(key, "is an empty text; write its value")
        return value

    def optional_text(self, key: str) -> str | None:
        """A text, or None where it is absent or null."""
        return self.text(key) if self.has(key) else None

    def label(self, key: str) -> str:
        """A version: a text, or a number taken as text."""
        value = self.need(key)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
        return self.text(key)

    def choice(self, key: str, choices: Sequence[T]) -> T:
        """One of a few texts."""
        value = self.text(key)
        for choice in choices:
            if value == choice:
                return choice
        near = near_match(value, choices)
        hint = f"; did you mean {near!r}?" if near else ""
        raise self.fault(key, f"{value!r} is not one of {', '.join(choices)}{hint}; write one of them")

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        if not self.has(key):
            return default
        value = self.values[key]
        if not isinstance(value, bool):
            raise self.fault(key, f"must be true or false, not {shown(value)}; write it without quotes")
        return value

    def whole(self, key: str, *, low: int, high: int = LARGEST, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        if default is not None and not self.has(key):
            return default
        return whole_number(self.need(key), low=low, high=high, file=self.file, place=self.at(key))

    def number(self, key: str, *, low: float = 0.0, high: float = math.inf) -> float | None:
        """A finite number in a range, or None where it is absent or null."""
        if not self.has(key):
            return None
        value = self.values[key]
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.fault(key, f"must be a number, not {shown(value)}; write it without quotes")
        if not low <= value <= high or not -sys.float_info.max <= value <= sys.float_info.max:
            limits = [f"from {low:g}"] if math.isfinite(low) else []
            limits += [f"to {high:g}"] if math.isfinite(high) else []
            wanted = " ".join(limits) or "a finite number"
            raise self.fault(key, f"{shown(value)} is out of range; it must be {wanted}")
        return float(value)

    def moment(self, key: str) -> datetime | None:
        """An ISO 8601 time (UTC where it names no zone), or None where it is absent."""
        return parse_moment(self.text(key), file=self.file, place=self.at(key)) if self.has(key) else None

    def items(self, key: str, *, default: bool = True) -> Sequence[JsonValue]:
        """A list; empty where it is absent and `default` allows it."""
        value = self.values.get(key) if default else self.need(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.fault(key, f"must be a list, not {shown(value)}; write [...]")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of different texts."""
        return distinct_texts(self.items(key), file=self.file, place=self.at(key))

    def mapping(self, key: str) -> Mapping[str, JsonValue]:
        """An object; empty where it is absent."""
        return Fields(self.values[key], file=self.file, place=self.at(key)).values if self.has(key) else {}

    def _refuse_unknown(self, known: Collection[str], lenient: bool) -> None:
        for key in self.values:
            if key in known or key in FREE_KEYS or key.startswith(("x_", "x-", "_", "$")):
                continue
            near = (
                _misspelt(key, [name for name in known if name not in self.values])
                if lenient
                else near_match(key, known)
            )
            if lenient and near is None:
                continue
            hint = f"did you mean {near!r}?" if near else f"known keys: {', '.join(sorted(known))}"
            raise self.fault(key, f"unknown key; {hint}; correct or remove it (a note of your own may begin with x_)")


def _misspelt(key: str, absent: Sequence[str]) -> str | None:
    """The key that is missing and was almost written; names of one's own are rarely that close."""
    found = difflib.get_close_matches(key, absent, n=1, cutoff=0.79)
    return found[0] if found else None


def whole_number(value: object, *, low: int, high: int = LARGEST, file: Path | str | None, place: str) -> int:
    """`value` as a whole number from `low` to `high`; true and 5.0 are not whole numbers here."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise fault(file, place, f"must be a whole number, not {shown(value)}; write it like 5")
    if value < low:
        raise fault(file, place, f"{shown(value)} is too small; it must be {low} or more")
    if value > high:
        raise fault(file, place, f"{shown(value)} is too large; it must be {high} or less")
    return value


def distinct_texts(values: object, *, file: Path | str | None, place: str) -> tuple[str, ...]:
    """`values` as a list of different, non-empty texts."""
    if not isinstance(values, (list, tuple)):
        raise fault(file, place, f"must be a list of texts, not {shown(values)}; write [...]")
    found: dict[str, None] = {}
    for position, value in enumerate(values):
        if not isinstance(value, str) or not value.strip():
            raise fault(file, f"{place}[{position}]", f"must be a text, not {shown(value)}; put it in quotes")
        if value in found:
            raise fault(file, f"{place}[{position}]", f"{value!r} is given twice; keep one of them")
        found[value] = None
    return tuple(found)


def parse_moment(text: str, *, file: Path | str | None, place: str) -> datetime:
    """An ISO 8601 date or time; midnight for a date, UTC where no zone is named."""
    try:
        found = (
            datetime.fromisoformat(text)
            if len(text) > 10
            else datetime.combine(date.fromisoformat(text), datetime.min.time())
        )
    except ValueError:
        raise fault(file, place, f"{text!r} is not a time; write it like 2026-10-02T09:00:00Z") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
