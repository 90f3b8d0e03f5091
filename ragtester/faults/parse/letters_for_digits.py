"""Digits are recognised as letters that look like them."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.documents import each_document, replacing
from ragtester.systems.reference import Stages

_LOOKS = str.maketrans("015268", "OlSZGB")


def _change(stages: Stages) -> Stages:
    misread = replacing(r"\d+", lambda match: match[0].translate(_LOOKS))
    return replace(stages, parse=each_document(stages.parse, misread))


FAULT = Fault(
    name="letters_for_digits",
    stage="parse",
    kind="damage",
    description="character recognition takes digits for letters that look alike: 0 for O, 1 for l, 5 for S",
    change=_change,
)
