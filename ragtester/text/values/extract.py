"""Finding the values that a text states."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from functools import lru_cache

from ragtester.records import ValueKind
from ragtester.text.folding import Folded, fold_with_offsets
from ragtester.text.values.dates import find_dates
from ragtester.text.values.names import find_codes, find_names
from ragtester.text.values.number_words import (
    CHINESE,
    NUMBER_WORDS,
    ORDINALS,
    SCALES,
    SHORT_SCALES,
    WORDS,
    read_chinese,
    read_numeral,
    read_words,
)
from ragtester.text.values.units import CURRENCIES, DURATIONS, WRITTEN
from ragtester.text.values.value import Bound, Value

_CURRENCY_BEFORE = (
    r"(?P<before>us\$|ca?\$|au?\$|[$€£¥₹]|(?:usd|eur|gbp|czk|chf|jpy|cny|inr|cad|aud|sek|pln)(?=\s?\(?\d))\s?"
)
_NUMERAL = r"(?P<numeral>\d{1,3}(?:[ ']\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*|[½¼¾])"
_UNIT_WORDS = "|".join(re.escape(form) for form in sorted(WRITTEN, key=len, reverse=True))
_SCALE_WORDS = "|".join(sorted((*SCALES, *SHORT_SCALES), key=len, reverse=True))
_TAIL = re.compile(
    rf"(?P<plus>\+)?(?:[ -]?(?P<scale>{_SCALE_WORDS})(?![^\W_一-鿿])(?:\.(?=\s?(?:[$€£¥₹]|(?:usd|eur|euro|gbp|czk|chf|kc|dollar|franken)\b)))?)?(?:\s?-?\s?(?:of\s)?(?P<unit>{_UNIT_WORDS})(?![^\W_一-鿿]))?"
)
_NUMBER = re.compile(
    rf"(?<![^\W぀-鿿])(?<![.,])(?P<sign>[-+](?=[\d$€£]))?(?:{_CURRENCY_BEFORE}(?P<account>\()?)?{_NUMERAL}(?P<fraction>[ ]?[½¼¾]|(?:[ ]\d+)?/\d+(?![\d/]))?"
    r"(?P<ordinal>st|nd|rd|th)?"
)
_RANGE = re.compile(
    r"\s?(?:-|to|until|through|and|bis|a|až|至|到)\s?(?:us\$|[$€£¥])?(?P<high>\d+(?:[.,]\d+)*)(?![-/.,]?\d)"
)
_YEARS = re.compile(r"(?:19|20)\d\d/\d\d")
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_ABOUT = re.compile(
    r"(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca?\.|~|≈|an estimated|estimated|etwa|ungefahr|environ|"
    r"alrededor de|aproximadamente|asi|priblizne|zhruba|大约|约)\s?(?:[$€£]\s?)?$"
)
_AT_LEAST = re.compile(
    r"(?:at least|over|older than|(?<!no )(?<!not )more than|above|no less than|not less than|minimum of|mindestens|mehr als|uber|au moins|plus de|"
    r"al menos|mas de|alespon|nejmene|vice nez|exceeding|至少|超过)\s?(?:[$€£]\s?)?$"
)
_AT_MOST = re.compile(
    r"(?:at most|up to|under|younger than|no later than|(?<!no )(?<!not )less than|fewer than|below|no more than|not more than|maximum of|hochstens|weniger als|bis zu|"
    r"au plus|moins de|jusqu'a|como maximo|menos de|hasta|nejvyse|mene nez|至多|不超过)\s?(?:[$€£]\s?)?$"
)
_AFTER_AGE = r"^\W{0,2}(?:years?\b)?\s?(?:of age|old)?\s?"
_OR_MORE = re.compile(
    _AFTER_AGE
    + r"(?:(?:or|and|und|oder) (?:older|more|over|above|up|upwards?|later|longer|greater|higher|mehr|alter)\b|minimum\b|at (?:the )?(?:least|minimum)\b)"
)
_OR_LESS = re.compile(
    _AFTER_AGE
    + r"(?:(?:or|and|und|oder) (?:less|fewer|younger|under|below|earlier|shorter|lower|weniger|junger)\b|maximum\b|at (?:the )?(?:most|maximum)\b)"
)
_ORDINAL_WORDS = re.compile(
    rf"(?<![\w-])(?<!\bper )(?<!\bevery )(?<!\ba )(?:(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?(?P<unit>{'|'.join(ORDINALS)})(?![\w])"
)


@lru_cache(maxsize=8192)
def _measured(text: str) -> tuple[Value, ...]:
    """Codes, dates and numbers in order."""
    folded = fold_with_offsets(text)
    found: list[Value] = []
    taken = bytearray(len(text))  # 1 where a value stands: asking costs the same however many there are
    numbers = _numbers(text, folded)
    with_unit = [value for value in numbers if value.unit or value.high is not None]
    for start, end in find_codes(text):
        found.append(Value("code", text[start:end], start, end))
        _take(taken, start, end)
    for start, end, date in find_dates(folded.text):
        begin, stop = folded.span(start, end)
        if date.span == "year" and any(v.start <= begin and stop <= v.end for v in with_unit):
            continue
        number = float(date.year) if date.span == "year" and date.year is not None else None
        found.append(Value("date", text[begin:stop], begin, stop, number=number, date=date))
        _take(taken, begin, stop)
    for value in numbers:
        if taken.find(1, value.start, value.end) < 0:
            found.append(value)
            _take(taken, value.start, value.end)
    return tuple(sorted(found, key=lambda value: value.start))


@lru_cache(maxsize=8192)
def _extract(text: str) -> tuple[Value, ...]:
    """Everything in order: `_measured` and the names beside it."""
    found = list(_measured(text))
    taken = bytearray(len(text))
    for value in found:
        _take(taken, value.start, value.end)
    for start, end in find_names(text):
        if taken.find(1, start, end) < 0:
            found.append(Value("name", text[start:end], start, end))
    return tuple(sorted(found, key=lambda value: value.start))


def _take(taken: bytearray, start: int, end: int) -> None:
    taken[start:end] = b"\x01" * (end - start)


def extract_values(text: str, *, kinds: Collection[ValueKind] | None = None) -> list[Value]:
    """The values of a text in order, without overlap.

    Numbers (numerals, words, Chinese numerals; ranges, scale words, bounds), amounts of money, percentages,
    durations, dates, codes such as `AB-1234`, and names (runs of capitalised words).

    Args:
        text: any text.
        kinds: only these kinds; all of them by default.
    """
    if kinds is None:
        return list(_extract(text))
    return [value for value in (_extract if "name" in kinds else _measured)(text) if value.kind in kinds]


_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[a-z]+")
_PLAIN_WORD = re.compile(r"\w+")


def _numbers(text: str, folded: Folded) -> list[Value]:
    source = folded.text
    out: list[Value] = []
    if not source.isascii() or _DIGIT.search(source):
        for match in _NUMBER.finditer(source):
            value = _from_numeral(text, folded, match)
            if value is not None and not (out and value.start < out[-1].end):
                out.append(value)
    words = frozenset(_PLAIN_WORD.findall(source))
    for match in WORDS.finditer(source) if not words.isdisjoint(NUMBER_WORDS) else ():
        found = _from_words(text, folded, match, taken=out)
        for piece in () if found or " and " not in match[0] else _WORD.finditer(source, match.start(), match.end()):
            found += _from_words(text, folded, piece, taken=[*out, *found])  # between four and six weeks
        out.extend(found)
    for match in _ORDINAL_WORDS.finditer(source) if not words.isdisjoint(ORDINALS) else ():
        tens = read_words(match["tens"]) if match["tens"] else 0.0
        out.append(
            _value(text, folded, match.start(), match.end(), (tens or 0.0) + ORDINALS[match["unit"]], unit="ordinal")
        )
    if not source.isascii():
        for match in CHINESE.finditer(source):
            number = read_chinese(match[0])
            tail = _TAIL.match(source, match.end())
            unit = WRITTEN[tail["unit"]] if tail and tail["unit"] else None
            if number is not None and (unit or len(match[0]) > 1):
                out.append(
                    _value(text, folded, match.start(), tail.end() if tail and unit else match.end(), number, unit=unit)
                )
    return sorted(out, key=lambda value: value.start)


def _from_numeral(text: str, folded: Folded, match: re.Match[str]) -> Value | None:
    source = folded.text
    number = _read(match)
    if number is None:
        return None
    if match["ordinal"]:
        return _value(text, folded, match.start(), match.end(), number, unit="ordinal")
    end = match.end()
    high: float | None = None
    ranged = _RANGE.match(source, end)
    if ranged:
        high = read_numeral(ranged["high"])
        if (
            high is not None
            and high > number
            and (" and" not in ranged[0] or source[: match.start()].rstrip().endswith("between"))
        ):
            end = ranged.end()
        else:
            high = None
    before = match["before"]
    tail = _TAIL.match(source, end)
    scale, unit, end = _tail(tail, end, money=bool(before))
    if before:
        unit = WRITTEN.get(before.strip(), "USD")
    sign = (
        -1.0 if match["sign"] == "-" and not source[: match.start()].rstrip(" (").endswith(tuple("0123456789")) else 1.0
    )
    if match["account"]:
        if source[end : end + 1] != ")":
            return None
        sign, end = -1.0, end + 1  # €(3.1m), USD (1,204) thousand
        more = _TAIL.match(source, end)
        if scale == 1.0 and more and more["scale"]:
            scale, _, end = _tail(more, end, money=True)
    step = scale * _place(match["numeral"])
    return _value(
        text, folded, match.start(), end, sign * number * scale,
        high=None if high is None else high * scale, unit=unit, step=step, plus=bool(tail and tail["plus"]),
    )  # fmt: skip


def _read(match: re.Match[str]) -> float | None:
    """The number of a numeral with its fraction: `2 1/2`, `3¾`; None for a financial year such as 2022/23."""
    number = _FRACTIONS.get(match["numeral"]) or read_numeral(match["numeral"])
    fraction = (match["fraction"] or "").strip()
    if number is None or not fraction:
        return number
    if fraction in _FRACTIONS:
        return number + _FRACTIONS[fraction]
    if _YEARS.fullmatch(match["numeral"] + fraction):
        return None
    whole, _, rest = (match["numeral"] + match["fraction"]).rpartition("/")
    parts = whole.split()
    if float(rest) == 0 or len(parts) > 2:
        return None
    if not parts[-1].isdigit():
        return number
    return (float(parts[0]) if len(parts) == 2 else 0.0) + float(parts[-1]) / float(rest)


def _tail(tail: re.Match[str] | None, end: int, *, money: bool) -> tuple[float, str | None, int]:
    """Scale, unit and end after a number; a lone `m` is metres unless money stands before."""
    if tail is None:
        return 1.0, None, end
    scale_word, unit_word = tail["scale"], tail["unit"]
    unit = WRITTEN[unit_word] if unit_word else None
    if scale_word is None:
        return 1.0, unit, tail.end() if unit or tail["plus"] else end
    short = scale_word in SHORT_SCALES and scale_word not in SCALES
    if short and not money and unit not in CURRENCIES and scale_word in ("m", "mm", "t", "b", "mil"):
        written = WRITTEN.get(scale_word)
        return 1.0, written, tail.end("scale") if written else end
    if scale_word in ("cent", "mil", "sto") and unit is None and not short:
        return 1.0, WRITTEN.get(scale_word), tail.end("scale") if scale_word in WRITTEN else end
    return SCALES.get(scale_word) or SHORT_SCALES[scale_word], unit, tail.end() if unit else tail.end("scale")


def _place(numeral: str) -> float:
    """The place value of the last digit given, trailing zeros of a whole number not counted as given."""
    mark = max(numeral.rfind("."), numeral.rfind(","))
    value = read_numeral(numeral)
    if value is None or not math.isfinite(value):
        return 1.0
    digits = "".join(c for c in numeral if c.isdigit())
    places = len(numeral) - mark - 1
    decimal = mark >= 0 and value != int(value)
    if mark >= 0 and places <= 12 and value < 1e12:
        decimal = decimal or round(value * 10**places) == int(digits or 0)
    if decimal:
        return float(10 ** -min(places, 300))
    zeros = len(digits) - len(digits.rstrip("0"))
    return float(10 ** min(zeros, 300)) if digits.strip("0") else 1.0


def _from_words(text: str, folded: Folded, match: re.Match[str], *, taken: list[Value]) -> list[Value]:
    begin, _ = folded.span(match.start(), match.end())
    if any(value.start <= begin < value.end for value in taken):
        return []
    number = read_words(match[0])
    if number is None:
        return []
    end = match.end()
    tail = _TAIL.match(folded.text, end)
    _, unit, tail_end = _tail(tail, end, money=False)
    if tail is None or tail["scale"] is not None or (unit is not None and folded.text[end : end + 1] not in (" ", "-")):
        unit, tail_end = None, end
    if unit is None and match[0] in _NOT_ALONE:
        return []
    return [_value(text, folded, match.start(), tail_end if unit else end, number, unit=unit, step=1.0)]


_NOT_ALONE = frozenset(
    [
        "one",
        "an",
        "un",
        "uno",
        "null",
        "sept",
        "onze",
        "six",
        "mil",
        "cent",
        "sto",
        "mille",
        "elf",
        "acht",
        "neuf",
        "dix",
        "once",
        "trece",
        "pet",
        "osm",
        "tri",
        "deux",
        "ocho",
        "uns",
    ]
) - {"six"}
"""Number words that are something else more often when no unit follows."""


def _value(
    text: str, folded: Folded, start: int, end: int, number: float, *,
    high: float | None = None, unit: str | None = None, step: float = 1.0, plus: bool = False,
) -> Value:  # fmt: skip
    bound: Bound = "at_least" if plus else bound_of(folded.text, start, end)
    begin, stop = folded.span(start, end)
    return Value(
        _kind(unit), text[begin:stop], begin, stop, number=number, high=high, unit=unit, bound=bound, step=step
    )


def bound_of(folded: str, start: int, end: int) -> Bound:
    """Whether the number at `start:end` of a folded text is a bound, by the words before and after it."""
    return _bound_between(folded[max(0, start - 24) : start], folded[end : end + 24])


@lru_cache(maxsize=16384)
def _bound_between(before: str, after: str) -> Bound:
    if _AT_LEAST.search(before) or _OR_MORE.match(after):
        return "at_least"
    if _AT_MOST.search(before) or _OR_LESS.match(after):
        return "at_most"
    return "about" if _ABOUT.search(before) else "exact"


def _kind(unit: str | None) -> ValueKind:
    if unit is None or unit == "ordinal":
        return "number"
    if unit in CURRENCIES:
        return "money"
    if unit in ("percent", "percentage point", "basis point"):
        return "percent"
    return "duration" if unit in DURATIONS else "number"
