"""Checks of one case: the verdict, and what must hold of every trace whatever the answer says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ragtester.records import Answer, Document, Record, Retrieved, Test, content_key
from ragtester.runner.evidence import EvidenceMap
from ragtester.runner.rows import Row
from ragtester.systems.reference.rules import has_abstention_rule

CheckName = Literal["verdict", "candidates", "evidence", "unique", "permitted", "intact", "prompted"]
CHECKS: Mapping[CheckName, str] = {
    "verdict": "the answer is right, or abstains where it must",
    "candidates": "the search found all of the evidence",
    "evidence": "all of the evidence is in the final context",
    "unique": "no passage is in the context twice",
    "permitted": "every passage comes from a current document that the asker may see",
    "intact": "every passage stands in its document as it was given",
    "prompted": "question, passages and abstention rule are in what was sent",
}


class CaseView(Record):
    """One test on one system: its checks, and the stage where it went wrong."""

    checks: dict[str, bool | None]
    """True where a check passes, None where it does not apply or was not measured."""
    status: str
    trace: str
    """Hash of answer, passages and prompt: equal where a fault changed nothing."""
    stage: str | None = None
    """The failing stage, where any check fails."""
    trail: tuple[str, ...] = ()
    answer: str = ""


def check_case(
    test: Test, answer: Answer, row: Row, *, evidence: EvidenceMap, given: Mapping[str, Document]
) -> dict[str, bool | None]:
    """Every check of a case.

    Args:
        test: the test.
        answer: the answer with its trace.
        row: the case's verdict and measures.
        evidence: which indexed chunks hold the evidence.
        given: the documents that the pipeline was given, by id.
    """
    context = answer.context or ()
    return {
        "verdict": {"passed": True, "failed": False}.get(row.status),
        "candidates": _found(evidence, test, answer.candidates),
        "evidence": _found(evidence, test, answer.context),
        "unique": len({(p.document, p.start, p.end, p.text) for p in context}) == len(context),
        "permitted": all(_permitted(passage, test, given) for passage in context),
        "intact": all(_intact(passage, given) for passage in context),
        "prompted": _prompted(test, answer),
    }


def trace_hash(answer: Answer) -> str:
    """Hash of everything that can be seen of a case, scores and times apart."""
    return content_key(
        "trace",
        text=answer.text,
        passages=[
            None if passages is None else [[p.document, p.start, p.end, p.version, p.text] for p in passages]
            for passages in (answer.candidates, answer.reranked, answer.context)
        ],
        prompt=None if answer.prompt is None else [[m.role, m.content] for m in answer.prompt],
    )


def _found(evidence: EvidenceMap, test: Test, passages: Sequence[Retrieved] | None) -> bool | None:
    if passages is None or not test.evidence:
        return None
    recall = evidence.measures(test, passages).get("recall")
    return None if recall is None else recall >= 1


def _permitted(passage: Retrieved, test: Test, given: Mapping[str, Document]) -> bool:
    document = given.get(passage.document)
    if document is None or passage.version != str(document.revision):
        return False
    if document.tenant is not None and document.tenant != test.tenant:
        return False
    return not document.roles or test.role in document.roles


def _intact(passage: Retrieved, given: Mapping[str, Document]) -> bool:
    document = given.get(passage.document)
    return document is None or passage.text.strip() in document.text


def _prompted(test: Test, answer: Answer) -> bool | None:
    if answer.prompt is None:
        return None
    sent = "\n".join(message.content for message in answer.prompt)
    passages = [passage.text for passage in answer.context or ()]
    return (
        test.query in sent and all(text in sent for text in passages) and has_abstention_rule(answer.prompt, passages)
    )
