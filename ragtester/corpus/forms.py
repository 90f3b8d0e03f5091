"""Surface forms: the ways in which one value is written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_MONTHS = "January February March April May June July August September October November December".split()
_SYMBOLS = {"EUR": "€", "GBP": "£", "USD": "$"}
_CURRENCY_WORDS = {"EUR": "euros", "GBP": "pounds", "USD": "dollars"}
_EQUAL_UNITS = (("days", 7, "weeks"), ("months", 12, "years"), ("minutes", 60, "hours"), ("hours", 24, "days"))


def spelled(number: int) -> str | None:
    """`seventeen`, `forty-two`; None beyond one hundred, which prose writes in digits."""
    if 0 <= number < 20:
        return _ONES[number]
    if 20 <= number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    return None


def plain_number(value: Decimal) -> str:
    """Digits with thousands commas, without needless zeros after the point."""
    return f"{value:,}"


def number_forms(value: Decimal, unit: str | None) -> tuple[str, ...]:
    """`12 beds`, `twelve beds`, `12`."""
    digits = plain_number(value)
    noun = counted(value, unit)
    forms = [f"{digits} {noun}" if unit else digits]
    word = spelled(int(value)) if value == int(value) else None
    if word:
        forms.append(f"{word} {noun}" if unit else word)
    if "," in digits:
        bare = digits.replace(",", "")
        forms.append(f"{bare} {noun}" if unit else bare)
    if unit:
        forms.append(digits)
    return unique(forms)


def counted(value: Decimal, unit: str | None) -> str:
    """The unit, in the singular for one: `1 working day`."""
    if unit is None or value != 1 or not unit.endswith("s"):
        return unit or ""
    return unit[:-3] + "y" if unit.endswith("ies") else unit[:-1]


def money_forms(value: Decimal, currency: str) -> tuple[str, ...]:
    """`EUR 1,250`, `€1,250`, `1,250 euros`, `€1250`."""
    digits = plain_number(value)
    bare = digits.replace(",", "")
    symbol = _SYMBOLS.get(currency)
    forms = [f"{currency} {digits}"]
    if symbol:
        forms += [f"{symbol}{digits}", f"{digits} {_CURRENCY_WORDS[currency]}", f"{symbol}{bare}"]
    forms += [f"{digits} {currency}", f"{currency} {bare}"]
    return unique(forms)


def percent_forms(value: Decimal) -> tuple[str, ...]:
    """`12.5%`, `12.5 per cent`, `12.5 percent`."""
    return unique([f"{value}%", f"{value} per cent", f"{value} percent", f"{value} %"])


def duration_forms(value: Decimal, unit: str) -> tuple[str, ...]:
    """`14 days`, `fourteen days`, and the same time in the next unit: `2 weeks`."""
    forms = [form for form in number_forms(value, unit) if not form.replace(",", "").replace(".", "").isdigit()]
    for small, factor, large in _EQUAL_UNITS:
        if unit == small and value % factor == 0:
            forms += number_forms(value / factor, large)[:-1]
    return unique(forms)


def date_forms(day: date) -> tuple[str, ...]:
    """`1 March 2026`, `March 1, 2026`, `2026-03-01`."""
    month = _MONTHS[day.month - 1]
    return (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", day.isoformat())


def name_forms(name: str) -> tuple[str, ...]:
    """`Marta Lindqvist`, `M. Lindqvist`, `Lindqvist`."""
    first, _, last = name.partition(" ")
    return unique([name, f"{first[0]}. {last}", last]) if last else (name,)


def code_forms(code: str) -> tuple[str, ...]:
    """`HR-204`, `HR 204`, `HR204`."""
    return unique([code, code.replace("-", " "), code.replace("-", "")])


def list_forms(items: Sequence[str]) -> tuple[str, ...]:
    """The items as a series, with and without the last comma, and with semicolons."""
    if len(items) == 1:
        return (items[0],)
    head, last = list(items[:-1]), items[-1]
    return unique([f"{', '.join(head)} and {last}", f"{', '.join(head)}, and {last}", "; ".join(items)])


def unique(forms: Sequence[str]) -> tuple[str, ...]:
    """The forms without repetition, in order."""
    return tuple(dict.fromkeys(forms))


def written_forms(kind: str, forms: Sequence[str], unit: str | None) -> tuple[str, ...]:
    """Those of a value's accepted forms that a document uses in running text, the canonical first."""
    if kind in ("money", "percent", "date"):
        return tuple(forms[:2])
    if kind in ("number", "duration"):
        word = [form for form in forms[1:2] if form[0].isalpha() and "-" not in form and _is_word(unit)]
        return (forms[0], *word)
    return tuple(forms[:1])


def _is_word(unit: str | None) -> bool:
    """Whether a number in words may stand before the unit: `twelve beds`, but `12 kg`."""
    first = (unit or "pieces").split(" ")[0]
    return len(first) > 3 and first.isalpha() and first.islower()
