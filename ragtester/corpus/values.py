"""Draws a value for an attribute, with its surface forms and a value that is certainly wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from random import Random

from ragtester.corpus import forms
from ragtester.corpus.blueprint import Attribute
from ragtester.corpus.pools import FIRST_NAMES, LAST_NAMES


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn value."""

    value: str
    """Canonical form."""
    forms: tuple[str, ...]
    """Everything that states it; the canonical form is first."""
    items: tuple[str, ...] = ()


def draw_value(attribute: Attribute, rng: Random, *, avoid: frozenset[str] = frozenset()) -> Drawn:
    """A value of the attribute that shares no form with `avoid`.

    Where the range is too small to avoid everything, the last draw is returned as it is.
    """
    drawn = _DRAW[attribute.kind](attribute, rng)
    for _ in range(60):
        if not avoid & set(drawn.forms):
            return drawn
        drawn = _DRAW[attribute.kind](attribute, rng)
    return drawn


def draw_other(attribute: Attribute, rng: Random, drawn: Drawn) -> Drawn | None:
    """Another value of the same kind, or None where the attribute has no second one."""
    other = draw_value(attribute, rng, avoid=frozenset(drawn.forms))
    if set(other.forms) & set(drawn.forms) or (other.items and set(other.items) == set(drawn.items)):
        return None
    return other


def value_of(attribute: Attribute, amount: Decimal) -> Drawn:
    """A given amount as a value of a numeric attribute, rounded to its decimals and, where it is whole, to its step."""
    step = Decimal(str(attribute.step))
    value = amount if attribute.decimals else (amount / step).to_integral_value() * step
    value = value.quantize(Decimal(1).scaleb(-attribute.decimals))
    if attribute.kind == "money":
        found = forms.money_forms(value, attribute.unit or "EUR")
    elif attribute.kind == "percent":
        found = forms.percent_forms(value)
    else:
        found = forms.number_forms(value, attribute.unit)
    return Drawn(found[0], found)


def _steps(attribute: Attribute, rng: Random) -> Decimal:
    low, high = attribute.range or (1, 2)
    step = Decimal(str(attribute.step))
    count = int((Decimal(str(high)) - Decimal(str(low))) / step)
    value = Decimal(str(low)) + step * rng.randint(0, max(1, count))
    return value.quantize(Decimal(1).scaleb(-attribute.decimals))


def _number(attribute: Attribute, rng: Random) -> Drawn:
    found = forms.number_forms(_steps(attribute, rng), attribute.unit)
    return Drawn(found[0], found)


def _money(attribute: Attribute, rng: Random) -> Drawn:
    found = forms.money_forms(_steps(attribute, rng), attribute.unit or "EUR")
    return Drawn(found[0], found)


def _percent(attribute: Attribute, rng: Random) -> Drawn:
    found = forms.percent_forms(_steps(attribute, rng))
    return Drawn(found[0], found)


def _duration(attribute: Attribute, rng: Random) -> Drawn:
    found = forms.duration_forms(_steps(attribute, rng), attribute.unit or "days")
    return Drawn(found[0], found)


def _date(attribute: Attribute, rng: Random) -> Drawn:
    first, last = attribute.between or (date(2025, 1, 1), date(2026, 12, 31))
    day = first + timedelta(days=rng.randint(0, (last - first).days))
    found = forms.date_forms(day)
    return Drawn(found[0], found)


def _name(attribute: Attribute, rng: Random) -> Drawn:
    if attribute.options:
        return _option(attribute, rng)
    found = forms.name_forms(f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}")
    return Drawn(found[0], found)


def _option(attribute: Attribute, rng: Random) -> Drawn:
    found = forms.unique([part.strip() for part in rng.choice(attribute.options).split("|")])
    return Drawn(found[0], found)


def _code(attribute: Attribute, rng: Random) -> Drawn:
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    code = "".join(
        str(rng.randint(0, 9)) if sign == "#" else rng.choice(letters) if sign == "@" else sign
        for sign in attribute.pattern
    )
    return Drawn(code, forms.code_forms(code))


def _list(attribute: Attribute, rng: Random) -> Drawn:
    items = tuple(rng.sample(attribute.options, rng.randint(*attribute.size)))
    found = forms.list_forms(items)
    return Drawn(found[0], found, items)


def _text(attribute: Attribute, rng: Random) -> Drawn:
    return _option(attribute, rng)


_DRAW: dict[str, Callable[[Attribute, Random], Drawn]] = {
    "number": _number,
    "money": _money,
    "percent": _percent,
    "duration": _duration,
    "date": _date,
    "name": _name,
    "place": _option,
    "code": _code,
    "choice": _option,
    "list": _list,
    "text": _text,
}
