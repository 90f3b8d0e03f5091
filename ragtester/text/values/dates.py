"""Dates in the formats of several languages, as far as a text gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ragtester.text.values.number_words import ORDINALS
from ragtester.text.values.value import PartialDate

_MONTHS: dict[str, int] = {}
for _row in (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "januar februar marz april mai juni juli august september oktober november dezember",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince",
    "leden unor brezen duben kveten cerven cervenec srpen zari rijen listopad prosinec",
):
    for _index, _month in enumerate(_row.split(), start=1):
        _MONTHS.setdefault(_month, _index)
_MONTHS |= {"sept": 9, "jänner": 1, "okt": 10, "dez": 12}
_M = r"(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_Y = r"(?P<year>[12]\d{3})"
_D = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_ERA = r"(?:\s*(?:a\.?d\.?|c\.?e\.?)\b)?"
_BC = r"b\.?\s?c\.?(?:\s?e\.?)?|v\. ?chr\.?|before christ"
_DECADES = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}
_CENTURIES = {word: number for word, number in ORDINALS.items() if number <= 20} | {
    "twenty-first": 21,
    "twenty first": 21,
}

_FORMATS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<![\d.,/-]){_Y}-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3]\d)(?:t[\d:.]+z?)?(?!\d)",
        rf"(?<!\d){_Y}\s?年(?:\s?(?P<month>1[0-2]|0?[1-9])\s?月(?:\s?{_D}\s?[日号])?)?",
        rf"(?<![\d.,]){_D}(?:st|nd|rd|th|\.|er|o)?(?:\s+(?:of|day\s+of|de|du)\s+|[\s-]+){_M}(?:(?:,|\s+de|\s+of)?[\s-]+{_Y}(?!\d))?",
        rf"(?<!\w){_M}\s+{_D}(?:st|nd|rd|th)?(?![\d:.]\d|\d|\s*%)(?:,?\s+{_Y}(?!\d))?",
        rf"(?<!\w){_M}(?:,|\s+of|\s+de)?\s+{_Y}(?!\d)",
        rf"(?<![\d.,/]){_D}(?P<mark>[/.-])\s?(?P<month>0?[1-9]|1[0-2]|[12]\d|3[01])(?P=mark)\s?{_Y}(?!\d)",
        rf"(?<![\d.,/]){_D}\.\s?(?P<month>i{{1,3}}|iv|vi{{0,3}}|ix|xi{{0,2}})\.?\s?{_Y}(?!\d)",
        rf"(?<![\d.,/]){_Y}/(?P<month>0?[1-9]|1[0-2])/(?P<day>[0-3]?\d)(?!\d)",
        rf"(?<!\w)q(?P<quarter>[1-4])(?:\s+(?:of\s+)?|[/'-]){_Y}(?!\d)",
        rf"(?<!\w)(?P<ordinal>first|second|third|fourth)\s+quarter\s+(?:of\s+)?{_Y}(?!\d)",
        r"(?<!\w)(?:the\s+)?(?P<decade>[12]\d{2}0)'?s\b",
        rf"(?<!\w)(?:(?:the|in|early|mid|late)[\s-]+|')(?P<short>{'|'.join(_DECADES)}|(?<=')[2-9]0s)\b(?!\s+(?:percent|years?))",
        rf"(?<![\d.,:/-])(?P<before>\d{{1,4}})(?:\s?-\s?\d{{1,4}})?\s?(?:{_BC})(?!\w)",
        r"(?<!\w)(?:a\.?d\.?|anno domini)\s?(?P<anno>\d{1,4})(?!\d)|(?<![\d.,:/-])(?P<after>\d{1,3})\s?(?:a\.?d\.?|c\.?e\.?|n\. ?chr\.?)(?!\w)",
        rf"(?<!\w)(?:(?P<century>\d{{1,2}})(?:st|nd|rd|th)|(?P<century_word>{'|'.join(_CENTURIES)}))[\s-]+centur(?:y|ies)(?P<bc>\s+(?:{_BC})(?!\w))?",
        rf"(?<![\d.,/$€£:-]){_Y}{_ERA}(?![\d%]|[.,:/]\d|-\d{{3}})",
    )
)
_YEAR_ONLY = len(_FORMATS) - 1
_NEEDED = tuple(
    re.compile(pattern)
    for pattern in (
        r"\d-\d", "年", "", "", "", r"\d[/.-]\s?\d", r"\d\.\s?[ivx]", r"\d/\d", r"q[1-4]", r"quarter", r"0'?s", r"ties|'[2-9]0s", r"\d\s?(?:b\.?\s?c|v\.|before)",
        r"(?:d\.?|domini)\s?\d|\d\s?[acn][. dec]", r"centur", r"[12]\d{3}",
    )
)  # fmt: skip
"""What a text must hold for each of the formats: cheaper to look for than the format itself."""
_MONTH_FORMATS = range(2, 5)
_WORD = re.compile(r"\w+")
_ROMAN = {word: n for n, word in enumerate("i ii iii iv v vi vii viii ix x xi xii".split(), start=1)}
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}


_DIGIT = re.compile(r"\d")


def find_dates(folded: str) -> Iterator[tuple[int, int, PartialDate]]:
    """Start, end and date of each date in a folded text, longest format first, without overlap.

    A lone number from 1000 to 2199 counts as a year; whoever compares may also take it as a number.
    """
    taken: list[tuple[int, int]] = []
    if folded.isascii() and not _DIGIT.search(folded) and "ties" not in folded and "centur" not in folded:
        return
    months = not _MONTHS.keys().isdisjoint(_WORD.findall(folded))
    for index, pattern in enumerate(_FORMATS):
        if not (months if index in _MONTH_FORMATS else _NEEDED[index].search(folded)):
            continue
        for match in pattern.finditer(folded):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            date = _read(match)
            if date is None or (index == _YEAR_ONLY and not 1000 <= (date.year or 0) < 2200):
                continue
            taken.append(match.span())
            yield match.start(), match.end(), date
            for start, end, other in _sharing(folded, match, date):
                taken.append((start, end))
                yield start, end, other


_DAY_BEFORE = re.compile(
    r"(?<![\d.,:/-])(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.)?\s?(?:-|to|until|till|through|and|or|bis|und|az|a|au|al|y)\s?(?:the )?$"
)
_DAY_AFTER = re.compile(
    r"\s?(?:-|to|until|till|through|and|or)\s?(?:the )?(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?![\d:.,]\d|\d|\s?(?:%|days?|hours?|a\.?m|p\.?m))(?:,?\s(?P<year>[12]\d{3})(?!\d))?"
)


def _sharing(folded: str, match: re.Match[str], date: PartialDate) -> Iterator[tuple[int, int, PartialDate]]:
    """The other day of `1 to 15 September` and of `September 1 to 15`, which has no month of its own."""
    parts = match.groupdict()
    if date.day is None or not parts.get("month") or parts["month"].isdigit():
        return
    if match.start("day") < match.start("month"):
        before = _DAY_BEFORE.search(folded, max(0, match.start() - 16), match.start())
        if before and int(before["day"]) < date.day:
            yield before.start(), before.end("day"), replace(date, day=int(before["day"]))
        return
    after = _DAY_AFTER.match(folded, match.end()) if not parts.get("year") else None
    if after and int(after["day"]) > date.day:
        year = int(after["year"]) if after["year"] else date.year
        yield after.start("day"), after.end(), replace(date, day=int(after["day"]), year=year)


def _read(match: re.Match[str]) -> PartialDate | None:
    parts = match.groupdict()
    if parts.get("decade"):
        first = int(parts["decade"])
        return PartialDate(year=first, span="century" if first % 100 == 0 and first < 2000 else "decade")
    if parts.get("short"):
        return PartialDate(year=_DECADES.get(parts["short"]) or int(parts["short"][:2]), span="decade")
    if parts.get("century") or parts.get("century_word"):
        century = int(parts["century"]) if parts.get("century") else _CENTURIES[parts["century_word"]]
        return PartialDate(year=-century * 100 if parts.get("bc") else (century - 1) * 100, span="century")
    if parts.get("before"):
        return PartialDate(year=-int(parts["before"]), span="year")
    if parts.get("anno") or parts.get("after"):
        return PartialDate(year=int(parts.get("anno") or parts["after"]), span="year")
    year = int(parts["year"]) if parts.get("year") else None
    quarter = parts.get("quarter") or _QUARTERS.get(parts.get("ordinal") or "")
    if quarter:
        return PartialDate(year=year, month=int(quarter) * 3 - 2, span="quarter")
    if not parts.get("month"):
        return PartialDate(year=year, span="year")
    written = parts["month"]
    month = int(written) if written.isdigit() else _MONTHS.get(written) or _ROMAN[written]
    day = int(parts["day"]) if parts.get("day") else None
    if day is None:
        return PartialDate(year=year, month=month, span="month")
    if parts.get("mark"):
        if parts["mark"] == "." and month > 12:
            return None
        if month > 12:
            return PartialDate(year, day, month) if day <= 12 else None
        return PartialDate(year, month, day, swapped=parts["mark"] != "." and day <= 12 and day != month)
    return PartialDate(year, month, day)


def same_date(given: PartialDate, wanted: PartialDate) -> bool | None:
    """Whether two dates are one; None where the given one is right as far as it goes.

    A given date may say more than is wanted (12 March 2020 for 2020), not less.
    """
    if wanted.span in ("decade", "century") or given.span in ("decade", "century"):
        if given.year is None or wanted.year is None:
            return False
        if given.span == wanted.span:
            short = min(given.year, wanted.year) < 100 <= max(given.year, wanted.year)
            return (
                given.year % 100 == wanted.year % 100 if short and given.span == "decade" else given.year == wanted.year
            )
        sizes = {"decade": 10, "century": 100}
        if wanted.span in sizes:
            return wanted.year <= given.year < wanted.year + sizes[wanted.span]
        return None if given.year <= wanted.year < given.year + sizes[given.span] else False
    if given.span == "quarter" or wanted.span == "quarter":
        return _same_quarter(given, wanted)
    for one in (given, PartialDate(given.year, given.day, given.month)) if given.swapped else (given,):
        for other in (wanted, PartialDate(wanted.year, wanted.day, wanted.month)) if wanted.swapped else (wanted,):
            same = _same_parts(one, other)
            if same is not False:
                return same
    return False


def _same_parts(given: PartialDate, wanted: PartialDate) -> bool | None:
    complete, shared = True, False
    for have, want in ((given.year, wanted.year), (given.month, wanted.month), (given.day, wanted.day)):
        if want is not None and have is not None:
            if have != want:
                return False
            shared = True
        elif want is not None:
            complete = False
    if not shared:
        return False
    return True if complete else None


def _same_quarter(given: PartialDate, wanted: PartialDate) -> bool | None:
    if given.year != wanted.year:
        return False
    if given.month is None:
        return None
    if wanted.month is None:
        return True
    if (given.month - 1) // 3 != (wanted.month - 1) // 3:
        return False
    return True if given.span == wanted.span or wanted.span == "quarter" else None
