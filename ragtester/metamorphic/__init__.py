"""Metamorphic testing of a changing corpus: mutants, the oracle, the tables, repairs (and the truth they are scored by)."""

from ragtester.metamorphic.apply import apply_to_context, apply_to_documents, edited
from ragtester.metamorphic.borrowing import borrowed_counterfactuals
from ragtester.metamorphic.budget import BudgetReport, budget_report, next_arm, rank_by_yield, replay
from ragtester.metamorphic.combination import combine, combined_mutants
from ragtester.metamorphic.counterfactuals import Counterfactual, write_counterfactual
from ragtester.metamorphic.diff import diff
from ragtester.metamorphic.instances import (
    REASONS,
    BaseInstances,
    can_be_instance,
    select_instances,
    trials_for,
)
from ragtester.metamorphic.mutation import (
    BASE_SETTINGS,
    Choice,
    Skipped,
    changes_index,
    choose,
    evidence_documents,
    mutate,
    settings_of,
)
from ragtester.metamorphic.operators import OPERATORS, Operator, Target, operator, operator_names
from ragtester.metamorphic.oracle import (
    Observation,
    OracleView,
    Preservation,
    model_outcome,
    not_applicable_outcome,
    preservation,
    relation_outcome,
    same_answer,
    unmeasured_outcome,
)
from ragtester.metamorphic.page import campaign_page
from ragtester.metamorphic.reduction import Reduction, smallest_mutation
from ragtester.metamorphic.repair import (
    REPAIRS,
    RepairOutcome,
    RepairStrategy,
    repair_strategy,
    repair_summary,
    repair_table,
    repaired_settings,
)
from ragtester.metamorphic.settings import IndexSettings, Segmentation, segment
from ragtester.metamorphic.stage import failing_stage
from ragtester.metamorphic.tables import (
    CampaignReport,
    Cost,
    RelationLabel,
    Stability,
    campaign_report,
    meta_evaluation,
    overlap_table,
    stability,
    stratified_sample,
    summary,
    violation_table,
    write_tables,
)
from ragtester.metamorphic.truth import Truth, truth

__all__ = [
    "BASE_SETTINGS",
    "OPERATORS",
    "REASONS",
    "REPAIRS",
    "BaseInstances",
    "BudgetReport",
    "CampaignReport",
    "Choice",
    "Cost",
    "Counterfactual",
    "IndexSettings",
    "Observation",
    "Operator",
    "OracleView",
    "Preservation",
    "Reduction",
    "RelationLabel",
    "RepairOutcome",
    "RepairStrategy",
    "Segmentation",
    "Skipped",
    "Stability",
    "Target",
    "Truth",
    "apply_to_context",
    "apply_to_documents",
    "borrowed_counterfactuals",
    "budget_report",
    "campaign_page",
    "campaign_report",
    "can_be_instance",
    "changes_index",
    "choose",
    "combine",
    "combined_mutants",
    "diff",
    "edited",
    "evidence_documents",
    "failing_stage",
    "meta_evaluation",
    "model_outcome",
    "mutate",
    "next_arm",
    "not_applicable_outcome",
    "operator",
    "operator_names",
    "overlap_table",
    "preservation",
    "rank_by_yield",
    "relation_outcome",
    "repair_strategy",
    "repair_summary",
    "repair_table",
    "repaired_settings",
    "replay",
    "same_answer",
    "segment",
    "select_instances",
    "settings_of",
    "smallest_mutation",
    "stability",
    "stratified_sample",
    "summary",
    "trials_for",
    "truth",
    "unmeasured_outcome",
    "violation_table",
    "write_counterfactual",
    "write_tables",
]
