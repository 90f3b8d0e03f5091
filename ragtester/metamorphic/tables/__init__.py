"""The tables of the paper from outcomes: rates, overlap, meta-evaluation, stability, agreement; as files too."""

from ragtester.metamorphic.tables.agreement import Agreement, RelationLabel, agreement
from ragtester.metamorphic.tables.fault_overlap import Region, fault_overlap, found_in_all
from ragtester.metamorphic.tables.files import to_csv, write_tables
from ragtester.metamorphic.tables.meta_evaluation import (
    SNAPSHOT_METRICS,
    THRESHOLDS,
    MetaRow,
    SnapshotScores,
    disagreements,
    meta_evaluation,
)
from ragtester.metamorphic.tables.report import CampaignReport, Cost, InstanceCount, campaign_report, summary
from ragtester.metamorphic.tables.stability import Stability, stability, stratified_sample
from ragtester.metamorphic.tables.violations import (
    OverlapRow,
    ViolationRow,
    jaccard,
    overlap_table,
    scope_averages,
    violation_table,
)

__all__ = [
    "SNAPSHOT_METRICS",
    "THRESHOLDS",
    "Agreement",
    "CampaignReport",
    "Cost",
    "InstanceCount",
    "MetaRow",
    "OverlapRow",
    "Region",
    "RelationLabel",
    "SnapshotScores",
    "Stability",
    "ViolationRow",
    "agreement",
    "campaign_report",
    "disagreements",
    "fault_overlap",
    "found_in_all",
    "jaccard",
    "meta_evaluation",
    "overlap_table",
    "scope_averages",
    "stability",
    "stratified_sample",
    "summary",
    "to_csv",
    "violation_table",
    "write_tables",
]
