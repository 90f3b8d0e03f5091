"""A cell of the matrix as the runner works on it."""

from __future__ import annotations

from dataclasses import dataclass

from ragtester.protocols import RagSystem
from ragtester.records import Answer, KeyMaker, Question, SystemSpec, Test
from ragtester.runner.evidence import EvidenceMap
from ragtester.runner.observing import Observations
from ragtester.systems.reference import Knowledge, Observed, ReferenceSystem


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One system under test with what the runner knows about it."""

    spec: SystemSpec
    system: RagSystem
    pool: str
    """Cells of one pool share an endpoint; each pool has workers of its own."""
    workers: int
    version: str
    knowledge: Knowledge | None = None
    evidence: EvidenceMap | None = None
    observations: Observations | None = None
    depth: int = 0
    """How many candidates the system takes from a search."""
    searches_itself: bool = False
    """The system rewrites questions, so that they cannot be searched for beforehand."""

    def answer_key(self, test: Test, sample: int) -> str:
        """Content key of the system's answer to a test."""
        return _keys_of(test).key(sample=sample, system=self.version)

    async def observed(self, test: Test, answer: Answer) -> Observed | None:
        """What the pipeline holds of the evidence and of what was retrieved; None for an external system.

        Where the search did not find all of the evidence, the vectors of the index are compared too.
        """
        if self.observations is None or not isinstance(self.system, ReferenceSystem):
            return None
        if self.evidence is not None and self.evidence.measures(test, answer.candidates or ()).get("recall", 1) != 1:
            await self.observations.compare_vectors()
        return self.observations.of(test, answer)


_keys: dict[str, tuple[Test, KeyMaker]] = {}


def _keys_of(test: Test) -> KeyMaker:
    """What the answer keys of one test share; remembered, because every system asks for it."""
    known = _keys.get(test.id)
    if known is None or known[0] is not test:
        maker = KeyMaker(
            "answer",
            ("sample", "system"),
            query=test.query,
            tenant=test.tenant,
            role=test.role,
            language=test.language,
            as_of=test.as_of.isoformat() if test.as_of else None,
        )
        known = _keys[test.id] = (test, maker)
    return known[1]


def question_of(test: Test, *, sample: int = 0) -> Question:
    """What a system is asked for a test."""
    return Question(
        text=test.query,
        tenant=test.tenant,
        role=test.role,
        language=test.language,
        as_of=test.as_of,
        sample=sample,
    )
