"""Facts that follow from each other: a profit is the revenue times the margin, whichever of the three is drawn last."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from ragtester.corpus.blueprint import Blueprint
from ragtester.corpus.values import Drawn, value_of
from ragtester.records import Fact

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def linked(blueprint: Blueprint) -> frozenset[str]:
    """Names of the attributes that take part in a product."""
    return frozenset(
        part
        for name, attribute in blueprint.attributes.items()
        if attribute.product
        for part in (name, *attribute.product)
    )


def following(blueprint: Blueprint, name: str, known: Callable[[str], Fact | None]) -> Drawn | None:
    """The value of an attribute that the other two of its product leave open; None where they do not settle it.

    Args:
        blueprint: says which attributes belong together.
        name: the attribute to draw.
        known: the subject's fact for an attribute, where it is drawn already.
    """
    for whole, attribute in blueprint.attributes.items():
        if not attribute.product or name not in (whole, *attribute.product):
            continue
        base, share = attribute.product
        amounts = {part: _amount(known(part)) for part in (whole, base, share) if part != name}
        if any(amount is None or amount == 0 for amount in amounts.values()):
            continue
        found = {part: amount for part, amount in amounts.items() if amount is not None}
        if name == whole:
            result = found[base] * found[share] / 100
        elif name == share:
            result = 100 * found[whole] / found[base]
        else:
            result = 100 * found[whole] / found[share]
        return value_of(blueprint.attributes[name], result)
    return None


def _amount(fact: Fact | None) -> Decimal | None:
    found = _NUMBER.search(fact.value) if fact else None
    return Decimal(found[0].replace(",", "")) if found else None
