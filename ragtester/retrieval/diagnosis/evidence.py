"""Following one piece of evidence through a trace, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ragtester.records import Answer, JsonValue, Retrieved, Stage
from ragtester.retrieval.diagnosis.table import TABLE, Observation
from ragtester.retrieval.measures import states

_STAGES: dict[Observation, Stage] = {
    "fact_missing_from_parsed_text": "parse",
    "text_absent_from_records": "index",
    "evidence_missing_from_candidates": "retrieve",
    "candidate_reranked_out": "rerank",
    "evidence_absent_from_context": "context",
    "obsolete_text_under_right_id": "index",
    "wrong_answer_from_right_context": "generate",
    "nothing_wrong_with_retrieval": "unknown",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The first stage at which the evidence was lost, and what was seen on the way."""

    observation: Observation
    stage: Stage
    inspect: tuple[str, ...]
    trail: tuple[str, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """As a report holds it."""
        return {
            "observation": TABLE[self.observation].seen,
            "stage": self.stage,
            "inspect": list(self.inspect),
            "trail": list(self.trail),
        }


def follow_evidence(
    required: Sequence[str],
    trace: Answer,
    *,
    parsed: Sequence[str] | None = None,
    records: Sequence[Retrieved] | None = None,
    document: str | None = None,
    answer_right: bool | None = None,
) -> Finding:
    """Where the required text was lost.

    Args:
        required: forms of the evidence; any one states it.
        trace: candidates, reranked and context of the query; a stage that is None was not observed.
        parsed: texts of the documents as parsed, where they can be seen.
        records: stored records, where they can be enumerated.
        document: id of the document that should state it; the same id with another text is obsolete text.
        answer_right: the judge's verdict, where there is one.
    """
    trail: list[str] = []

    def lost(name: str, texts: Sequence[str] | None) -> bool:
        if texts is None:
            trail.append(f"{name}: not observed")
            return False
        found = any(states(text, form) for text in texts for form in required)
        trail.append(f"{name}: {'states it' if found else 'does not state it'} ({len(texts)} texts)")
        return not found

    stages: tuple[tuple[Observation, str, Sequence[str] | None], ...] = (
        ("fact_missing_from_parsed_text", "parsed text", parsed),
        ("text_absent_from_records", "stored records", _texts(records)),
        ("evidence_missing_from_candidates", "candidates", _texts(trace.candidates)),
        ("candidate_reranked_out", "reranked", _texts(trace.reranked)),
        ("evidence_absent_from_context", "final context", _joined(trace.context)),
    )
    for observation, name, texts in stages:
        if lost(name, texts):
            returned = trace.context or trace.reranked or trace.candidates or ()
            old = document is not None and any(hit.document == document for hit in returned)
            if old and observation in ("text_absent_from_records", "evidence_missing_from_candidates"):
                observation = "obsolete_text_under_right_id"
            return _finding(observation, trail)
    return _finding(
        "wrong_answer_from_right_context" if answer_right is False else "nothing_wrong_with_retrieval", trail
    )


def _finding(observation: Observation, trail: Sequence[str]) -> Finding:
    return Finding(observation, _STAGES[observation], TABLE[observation].inspect, tuple(trail))


def _texts(hits: Sequence[Retrieved] | None) -> list[str] | None:
    return None if hits is None else [hit.text for hit in hits]


def _joined(hits: Sequence[Retrieved] | None) -> list[str] | None:
    """The context as one text too: evidence may stand across two passages that follow each other."""
    return None if hits is None else [*(hit.text for hit in hits), " ".join(hit.text for hit in hits)]
