"""Four faults that mislead a plain retriever, each with the one fix that helps, ready for any system."""

from ragtester.retrieval.faults.fuzzy import Calibration, calibrate_threshold, read_query_pairs, similarity
from ragtester.retrieval.faults.ocr import OcrRule, learn_substitutions
from ragtester.retrieval.faults.packs import DOCUMENTS, PACKS, FaultPack, PackResult, run_packs
from ragtester.retrieval.faults.tables import join_tables
from ragtester.retrieval.faults.token_score import Fixes, Passage, TokenScoreSystem, rank

__all__ = [
    "DOCUMENTS",
    "PACKS",
    "Calibration",
    "FaultPack",
    "Fixes",
    "OcrRule",
    "PackResult",
    "Passage",
    "TokenScoreSystem",
    "calibrate_threshold",
    "join_tables",
    "learn_substitutions",
    "rank",
    "read_query_pairs",
    "run_packs",
    "similarity",
]
