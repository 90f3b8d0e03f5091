"""Values that a text gives in a phrase: halves and shares, dozens and pairs, times of day, `2 hours and 30 minutes`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ragtester.records import ValueKind
from ragtester.text.folding import Folded, fold_with_offsets
from ragtester.text.values.clock import find_clocks
from ragtester.text.values.extract import bound_of, extract_values
from ragtester.text.values.number_words import read_chinese, read_numeral, read_words
from ragtester.text.values.signs import signed
from ragtester.text.values.units import CURRENCIES, DURATIONS, HAVE_CENTS, UNITS, WRITTEN
from ragtester.text.values.value import Value

_UNIT = "|".join(re.escape(form) for form in sorted(WRITTEN, key=len, reverse=True) if form not in ("a", "t", "m"))
_COUNT = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|\d+(?:\.\d+)?)"
_SCALE = {"dozen": 12.0, "hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4, "fifth": 5, "fifths": 5,
    "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8, "tenth": 10, "tenths": 10,
}  # fmt: skip
_PART_WORDS = "|".join(sorted(_PARTS, key=len, reverse=True))
_HALF_OF = re.compile(
    rf"\b(?:(?P<whole>{_COUNT}) and )?(?P<part>half|a quarter of|three quarters of|quarter of)(?:[ -]an?|[ -])\s?(?:(?P<scale>{'|'.join(_SCALE)})s?\b\s?)?(?P<unit>(?:{_UNIT})\b)?"
)
_AND_A_HALF = re.compile(
    rf"\b(?P<count>{_COUNT})[ -](?:(?P<first>{_UNIT})s? and a (?P<part>half|quarter)\b|and (?:a half|(?P<more>a quarter|three quarters))[ -](?:(?P<scale>{'|'.join(_SCALE)})s?\b\s?)?(?P<unit>(?:{_UNIT})\b)?)"
)
_SHARE = re.compile(
    rf"\b(?P<count>an?|one|two|three|four|five|seven|nine)[ -](?P<part>{_PART_WORDS})\b(?=\s+(?:of|the|as)\b|\W*$|\s*[,.;)])"
    r"|\bhalf\b(?=\s+(?:of|the|our|their|its|all)\b|\W*$|\s*[,.;)])"
)
_TIMES = re.compile(
    r"\b(?:(?P<word>twice|thrice)(?!\s+(?:as|the|that|what))|(?P<once>once)(?=\s+(?:an?|per|every|each|only|or)\b|\W*$)"
    r"|(?P<count>one|two|three|four|five|six|seven|eight|nine|ten|\d+) times?\b(?!\s+(?:as|more|the|higher|larger|zones?|tables?)))"
)
_PAIR = re.compile(r"\b(?:an?\s+(?:pair|couple)\s+of|an?\s+(?P<dozen>dozen)\b)")
_ALONE = re.compile(
    r"(?:^|\b(?:for|takes?|took|lasts?|lasted|within|after|is|was|about|around|nearly|almost|only|just|of|in)\s)"
    r"(?P<all>an?\s(?P<unit>second|minute|hour|day|week|fortnight|month|year|decade|century))\b(?!\s(?:and a|ago|later|before|earlier|when))"
)
_ALWAYS_ALONE = re.compile(r"\b(?P<all>an?\s(?P<unit>fortnight|decade))\b")
_JOINED = re.compile(r"^(?:,? and |, | |,? und | et )$")


_SIGN_WORDS = re.compile(r"minus|negative|below", re.IGNORECASE)


def stated_values(text: str) -> list[Value]:
    """The values of `extract_values` and those that are said in a phrase, in order and without overlap.

    Examples:
        >>> [(v.number, v.unit) for v in stated_values("an hour and a half, from 9 a.m. to 5:30 p.m.")]
        [(1.5, 'hour'), (540.0, 'clock')]
    """
    return list(_stated(text))


@lru_cache(maxsize=8192)
def _stated(text: str) -> tuple[Value, ...]:
    folded = fold_with_offsets(text)
    said: list[Value] = []
    for finder in (
        _chinese_shares,
        _clock,
        _often,
        _halves,
        _halves_abroad,
        _shares_abroad,
        _shares,
        _counted,
        _factors,
    ):
        for value in finder(text, folded):
            if not any(value.start < other.end and other.start < value.end for other in said):
                said.append(value)
    plain = [
        value for value in extract_values(text)
        if not any(value.start < other.end and other.start < value.end for other in said)
    ]  # fmt: skip
    if "(" in text or _SIGN_WORDS.search(text):
        plain = [signed(text, value) for value in plain]
        plain = [v for i, v in enumerate(plain) if i == 0 or v.start >= plain[i - 1].end]
    return tuple(_compound(text, sorted([*plain, *said], key=lambda value: value.start)))


def _clock(text: str, folded: Folded) -> Iterator[Value]:
    """Times of day as minutes after midnight, unit `clock`."""
    for start, end, number, high in find_clocks(folded.text):
        yield replace(_make(text, folded, start, end, number, "clock"), high=high)


def _make(
    text: str, folded: Folded, start: int, end: int, number: float, unit: str | None, *, step: float = 0.0
) -> Value:
    begin, stop = folded.span(start, end)
    kind: ValueKind = "number"
    if unit in CURRENCIES:
        kind = "money"
    elif unit in DURATIONS:
        kind = "duration"
    elif unit in ("percent", "percentage point", "basis point", "fraction"):
        kind = "percent"
    bound = bound_of(folded.text, start, end)
    return Value(kind, text[begin:stop], begin, stop, number=number, unit=unit, bound=bound, step=step)


def _count(word: str) -> float:
    if word in ("a", "an", "one"):
        return 1.0
    return read_words(word) or read_numeral(word) or 0.0


_PART_OF = {"half": 0.5, "quarter": 0.25, "a quarter": 0.25, "three quarters": 0.75}


def _halves(text: str, folded: Folded) -> Iterator[Value]:
    """`half an hour`, `half a million francs`, `an hour and a half`, `two and a half years`."""
    if "half" not in folded.text and "quarter" not in folded.text:
        return
    for match in _AND_A_HALF.finditer(folded.text):
        unit = match["first"] or match["unit"]
        if unit is None and match["scale"] is None:
            continue
        number = _count(match["count"]) + _PART_OF[match["more"] or match["part"] or "half"]
        number *= _SCALE.get(match["scale"] or "", 1.0)
        yield _make(text, folded, match.start(), match.end(), number, WRITTEN[unit] if unit else None)
    for match in _HALF_OF.finditer(folded.text):
        if match["unit"] is None and match["scale"] is None:
            continue
        part = 0.75 if "three" in match["part"] else 0.25 if "quarter" in match["part"] else 0.5
        whole = _count(match["whole"]) if match["whole"] else 0.0
        number = (whole + part) * _SCALE.get(match["scale"] or "", 1.0)
        unit = WRITTEN[match["unit"]] if match["unit"] else None
        yield _make(text, folded, match.start(), len(folded.text[: match.end()].rstrip()), number, unit)


def _shares(text: str, folded: Folded) -> Iterator[Value]:
    """`one third`, `three quarters of`, `half of`: a number of unit `fraction`, which converts to percent."""
    for match in _SHARE.finditer(folded.text):
        number = _count(match["count"]) / _PARTS[match["part"]] if match["part"] else 0.5
        if number < 1:
            yield _make(text, folded, match.start(), match.end(), number, "fraction")


_PARTS_ABROAD = (
    (r"(?:die )?halfte|la moitie|la mitad|polovin[au]", 0.5), (r"ein drittel|un tiers|un tercio|(?:jedna )?tretin[au]", 1 / 3), (r"zwei drittel|deux tiers|dos tercios|dve tretiny", 2 / 3),
    (r"ein viertel|un quart|un cuarto|(?:jedna )?ctvrtin[au]", 0.25), (r"drei ?viertel|trois quarts|tres cuartos|tri ctvrtiny", 0.75), (r"ein funftel|un cinquieme|un quinto|petin[au]", 0.2),
)  # fmt: skip
_SHARE_ABROAD = re.compile(
    "|".join(
        rf"(?P<p{n}>\b(?:{words})\b(?! (?:d'heure|de hora|hodiny|nach|vor)))"
        for n, (words, _) in enumerate(_PARTS_ABROAD)
    )
)
_ABROAD = (
    "halft",
    "drittel",
    "viertel",
    "funftel",
    "moitie",
    "tiers",
    "quart",
    "cinquieme",
    "mitad",
    "tercio",
    "quinto",
    "polovin",
    "tretin",
    "ctvrtin",
    "petin",
)


def _shares_abroad(text: str, folded: Folded) -> Iterator[Value]:
    """`zwei Drittel`, `la moitié`, `tři čtvrtiny`."""
    if not any(sign in folded.text for sign in _ABROAD):
        return
    for match in _SHARE_ABROAD.finditer(folded.text):
        number = next(_PARTS_ABROAD[n][1] for n in range(len(_PARTS_ABROAD)) if match[f"p{n}"])
        yield _make(text, folded, match.start(), match.end(), number, "fraction")


_CN = "零〇一二三四五六七八九十百千万两"
_CN_DIGITS = {c: str(n) for n, c in enumerate("零一二三四五六七八九")} | {"〇": "0", "两": "2"}
_CN_SHARE = re.compile(
    rf"百分之(?P<percent>[{_CN}]+(?:点[{_CN}]+)?|\d+(?:\.\d+)?)|(?P<tenths>[一二三四五六七八九])成(?P<half>半)?|(?P<bottom>[{_CN}]+|\d+)分之(?P<top>[{_CN}]+|\d+)"
)


def _chinese(text: str) -> float | None:
    if text[0].isdigit():
        return float(text)
    whole, _, rest = text.partition("点")
    number = read_chinese(whole)
    return number if number is None or not rest else number + float("0." + "".join(_CN_DIGITS.get(c, "") for c in rest))


def _chinese_shares(text: str, folded: Folded) -> Iterator[Value]:
    """`百分之四点五`, `三成`, `三分之二`."""
    if folded.origin is None:
        return
    for match in _CN_SHARE.finditer(folded.text):
        if match["bottom"]:
            bottom, top = _chinese(match["bottom"]), _chinese(match["top"])
            if bottom and top:
                yield _make(text, folded, match.start(), match.end(), top / bottom, "fraction")
            continue
        number = (
            _chinese(match["percent"])
            if match["percent"]
            else (_chinese(match["tenths"]) or 0.0) * 10 + (5 if match["half"] else 0)
        )
        if number is not None:
            yield _make(text, folded, match.start(), match.end(), number, "percent", step=0.01)


def _counted(text: str, folded: Folded) -> Iterator[Value]:
    """`twice`, `a pair of`, `a fortnight`."""
    for match in _TIMES.finditer(folded.text):
        word = match["word"]
        number = 2.0 if word == "twice" else 3.0 if word else 1.0 if match["once"] else _count(match["count"])
        yield _make(text, folded, match.start(), match.end(), number, "times", step=1.0)
    for match in _PAIR.finditer(folded.text):
        yield _make(text, folded, match.start(), match.end(), 12.0 if match["dozen"] else 2.0, None, step=1.0)
    for pattern in (_ALWAYS_ALONE, _ALONE):
        for match in pattern.finditer(folded.text):
            yield _make(text, folded, match.start("all"), match.end("all"), 1.0, WRITTEN[match["unit"]], step=1.0)


_HALVES_ABROAD: tuple[tuple[re.Pattern[str], float, str], ...] = tuple(
    (re.compile(pattern), number, unit)
    for pattern, number, unit in (
        (r"(?<!\w)(?:ein(?:em|es)? )?halb(?:es|en)? jahr(?:es)?\b|\bmedio ano\b|\bsix mois\b|\bpul ?rok[uy]?\b|(?<!一年)半年", 6.0, "month"),
        (r"\b(?:anderthalb|eineinhalb|ein ?einhalb) jahre?n?\b|\bun an et demi\b|\bun ano y medio\b|\brok a pul\b|\bpuldruheho roku\b|一年半", 18.0, "month"),
        (r"\b(?:eine[nr]? )?halben? stunden?\b|\bune demi-heure\b|\bdemi-heure\b|\bmedia hora\b|\bpul ?hodin[yu]?\b|半个?小时", 30.0, "minute"),
        (r"\b(?:anderthalb|eineinhalb) stunden\b|\bune heure et demie\b|\buna hora y media\b|\bhodin[au] a pul\b|一个半小时", 90.0, "minute"),
        (r"\b(?:eine[nr]? )?viertelstunden?\b|\bun quart d'heure\b|\bun cuarto de hora\b|\bctvrt ?hodin[yu]?\b", 15.0, "minute"),
    )
)  # fmt: skip
_HALF_ABROAD = ("halb", "viert", "medi", "demi", "quart d", "cuarto", "pul", "ctvrt", "半")


def _halves_abroad(text: str, folded: Folded) -> Iterator[Value]:
    """`ein halbes Jahr`, `un an et demi`, `media hora`, `rok a půl`, `半年`."""
    if not any(sign in folded.text for sign in _HALF_ABROAD):
        return
    for pattern, number, unit in _HALVES_ABROAD:
        for match in pattern.finditer(folded.text):
            yield _make(text, folded, match.start(), match.end(), number, unit, step=1.0)


_FACTORS = {"double": 2.0, "triple": 3.0, "treble": 3.0, "quadruple": 4.0, "quintuple": 5.0}
_FACTOR_SIGNS = ("fold", "times", "double", "triple", "treble", "quadru", "quintu", "twice", "factor")
_FACTOR = re.compile(
    rf"\b(?:(?P<verb>{'|'.join(_FACTORS)})[ds]\b|(?P<count>two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|\d+)-?fold\b|factor of (?P<factor>{_COUNT})\b|(?P<times>{_COUNT}) times (?:as (?:much|many|high|large|big|long|fast)|higher|larger|more)\b|(?P<twice>twice) as (?:much|many|high|large|big|long|fast)\b)"
)


def _factors(text: str, folded: Folded) -> Iterator[Value]:
    """`tripled`, `threefold`, `by a factor of three`, `three times as much`: unit `factor`."""
    if not any(sign in folded.text for sign in _FACTOR_SIGNS):
        return
    for match in _FACTOR.finditer(folded.text):
        word = match["count"] or match["factor"] or match["times"]
        number = 2.0 if match["twice"] else _FACTORS[match["verb"]] if match["verb"] else _count(word)
        yield _make(text, folded, match.start(), match.end(), number, "factor")


_A_YEAR = {
    "hour": 8766.0,
    "day": 365.25,
    "week": 52.18,
    "fortnight": 26.09,
    "month": 12.0,
    "quarter": 4.0,
    "year": 1.0,
    "decade": 0.1,
}
_ADVERBS = {
    "hourly": 8766.0, "daily": 365.25, "weekly": 52.18, "fortnightly": 26.09, "monthly": 12.0, "quarterly": 4.0, "biannually": 2.0, "semi-annually": 2.0,
    "semiannually": 2.0, "half-yearly": 2.0, "annually": 1.0, "yearly": 1.0, "biennially": 0.5,
}  # fmt: skip
_FREQUENCY = re.compile(
    rf"\b(?:(?P<adverb>{'|'.join(_ADVERBS)})\b|every (?:(?P<other>other|second) |(?P<every>{_COUNT}) )?(?P<unit>hour|day|week|fortnight|month|quarter|year|decade)s?\b"
    rf"|(?:(?P<once>once)|(?P<twice>twice)|(?P<thrice>thrice)|(?P<count>{_COUNT}) times?) (?:an?|per|every|each) (?:(?P<span>{_COUNT}) )?(?P<per>hour|day|week|fortnight|month|quarter|year|decade)s?\b)"
)


def _often(text: str, folded: Folded) -> Iterator[Value]:
    """`weekly`, `every three months`, `twice a year`: times a year, unit `per year`."""
    for match in _FREQUENCY.finditer(folded.text):
        if match["adverb"]:
            number = _ADVERBS[match["adverb"]]
        elif match["unit"]:
            number = _A_YEAR[match["unit"]] / (
                2.0 if match["other"] else _count(match["every"]) if match["every"] else 1.0
            )
        else:
            times = (
                1.0 if match["once"] else 2.0 if match["twice"] else 3.0 if match["thrice"] else _count(match["count"])
            )
            number = times * _A_YEAR[match["per"]] / (_count(match["span"]) if match["span"] else 1.0)
        yield _make(text, folded, match.start(), match.end(), number, "per year", step=number * 0.02)


_RANGE_LINK = re.compile(r"^\s?(?:-|to|until|through|and|bis|a|az)\s?(?:plus\s|\+)?$")


def _spread(text: str, first: Value, second: Value) -> Value | None:
    """`30 % to 60 %`, `between 5 km and 10 km`, `two to three weeks` as one range."""
    if (
        first.kind == "number"
        and first.unit is None
        and second.unit not in (None, "ordinal", "clock", "times", "factor")
    ):
        first = replace(first, kind=second.kind, unit=second.unit)
    between = text[: first.start].rstrip().lower().endswith("between")
    bare = between and first.kind == second.kind == "number"  # between six and twelve
    same = first.unit == second.unit and (first.unit is not None or bare)
    same = same and first.number is not None and second.number is not None
    if not same or first.high is not None or second.high is not None or first.unit in ("clock", "ordinal"):
        return None
    link = text[first.end : second.start].lower()
    if not _RANGE_LINK.match(link) or ("and" in link and not between) or (second.number or 0) <= (first.number or 0):
        return None
    return replace(first, text=text[first.start : second.end], end=second.end, high=second.number)


def _compound(text: str, values: list[Value]) -> list[Value]:
    """`2 hours and 30 minutes`, `5 feet 11 inches`, `two dollars and seventy-five cents` as one value each."""
    out: list[Value] = []
    for value in values:
        last = out[-1] if out else None
        joined = (_together(text, last, value) or _spread(text, last, value)) if last else None
        if joined is not None:
            out[-1] = joined
        else:
            out.append(value)
    return out


def _together(text: str, first: Value, second: Value) -> Value | None:
    if first.unit is None or second.unit is None or first.number is None or second.number is None:
        return None
    if (
        first.high is not None
        or second.high is not None
        or (first.bound != "exact" and second.bound != first.bound != "about")
    ):
        return None
    major, minor = UNITS.get(first.unit), UNITS.get(second.unit)
    cents = second.unit == "cent" and first.unit in HAVE_CENTS
    if (
        major is None
        or minor is None
        or not (cents or (major.dimension == minor.dimension and major.factor > minor.factor))
    ):
        return None
    ratio = 100.0 if cents else major.factor / minor.factor
    if (
        not _JOINED.match(text[first.end : second.start])
        or not 0 <= second.number < ratio
        or first.number != int(first.number)
    ):
        return None
    number = first.number * ratio + second.number
    return replace(
        second,
        kind=first.kind,
        text=text[first.start : second.end],
        start=first.start,
        number=number,
        bound=first.bound,
    )
