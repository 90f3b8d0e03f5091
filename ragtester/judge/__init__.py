"""Judges: the built-in one, its dimensions and rules, and how far any judge agrees with people."""

from ragtester.judge.builtin import BuiltinJudge, Cleaner
from ragtester.judge.calibration import (
    Agreement,
    Calibration,
    ConfidenceBin,
    Disagreement,
    calibrate,
    corrected_by_labels,
)
from ragtester.judge.dimensions import RUBRICS, Rubric, Thresholds
from ragtester.judge.labels import Label, parse_labels, read_labels
from ragtester.judge.making import make_judge

__all__ = [
    "RUBRICS",
    "Agreement",
    "BuiltinJudge",
    "Calibration",
    "Cleaner",
    "ConfidenceBin",
    "Disagreement",
    "Label",
    "Rubric",
    "Thresholds",
    "calibrate",
    "corrected_by_labels",
    "make_judge",
    "parse_labels",
    "read_labels",
]
