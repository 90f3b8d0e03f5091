"""Snapshot metrics for comparison: one answer, one score each, with the claims and verdicts that it was computed from.

Faithfulness, response relevancy, context precision and context recall as Es et al. 2024 (RAGAS) define them: with a
model, and by rules for use without one.
"""

from ragtester.judge.snapshot.judge import SnapshotJudge
from ragtester.judge.snapshot.llm import snapshot_by_model
from ragtester.judge.snapshot.result import METRICS, Item, Metric, Snapshot
from ragtester.judge.snapshot.rules import snapshot

__all__ = ["METRICS", "Item", "Metric", "Snapshot", "SnapshotJudge", "snapshot", "snapshot_by_model"]
