"""Times of day as people write them: `5:30 p.m.`, `17:30`, `17.30 Uhr`, `17h30`, `half past five`, `noon`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HOURS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), start=1)
}
_HOUR_WORDS = "|".join(_HOURS)
_CN_DIGITS = {
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "十": 10,
    "十一": 11,
    "十二": 12,
}
_CN_CLOCK = re.compile(
    r"(?P<part>上午|早上|凌晨|下午|晚上|傍晚|中午)?\s?(?P<hour>\d{1,2}|十[一二]?|[一二两三四五六七八九])\s?(?:点钟?|时(?!间|候|常|期))(?P<half>半)?(?:(?P<minute>[0-5]?\d)分?)?"
)
_STUNDEN = {
    word: number
    for number, word in enumerate("eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf".split(), start=1)
}
_HALB = re.compile(rf"\b(?P<part>halb|viertel nach|viertel vor|dreiviertel) (?P<hour>{'|'.join(_STUNDEN)})\b")
_HALB_PARTS = {"halb": -30, "viertel nach": 15, "viertel vor": -15, "dreiviertel": -15}
_CLOCK = re.compile(
    r"(?<![\d:.,])(?:(?P<noon>noon|midday|midnight)\b|(?P<hour>\d{1,2})(?:(?P<mark>[:.h])(?P<minute>[0-5]\d))?\s?(?P<half>[ap])\.?\s?m\b\.?"
    r"|(?P<hour24>[01]?\d|2[0-4]):(?P<minute24>[0-5]\d)(?![\d:])(?:\s?(?:uhr|hod\w*|h)\b)?"
    r"|(?P<hourmark>[01]?\d|2[0-4])(?:[.h](?P<minutemark>[0-5]\d))?\s?(?:uhr|hod\.?)(?!\w)"
    r"|(?P<hourh>[01]?\d|2[0-4])\s?h\s?(?P<minuteh>[0-5]\d)(?!\d)"
    r"|(?P<bare>1[0-2]|[1-9])(?=\s(?:in the (?:morning|afternoon|evening)|at night)\b)"
    rf"|(?P<past>half past|quarter past|quarter to)\s(?P<pasthour>{_HOUR_WORDS}|1[0-2]|[1-9])\b|(?P<oclock>{_HOUR_WORDS}|1[0-2]|[1-9])\so'clock)"
)
_PART_OF_DAY = re.compile(
    r"^\s?(?:in the |at |am |in der )?(?P<part>morning|afternoon|evening|night|nachmittags?|abends?|nachts|morgens|vormittags?)\b"
)
_RANGE = re.compile(r"\s?(?:-|to|until|till|and|bis|a)\s?$")
_MARKED = re.compile(r"[ap]\.?\s?m|^0\d|uhr|hod|noon|midday|midnight|morning|afternoon|evening|night|午|早|晚|凌晨")
_NEEDED = re.compile(
    r"\d\s?[:.h]\s?\d|\d\s?[ap]\.?\s?m|noon|mid|uhr|hod|past |quarter to|o'clock|halb|viertel|点|时|\d in the |\d at night"
)


def find_clocks(folded: str) -> Iterator[tuple[int, int, float, float | None]]:
    """Start, end, minutes after midnight, and those of the end of a range (`9 a.m. to 5 p.m.`)."""
    if not _NEEDED.search(folded):
        return
    found: list[tuple[int, int, float]] = []
    for match in _CLOCK.finditer(folded):
        minutes = _minutes(match)
        if minutes is None:
            continue
        end = match.end()
        part = _PART_OF_DAY.match(folded[end : end + 20])
        if part and match["half"] is None and match["noon"] is None:
            end += part.end()
            if part["part"] not in ("morning", "morgens", "vormittag", "vormittags", "nachts") and minutes < 720:
                minutes += 720
        found.append((match.start(), end, minutes))
    if "点" in folded or "时" in folded:
        found = sorted([*found, *_chinese(folded)])
    if "halb" in folded or "viertel" in folded:
        found = sorted([*found, *_german(folded)])
    index = 0
    while index < len(found):
        start, end, number = found[index]
        high: float | None = None
        if index + 1 < len(found) and _RANGE.fullmatch(folded[end : found[index + 1][0]]):
            _, end, high = found[index + 1]
            index += 1
        yield start, end, number, high
        index += 1


def _german(folded: str) -> Iterator[tuple[int, int, float]]:
    """`halb drei` is 2:30, `Viertel vor vier` 3:45."""
    for match in _HALB.finditer(folded):
        minutes = _STUNDEN[match["hour"]] * 60.0 + _HALB_PARTS[match["part"]]
        part = _PART_OF_DAY.match(folded[match.end() : match.end() + 20])
        afternoon = part is not None and part["part"].startswith(("nachmittag", "abend"))
        yield match.start(), match.end() + (part.end() if part else 0), minutes + (720 if afternoon else 0)


def _chinese(folded: str) -> Iterator[tuple[int, int, float]]:
    """`下午3点半` is 15:30; an hour without its part of the day is on the clock of 24 hours."""
    for match in _CN_CLOCK.finditer(folded):
        hour = int(match["hour"]) if match["hour"].isdigit() else _CN_DIGITS[match["hour"]]
        if hour > 24 or not (
            match["part"] or match["half"] or match["minute"] or folded[match.end() :][:1] not in "".join(_CN_DIGITS)
        ):
            continue
        late = match["part"] in ("下午", "晚上", "傍晚") and hour < 12
        yield (
            match.start(),
            match.end(),
            (hour + (12 if late else 0)) * 60.0 + (30 if match["half"] else int(match["minute"] or 0)),
        )


def may_be_afternoon(written: str) -> bool:
    """Whether a time is written so that it may be of either half of the day: `5:30`, `half past five`."""
    return not _MARKED.search(written.lower())


def _minutes(match: re.Match[str]) -> float | None:
    if match["noon"]:
        return 0.0 if match["noon"] == "midnight" else 720.0
    for hour, minute in (("hour24", "minute24"), ("hourmark", "minutemark"), ("hourh", "minuteh")):
        if match[hour]:
            return float(match[hour]) * 60 + float(match[minute] or 0)
    if match["past"]:
        return _hour(match["pasthour"]) * 60 + {"half past": 30, "quarter past": 15, "quarter to": -15}[match["past"]]
    if match["oclock"]:
        return _hour(match["oclock"]) * 60
    if match["bare"]:
        return float(int(match["bare"]) * 60)
    hours = int(match["hour"])
    if not 1 <= hours <= 12:
        return None
    return float((hours % 12 + (12 if match["half"] == "p" else 0)) * 60 + int(match["minute"] or 0))


def _hour(word: str) -> float:
    return float(_HOURS.get(word) or int(word))
