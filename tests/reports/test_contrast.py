"""Every step of the heat map can be read, in light and in dark, whatever share a run happens to show."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

CSS = files("ragtester.reports.html").joinpath("report.css").read_text(encoding="utf-8")
LEAST = 4.5
"""WCAG 2.2, success criterion 1.4.3, for text of ordinary size."""


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def schemes() -> dict[str, str]:
    """The rules that hold in light, and those that dark adds to them."""
    dark = "".join(
        found[1] for found in re.finditer(r"@media \(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\}", CSS)
    )
    light = re.sub(r"@media \([^)]*\)\{(?:[^{}]*\{[^{}]*\})*\}", "", CSS)
    return {"light": light, "dark": light + dark}


def last(pattern: str, rules: str, default: str) -> str:
    found = re.findall(pattern, rules)
    return found[-1] if found else default


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("step", range(9))
def test_a_share_can_be_read_on_its_step(scheme: str, step: int) -> None:
    rules = schemes()[scheme]
    ground = last(rf"--s{step}:(#[0-9a-f]{{3,6}})", rules, "")
    ink = last(rf"\.s{step}(?:,\.s\d)*\{{(?:[^}}]*;)?color:(#[0-9a-f]{{3,6}}|inherit)", rules, "inherit")
    if ink == "inherit":
        ink = last(r"--ink:(#[0-9a-f]{3,6})", rules, "")
    assert contrast(ink, ground) >= LEAST, f"{ink} on {ground}"
