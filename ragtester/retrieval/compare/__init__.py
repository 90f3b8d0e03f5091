"""Comparison of two runs of the matrix."""

from ragtester.retrieval.compare.counted import PairCounts, compare_counts
from ragtester.retrieval.compare.rows import LOWER_IS_BETTER
from ragtester.retrieval.compare.runs import RunComparison, RunMeasure, compare_runs

__all__ = ["LOWER_IS_BETTER", "PairCounts", "RunComparison", "RunMeasure", "compare_counts", "compare_runs"]
