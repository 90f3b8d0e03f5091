"""UTF-8 is read as another encoding."""

from __future__ import annotations

import re
from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.documents import each_document, replacing
from ragtester.systems.reference import Stages


def _misread(match: re.Match[str]) -> str:
    return match[0].encode("utf-8", "surrogatepass").decode("cp1252", "replace")


def _change(stages: Stages) -> Stages:
    return replace(stages, parse=each_document(stages.parse, replacing(r"[^\x00-\x7f]+", _misread)))


FAULT = Fault(
    name="mojibake",
    stage="parse",
    kind="damage",
    description="every sign outside ASCII is read in the wrong encoding: a euro sign becomes three other signs",
    change=_change,
)
