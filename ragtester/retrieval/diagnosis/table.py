"""Where to look next: an observation is a hypothesis about the stage, never a verdict on the cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ragtester.records import JsonValue

Observation = Literal[
    "fact_missing_from_parsed_text",
    "text_absent_from_records",
    "evidence_missing_from_candidates",
    "candidate_reranked_out",
    "evidence_absent_from_context",
    "obsolete_text_under_right_id",
    "unauthorised_content",
    "forbidden_revision",
    "repeated_result",
    "wrong_answer_from_right_context",
    "nothing_wrong_with_retrieval",
]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    observation: Observation
    seen: str
    """What was observed, for a reader."""
    inspect: tuple[str, ...]
    """Artefacts to look at next, the likeliest first."""


TABLE: dict[Observation, Row] = {
    row.observation: row
    for row in (
        Row(
            "fact_missing_from_parsed_text",
            "the fact is not in the parsed text",
            ("source export", "parser", "table extraction", "chunk boundaries"),
        ),
        Row(
            "text_absent_from_records",
            "the parsed text has the fact, the stored records do not",
            ("item failures of ingestion", "namespace", "index routing"),
        ),
        Row(
            "evidence_missing_from_candidates",
            "the stored evidence is not among the candidates",
            ("query rewriting", "filters", "embeddings", "search configuration"),
        ),
        Row(
            "candidate_reranked_out",
            "the evidence was a candidate and did not survive reranking",
            ("inputs of the reranker", "version of its model", "cutoff"),
        ),
        Row(
            "evidence_absent_from_context",
            "the ranked evidence is not in the final context",
            ("deduplication", "context packing", "truncation", "token budget"),
        ),
        Row(
            "obsolete_text_under_right_id",
            "the right id came with another text",
            ("cached payload", "stale revision", "relabelled record"),
        ),
        Row(
            "unauthorised_content",
            "content came back that the identity may not read",
            ("permission filter", "key of the cache", "tenant of the stored records"),
        ),
        Row(
            "forbidden_revision",
            "a revision came back that is no longer allowed",
            ("removal of old revisions", "effective dates", "cached results"),
        ),
        Row(
            "repeated_result",
            "the same result came back twice",
            ("replayed ingestion events", "merging of several searches", "deduplication"),
        ),
        Row(
            "wrong_answer_from_right_context",
            "the context is right and the answer is not",
            ("generation prompt", "resolution of conflicts", "the judge"),
        ),
        Row("nothing_wrong_with_retrieval", "the evidence reached the context and the answer is right", ()),
    )
}

_BY_CODE: Mapping[str, Observation] = {
    "content_mismatch": "obsolete_text_under_right_id",
    "version_mismatch": "obsolete_text_under_right_id",
    "document_mismatch": "obsolete_text_under_right_id",
    "tenant_mismatch": "unauthorised_content",
    "unauthorized_tenant": "unauthorised_content",
    "unauthorized_role": "unauthorised_content",
    "expected_empty": "unauthorised_content",
    "forbidden_version": "forbidden_revision",
    "duplicate": "repeated_result",
    "missing_evidence": "evidence_missing_from_candidates",
    "missing_text": "evidence_missing_from_candidates",
    "below_min_recall": "evidence_missing_from_candidates",
    "recall_drop": "evidence_missing_from_candidates",
    "incomplete_ingestion": "text_absent_from_records",
}


def inspect_next(failures: Sequence[str]) -> tuple[JsonValue, ...]:
    """For each kind of failure the observation and what to inspect next, without repetition."""
    rows = dict.fromkeys(_BY_CODE[code] for failure in failures if (code := failure.partition(":")[0]) in _BY_CODE)
    return tuple({"observation": TABLE[name].seen, "inspect": list(TABLE[name].inspect)} for name in rows)
