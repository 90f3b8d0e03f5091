"""Contracts and captures: their records, and reading, checking and writing their files."""

from ragtester.retrieval.contract.capture_file import capture_json, parse_capture, read_capture, write_capture
from ragtester.retrieval.contract.consistency import check_contract
from ragtester.retrieval.contract.contract_file import contract_json, parse_contract, read_contract, write_contract
from ragtester.retrieval.contract.records import (
    CAPTURE_STAGES,
    UNITS,
    Capture,
    CapturedResult,
    CaptureStage,
    Contract,
    ContractQuery,
    EvidenceFact,
    Forbidden,
    Hit,
    ManifestEntry,
    Quote,
    Unit,
)

__all__ = [
    "CAPTURE_STAGES",
    "UNITS",
    "Capture",
    "CaptureStage",
    "CapturedResult",
    "Contract",
    "ContractQuery",
    "EvidenceFact",
    "Forbidden",
    "Hit",
    "ManifestEntry",
    "Quote",
    "Unit",
    "capture_json",
    "check_contract",
    "contract_json",
    "parse_capture",
    "parse_contract",
    "read_capture",
    "read_contract",
    "write_capture",
    "write_contract",
]
