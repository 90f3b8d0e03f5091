"""Signs that are not written as one: `minus 18`, `18 degrees below zero`, and an accountant's `(4.2) million`."""

from __future__ import annotations

import re
from dataclasses import replace

from ragtester.text.folding import fold
from ragtester.text.values.number_words import SCALES, SHORT_SCALES
from ragtester.text.values.value import Value

_MINUS = re.compile(r"(?:\bminus|\bnegative)\s?$")
_BELOW_ZERO = re.compile(r"^\W{0,2}(?:below (?:zero|freezing))")
_OPEN = re.compile(r"\((?:[a-z]{3}\s?|[$€£¥]\s?)?$")
_ACCOUNT = re.compile(
    r"\b(?:loss|deficit|result|profit|income|earnings|balance|cash ?flow|variance|change|margin|ebitda?|surplus|equity|return)\b"
)
_SCALE_AFTER = re.compile(
    rf"^\)\s?(?P<scale>{'|'.join(sorted((*SCALES, *(s for s in SHORT_SCALES if len(s) > 1)), key=len, reverse=True))})\b"
)
_PERCENT_AFTER = re.compile(r"^\)\s?(?:%|percent\b|per cent\b|prozent\b)")
_MONEY_AFTER = re.compile(r"^\)\s?(?:[$€£¥]|(?:usd|eur|euros?|gbp|chf|czk|dollars|pounds)\b)")


def signed(text: str, value: Value) -> Value:
    """The value with the sign that the words or brackets around it give it."""
    if value.number is None or value.number <= 0 or value.date is not None:
        return value
    before, after = text[max(0, value.start - 10) : value.start], text[value.end : value.end + 18]
    if "(" in before and after[:1] == ")":
        return _in_brackets(text, value)
    if (before[-2:-1] in "sSeE" or before[-1:] in "sSeE") and _MINUS.search(fold(before)):
        return replace(value, number=-value.number)
    if "below" in after and _BELOW_ZERO.match(fold(after)):
        return replace(value, number=-value.number)
    return value


def _in_brackets(text: str, value: Value) -> Value:
    """`(1,250)` is minus 1,250 where accounts speak: alone, of a profit or a balance, as money, or before a scale word."""
    before = fold(text[max(0, value.start - 50) : value.start])
    after = fold(text[value.end : value.end + 18])
    opened = _OPEN.search(before)
    if opened is None or value.number is None or value.kind not in ("number", "money", "percent"):
        return value
    scale = _SCALE_AFTER.match(after)
    percent = _PERCENT_AFTER.match(after) if value.unit is None else None
    if percent:
        end = value.end + percent.end()
        return replace(
            value, kind="percent", unit="percent", number=-value.number, end=end, text=text[value.start : end]
        )
    alone = value.end + 1 >= len(text.rstrip(" .")) and not before[: opened.start()].strip(" $€£¥-")
    money = _MONEY_AFTER.match(after) or before[: opened.start()].rstrip().endswith(("$", "€", "£", "¥"))
    if not (scale or alone or money or _ACCOUNT.search(before)):
        return value
    factor = (SCALES.get(scale["scale"]) or SHORT_SCALES[scale["scale"]]) if scale else 1.0
    end = value.end + (scale.end() if scale else 0)
    number, step = -value.number * factor, value.step * factor
    return replace(value, number=number, step=step, end=end, text=text[value.start : end])
