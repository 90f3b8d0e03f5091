"""Judges: the built-in one, those with a model, snapshot metrics, and how far any judge agrees with people."""

from ragtester.judge.builtin import BuiltinJudge, Cleaner
from ragtester.judge.calibration import (
    Agreement,
    Calibration,
    ConfidenceBin,
    Disagreement,
    calibrate,
    corrected_by_labels,
)
from ragtester.judge.custom import CustomDimensions
from ragtester.judge.dimensions import RUBRICS, Rubric, Thresholds
from ragtester.judge.injection import addresses_grader, clean_answer
from ragtester.judge.labels import Label, parse_labels, read_labels
from ragtester.judge.llm_judge import SURE_AT, LlmJudge
from ragtester.judge.making import make_judge
from ragtester.judge.panel import Panel
from ragtester.judge.snapshot import METRICS, Snapshot, SnapshotJudge, snapshot, snapshot_by_model

__all__ = [
    "METRICS",
    "RUBRICS",
    "SURE_AT",
    "Agreement",
    "BuiltinJudge",
    "Calibration",
    "Cleaner",
    "ConfidenceBin",
    "CustomDimensions",
    "Disagreement",
    "Label",
    "LlmJudge",
    "Panel",
    "Rubric",
    "Snapshot",
    "SnapshotJudge",
    "Thresholds",
    "addresses_grader",
    "calibrate",
    "clean_answer",
    "corrected_by_labels",
    "make_judge",
    "parse_labels",
    "read_labels",
    "snapshot",
    "snapshot_by_model",
]
