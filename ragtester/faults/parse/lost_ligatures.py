"""Ligatures of a PDF font have no letters behind them."""

from __future__ import annotations

from dataclasses import replace

from ragtester.faults.fault import Fault
from ragtester.faults.parts.documents import each_document, replacing
from ragtester.systems.reference import Stages


def _change(stages: Stages) -> Stages:
    lost = replacing(r"ffi|ffl|ff|fi|fl|ft|tt|ti", lambda _match: "\ufffd")
    return replace(stages, parse=each_document(stages.parse, lost))


FAULT = Fault(
    name="lost_ligatures",
    stage="parse",
    kind="damage",
    description="letters that the font draws as one sign are lost: fi, fl, ff, ft, tt, ti",
    change=_change,
)
