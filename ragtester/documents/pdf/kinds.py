"""What a cell's text is: a number, a year, a sign that stands for a missing value."""

from __future__ import annotations

import re

_NUMBER = re.compile(
    r"[(\[<>~±≈+\-–—−]*\s*(?:[$€£¥₹%]|US\$|C\$|A\$|EUR|USD|GBP|CHF|NOK|SEK|DKK|Rs\.?)?\s*[(\-–—−]?\s*"
    r"\d[\d\s.,:'’/]*\s*(?:%|‰|[$€£¥]|pp|bps|x|[kKmMbB]n?)?\s*[)\]]?\s*[*†‡a-e]?\d?"
)
_YEAR = re.compile(r"(?:FY\s?)?(?:1[89]|20)\d\d(?:\s?[-–/]\s?(?:(?:1[89]|20)?\d\d))?\*?")
_MISSING = re.compile(r"[-–—−*.…]+|n/?a\.?|N/?A\.?|NA|\(?[$€£]?\s*[-–—−]+\s*\)?%?|\.\.|:|†|‡|#|x|X")


def is_number(text: str) -> bool:
    """Whether the text is a number with its signs and unit, or stands for a missing one."""
    text = text.strip()
    return bool(_NUMBER.fullmatch(text) or _MISSING.fullmatch(text))


def is_year(text: str) -> bool:
    """Whether the text is a year or a span of years: a number that names a column."""
    return bool(_YEAR.fullmatch(text.strip()))
