"""Whether two values are the same."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Literal

from ragtester.text.folding import normalise
from ragtester.text.values.clock import may_be_afternoon
from ragtester.text.values.dates import same_date
from ragtester.text.values.units import comparable_seconds, convert
from ragtester.text.values.value import PartialDate, Value

Sameness = Literal["same", "partial", "different", "incomparable"]
"""`partial`: right as far as it goes, such as March 2020 for 12 March 2020, or a rounded number."""


def compare_values(given: Value, wanted: Value, *, tolerance: float = 0.0) -> Sameness:
    """How `given` stands to `wanted`.

    Args:
        given: the value to check.
        wanted: the right one.
        tolerance: share of `wanted` by which a number may differ and still be the same; in addition a number
            rounded to fewer places is `partial` (3.1 for 3.14), and so is a conversion between units within 1 %.
    """
    if given.date is not None and wanted.date is not None:
        verdict = same_date(given.date, wanted.date)
        return "partial" if verdict is None else "same" if verdict else "different"
    if given.number is not None and wanted.number is not None:
        return _numbers(given, wanted, tolerance)
    if given.date is not None and given.date.year is not None and wanted.number is not None and wanted.unit is None:
        verdict = same_date(given.date, PartialDate(year=int(wanted.number), span="year"))
        return "same" if verdict else "different"
    if (given.number is None and given.date is None) and (wanted.number is None and wanted.date is None):
        return "same" if normalise(given.text) == normalise(wanted.text) else "different"
    return "incomparable"


def _numbers(given: Value, wanted: Value, tolerance: float) -> Sameness:
    assumed = _units(given, wanted)
    if assumed is None:
        return "incomparable"
    factor_exact, number, high = assumed
    target = wanted.number or 0.0
    if given.unit != wanted.unit and "fraction" in (given.unit, wanted.unit):  # a third is 33 %
        percent = [(v.number or 0.0) * (100.0 if v.unit == "fraction" else 1.0) for v in (given, wanted)]
        rounded = _close(percent[0], percent[1], replace(given, step=given.step or 1.0), wanted, tolerance)
        return "different" if rounded == "different" else "same"
    if number != target and high is None and _thousands(given, wanted):
        return "same"
    if (given.high is None) != (wanted.high is None):
        return _range_against_one(number, high, wanted, tolerance)
    if wanted.high is not None and high is not None:
        ends = (_close(number, target, given, wanted, tolerance), _close(high, wanted.high, given, wanted, tolerance))
        return "same" if ends == ("same", "same") else "different" if "different" in ends else "partial"
    if given.unit == wanted.unit == "clock" and number != target and _other_half_of_day(given, wanted):
        return "same"
    close = _close(number, target, given, wanted, tolerance if factor_exact else max(tolerance, 0.01))
    if close == "same" and _opposed(given, wanted):
        return "different"
    return close


def _other_half_of_day(given: Value, wanted: Value) -> bool:
    """`5:30` for `5:30 p.m.`; a time after noon without its half of the day is on the clock of 24 hours."""
    early, late = sorted((given, wanted), key=lambda value: value.number or 0.0)
    written = re.search(r"p\.?\s?m|afternoon|evening|night", late.text.lower())
    return (late.number or 0.0) - (early.number or 0.0) == 720 and bool(written) and may_be_afternoon(early.text)


_NUMERAL = re.compile(r"\d[\d.,]*")
_GROUPED = re.compile(r"\d{1,3}\.\d{3}")


def _thousands(given: Value, wanted: Value) -> bool:
    """Whether one is written `1.250` and the other is 1250: a full stop that parts thousands."""
    for one, other in ((given, wanted), (wanted, given)):
        if "." not in one.text:
            continue
        numeral = _NUMERAL.search(one.text)
        if numeral and _GROUPED.fullmatch(numeral[0].rstrip(".,")) and (one.number or 0) * 1000 == other.number:
            return True
    return False


def _opposed(given: Value, wanted: Value) -> bool:
    return {given.bound, wanted.bound} == {"at_least", "at_most"}


def _units(given: Value, wanted: Value) -> tuple[bool, float, float | None] | None:
    """Whether the conversion is exact, and the given number(s) in the wanted unit."""
    number = given.number or 0.0
    if given.unit == "percent" and wanted.unit is None and _is_ratio(wanted):
        return True, number / 100, None if given.high is None else given.high / 100
    if wanted.unit == "percent" and given.unit is None and _is_ratio(given):
        return True, number * 100, None if given.high is None else given.high * 100
    if given.unit == wanted.unit or given.unit is None or wanted.unit is None:
        return True, number, given.high
    if "ordinal" in (given.unit, wanted.unit):
        return None
    converted = convert(number, given.unit, wanted.unit)
    if converted is not None:
        high = None if given.high is None else convert(given.high, given.unit, wanted.unit)
        natural = {given.unit, wanted.unit} <= _TIMES
        return natural, converted, high
    one, other = comparable_seconds(number, given.unit), comparable_seconds(1.0, wanted.unit)
    if one is not None and other is not None:
        return False, one / other, None
    return None


def _is_ratio(value: Value) -> bool:
    """`0.35`, which is 35 percent."""
    return 0 < (value.number or 0.0) < 1 and re.match(r"0?[.,]\d", value.text) is not None


_TIMES = {"second", "minute", "hour", "day", "week", "fortnight", "month", "year", "decade", "century", "quarter"}


def _range_against_one(number: float, high: float | None, wanted: Value, tolerance: float) -> Sameness:
    low_wanted, high_wanted = wanted.number or 0.0, wanted.high
    if high_wanted is not None:
        return "partial" if low_wanted * (1 - tolerance) <= number <= high_wanted * (1 + tolerance) else "different"
    if high is None:
        return "different"
    return "partial" if number <= low_wanted <= high or low_wanted in (number, high) else "different"


def _close(number: float, target: float, given: Value, wanted: Value, tolerance: float) -> Sameness:
    if math.isclose(number, target, rel_tol=max(tolerance, 1e-9), abs_tol=1e-12):
        return "same"
    if wanted.bound == "about" and given.bound == "exact" and abs(number - target) <= 0.01 * abs(target):
        return "same"
    # 3.1 for 3.14 and "about 8 million" for 8,124,427: right as far as it goes
    for step, exact, rounded in ((given.step, target, number), (wanted.step, number, target)):
        if step > 0 and exact and abs(exact - rounded) <= step / 2 * (1 + 1e-9) and step < abs(exact) * 0.2:
            return "same" if _said_to_be_rounded(given, wanted, exact, rounded) else "partial"
    return "different"


def _said_to_be_rounded(given: Value, wanted: Value, exact: float, rounded: float) -> bool:
    """`about 8.1 million` for 8,124,427, and 4,987 for `about 5,000`: within a percent, and it says so."""
    if abs(exact - rounded) > 0.01 * abs(exact):
        return wanted.bound == "about" and abs(exact - rounded) <= 0.03 * abs(exact) and given.bound == "exact"
    return "about" in (given.bound, wanted.bound)
