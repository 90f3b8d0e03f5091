"""Numbers written in words, and numerals as people write them."""

from __future__ import annotations

import re

_SMALL: dict[str, int] = {}
for _words in (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen",
    "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn "
    "achtzehn neunzehn",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete "
    "dieciocho diecinueve",
    "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
    "dix-neuf",
    "nula jeden dva tri ctyri pet sest sedm osm devet deset jedenact dvanact trinact ctrnact patnact sestnact sedmnact "
    "osmnact devatenact",
):
    for _value, _word in enumerate(_words.split()):
        _SMALL.setdefault(_word, _value)
_TENS: dict[str, int] = {}
for _words in (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
    "dvacet tricet ctyricet padesat sedesat sedmdesat osmdesat devadesat",
):
    for _value, _word in enumerate(_words.split(), start=2):
        _TENS.setdefault(_word, _value * 10)
SCALES: dict[str, float] = {
    "hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "millions": 1e6, "billions": 1e9,
    "hundert": 100, "tausend": 1e3, "millionen": 1e6, "milliarde": 1e9, "milliarden": 1e9,
    "cien": 100, "ciento": 100, "mil": 1e3, "millon": 1e6, "millones": 1e6,
    "cent": 100, "mille": 1e3, "milliard": 1e9, "milliards": 1e9,
    "sto": 100, "tisic": 1e3, "tisice": 1e3, "milion": 1e6, "miliony": 1e6, "milionu": 1e6, "miliarda": 1e9,
    "miliardy": 1e9, "miliard": 1e9, "dozen": 12, "lakh": 1e5, "crore": 1e7,
}  # fmt: skip
"""Scale words that follow a number, folded."""

SHORT_SCALES: dict[str, float] = {
    "k": 1e3, "m": 1e6, "mm": 1e6, "mn": 1e6, "mio": 1e6, "mil": 1e6, "bn": 1e9, "b": 1e9, "mrd": 1e9, "tn": 1e12, "t": 1e12,
    "万": 1e4, "亿": 1e8, "千": 1e3, "百万": 1e6,
}  # fmt: skip
"""Short scale letters; `m`, `b` and `t` mean a scale only beside a currency."""

ORDINALS: dict[str, int] = {
    "first": 1, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "second": 2,
}  # fmt: skip

_ENGLISH = "|".join(sorted((*_SMALL, *_TENS, *(s for s in SCALES if s != "cent")), key=len, reverse=True))
WORDS = re.compile(
    rf"(?<![\w-])(?:an?[ ](?=hundred|thousand|million|billion|dozen))?(?:{_ENGLISH})(?:(?:-|[ ]and[ ]|[ ]|-und-)(?:{_ENGLISH})\b)*(?!\w|-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))"
)
"""A run of number words in a folded text."""

NUMBER_WORDS = frozenset(word.split("-")[0] for word in (*_SMALL, *_TENS, *SCALES))
"""A text without one of these words has no run of number words."""

_PART = re.compile(r"[a-z]+(?:-(?:sept|huit|neuf|dix|vingts?))*")
_CHINESE = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_CHINESE_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10000, "亿": 100_000_000}
CHINESE = re.compile(r"[零一二三四五六七八九两〇十百千万亿]+")


def read_words(text: str) -> float | None:
    """The number that folded words say (`two hundred and five`), or None."""
    total, current, seen = 0.0, 0.0, False
    last = 0.0
    for word in re.split(r"[ -]+", text.strip()):
        if word in ("and", "a", "an", "und"):
            continue
        if word in _SMALL or word in _TENS:
            value = _SMALL.get(word, _TENS.get(word, 0))
            # "nineteen forty" and "one two" are no sums
            if seen and last and value >= last:
                return None
            if word in _SMALL and seen and 0 < last < 20:
                return None
            current += value
            last = float(value)
        elif word in SCALES:
            scale = SCALES[word]
            if scale in (12, 100):
                current = (current or 1) * scale
            else:
                total += (current or 1) * scale
                current = 0.0
            last = scale
        else:
            return None
        seen = True
    return total + current if seen else None


def read_numeral(text: str) -> float | None:
    """The number of a numeral: `1,234.5`, `1.234,5`, `1 234,5`, `1'234`, `12,5`, `0.5`.

    A single comma before three digits groups thousands, a single full stop is a decimal point.
    """
    bare = text.replace(" ", "").replace("'", "").replace("\u00a0", "")
    commas, stops = bare.count(","), bare.count(".")
    if commas and stops:
        decimal = max(bare.rfind(","), bare.rfind("."))
        mark = bare[decimal]
        bare = bare.replace("." if mark == "," else ",", "")
        if bare.count(mark) > 1:
            return None
        bare = bare.replace(",", ".")
    elif commas:
        grouped = re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+", bare) and not bare.lstrip("+-").startswith("0")
        bare = bare.replace(",", "") if grouped or commas > 1 else bare.replace(",", ".")
    elif stops > 1:
        bare = bare.replace(".", "")
    try:
        return float(bare)
    except ValueError:
        return None


def read_chinese(text: str) -> float | None:
    """The number of Chinese numerals: 十四 is 14, 二〇二三 is 2023."""
    if not any(c in _CHINESE_SCALES for c in text):
        return float("".join(str(_CHINESE[c]) for c in text)) if text else None
    total, section, digit = 0, 0, 0
    for c in text:
        if c in _CHINESE:
            digit = _CHINESE[c]
        elif _CHINESE_SCALES[c] < 10000:
            section += (digit or 1) * _CHINESE_SCALES[c]
            digit = 0
        else:
            total += (section + digit or 1) * _CHINESE_SCALES[c]
            section = digit = 0
    return float(total + section + digit)
