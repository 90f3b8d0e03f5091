"""Four fault packs: documents with one realistic flaw each, a question, and the proof it must bring."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from ragtester.errors import MeasurementError, UsageError
from ragtester.protocols import RagSystem
from ragtester.records import DocumentChange, JsonValue, Question
from ragtester.retrieval.proof import Proof, ProofCheck, check_proof


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultPack:
    """One flaw that real corpora and queries have, ready to be put into any system that can ingest."""

    name: str
    description: str
    documents: tuple[DocumentChange, ...]
    """In an order that makes a tie go wrong."""
    question: str
    proof: ProofCheck
    fix: str
    """The protection that is missing where the pack fails."""


def _document(name: str, title: str, text: str, updated: date | None = None) -> DocumentChange:
    return DocumentChange(action="upsert", document=name, title=title, text=text, effective_from=updated)


_RETURNS = _document(
    "returns-2026",
    "returns",
    "Return policy: an unopened order can be sent back within 30 days of delivery.",
    date(2026, 1, 1),
)
_RETURNS_OLD = _document(
    "returns-2024",
    "returns",
    "Return policy: an unopened order can be sent back within 60 days of delivery.",
    date(2024, 1, 1),
)
_PLANS = _document("plans", "plans", "Single sign-on (SSO) is part of the Enterprise plan only.", date(2025, 6, 1))
_PLANS_SCANNED = _document(
    "plans", "plans", "Single sign-on (SS0) is part of the Enterpr1se plan only.", date(2025, 6, 1)
)
_CRM = _document("crm", "crm", "Contact sync with the CRM runs every five minutes.", date(2025, 4, 1))
_INVENTORY = _document(
    "inventory", "inventory", "Stock sync with the warehouse runs every 15 minutes.", date(2025, 3, 1)
)
_STORAGE = _document(
    "storage",
    "storage",
    "Storage that each plan includes\nPlan | Storage\nBasic |\f10 GB\nTeam | 80 GB\nEnterprise | 900 GB\n"
    "\nMore space can be ordered at any time.",
    date(2025, 5, 1),
)

DOCUMENTS: tuple[DocumentChange, ...] = (_RETURNS, _PLANS, _CRM, _INVENTORY)
"""The four sound documents, without any flaw."""

PACKS: dict[str, FaultPack] = {
    pack.name: pack
    for pack in (
        FaultPack(
            name="contradicting_versions",
            description="the new policy was added and the old one was not removed",
            documents=(_RETURNS_OLD, *DOCUMENTS),
            question="return policy",
            proof=ProofCheck(document="returns-2026", required=(("30 days",),)),
            fix="a tie goes to the newest update, or to what is marked current",
        ),
        FaultPack(
            name="ocr_noise",
            description="a scanned page has digits for letters",
            documents=(_RETURNS, _CRM, _INVENTORY, _PLANS_SCANNED),
            question="enterprise sso",
            proof=ProofCheck(document="plans", required=(("Enterprise", "Enterpr1se"), ("SSO", "SS0"))),
            fix="known OCR errors are undone in words of declared fields",
        ),
        FaultPack(
            name="typo",
            description="the query is misspelt",
            documents=DOCUMENTS,
            question="warehuse sync",
            proof=ProofCheck(document="inventory", required=(("15 minutes",), ("warehouse",))),
            fix="misspelt words match approximately, from a threshold that real queries gave",
        ),
        FaultPack(
            name="table_over_pages",
            description="a page break parts a row's label from its value",
            documents=(*DOCUMENTS, _STORAGE),
            question="basic plan storage",
            proof=ProofCheck(document="storage", required=(("Basic",), ("10 GB",))),
            fix="fragments of one table are joined before passages are cut",
        ),
    )
}
"""Packs by name."""


@dataclass(frozen=True, slots=True)
class PackResult:
    """How a system took one pack."""

    pack: str
    proof: Proof | None
    """None where there was no observation."""
    problem: str = ""
    fix: str = ""

    @property
    def passed(self) -> bool:
        """Whether the proof was brought."""
        return self.proof is not None and self.proof.holds

    def to_json(self) -> dict[str, JsonValue]:
        """As a report holds it."""
        status = "unmeasured" if self.proof is None else "passed" if self.passed else "failed"
        return {
            "name": self.pack,
            "status": status,
            "problem": self.problem,
            "fix": "" if self.passed else self.fix,
            "proof": self.proof.to_json() if self.proof else None,
        }


async def run_packs(
    system: RagSystem,
    packs: Sequence[FaultPack] = tuple(PACKS.values()),
    *,
    k: int | None = None,
    first_revision: int | None = None,
) -> list[PackResult]:
    """Puts each pack into a system, asks, checks the proof, and takes the documents out again.

    Args:
        system: can ingest, and retrieve or ask with a trace.
        packs: the shipped four, or your own.
        k: results that the proof may use; each pack's own number by default.
        first_revision: of the documents; later packs use higher ones, because a system that remembers deletions
            takes no document back in its old revision. The present time in milliseconds by default.

    Raises:
        UsageError: the system cannot ingest, or can neither retrieve nor ask.
    """
    if "ingest" not in system.capabilities or not system.capabilities & {"retrieve", "ask"}:
        raise UsageError(f"system {system.name!r} must be able to ingest, and to retrieve or ask, to take fault packs")
    revision = time.time_ns() // 1_000_000 if first_revision is None else first_revision
    return [await _run(system, pack, k, revision + 2 * position) for position, pack in enumerate(packs)]


async def _run(system: RagSystem, pack: FaultPack, k: int | None, revision: int) -> PackResult:
    documents = [one.model_copy(update={"revision": revision}) for one in pack.documents]
    try:
        receipt = await system.ingest(documents)
        if receipt.failed:
            return PackResult(pack.name, None, f"not accepted: {', '.join(sorted(receipt.failed))}", pack.fix)
        question = Question(text=pack.question)
        answer = await (system.retrieve(question) if "retrieve" in system.capabilities else system.ask(question))
        hits = next(
            (found for found in (answer.context, answer.reranked, answer.candidates) if found is not None), None
        )
        if hits is None:
            return PackResult(pack.name, None, "the system shows no results", pack.fix)
        check = (
            pack.proof
            if k is None
            else ProofCheck(document=pack.proof.document, required=pack.proof.required, scope=pack.proof.scope, k=k)
        )
        return PackResult(pack.name, check_proof(check, hits), "", pack.fix)
    except MeasurementError as error:
        return PackResult(pack.name, None, str(error), pack.fix)
    finally:
        await _remove(system, documents)


async def _remove(system: RagSystem, documents: Sequence[DocumentChange]) -> None:
    try:
        await system.ingest(
            [DocumentChange(action="delete", document=one.document, revision=one.revision + 1) for one in documents]
        )
    except MeasurementError:
        return
