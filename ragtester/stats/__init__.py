"""Statistics: intervals, paired tests, multiplicity, agreement, judge-corrected rates."""

from ragtester.stats.agreement import Confusion, cohen_kappa
from ragtester.stats.corrected import CorrectedRate, prediction_powered, rogan_gladen
from ragtester.stats.intervals import bootstrap_mean, rate, wilson
from ragtester.stats.kappa import kappa_interval
from ragtester.stats.multiplicity import benjamini_hochberg, holm
from ragtester.stats.paired import (
    ComparisonVerdict,
    PairedComparison,
    comparison_verdict,
    mcnemar,
    needed_pairs,
    paired_bootstrap,
    permutation_test,
)
from ragtester.stats.ranks import spearman

__all__ = [
    "ComparisonVerdict",
    "Confusion",
    "CorrectedRate",
    "PairedComparison",
    "benjamini_hochberg",
    "bootstrap_mean",
    "cohen_kappa",
    "comparison_verdict",
    "holm",
    "kappa_interval",
    "mcnemar",
    "needed_pairs",
    "paired_bootstrap",
    "permutation_test",
    "prediction_powered",
    "rate",
    "rogan_gladen",
    "spearman",
    "wilson",
]
