"""Retrieval regression: measures, contracts, captures, the gate, comparison of runs, lifecycle, proof checks."""

from ragtester.retrieval.capture import capture_contract
from ragtester.retrieval.compare import PairCounts, RunComparison, compare_counts, compare_runs
from ragtester.retrieval.contract import (
    Capture,
    CaptureStage,
    Contract,
    ContractQuery,
    Hit,
    ManifestEntry,
    read_capture,
    read_contract,
    write_capture,
    write_contract,
)
from ragtester.retrieval.contract.from_suite import contract_from_suite
from ragtester.retrieval.contract.pooling import unjudged_results, with_judgments
from ragtester.retrieval.contract.splits import assign_splits, move_to_development, select_split
from ragtester.retrieval.gate import GateReport, gate, gate_files
from ragtester.retrieval.measures import MEASURES, Measure, Reference

__all__ = [
    "MEASURES",
    "Capture",
    "CaptureStage",
    "Contract",
    "ContractQuery",
    "GateReport",
    "Hit",
    "ManifestEntry",
    "Measure",
    "PairCounts",
    "Reference",
    "RunComparison",
    "assign_splits",
    "capture_contract",
    "compare_counts",
    "compare_runs",
    "contract_from_suite",
    "gate",
    "gate_files",
    "move_to_development",
    "read_capture",
    "read_contract",
    "select_split",
    "unjudged_results",
    "with_judgments",
    "write_capture",
    "write_contract",
]
