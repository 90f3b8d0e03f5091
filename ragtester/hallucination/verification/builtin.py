"""The built-in verifier: no model, no network, one answer with its sentence."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.hallucination.grounding import Evidence
from ragtester.hallucination.judgement import Judgement
from ragtester.hallucination.verification.entailment import judge_pair
from ragtester.hallucination.verification.evidence import Contexts, Passage, read_contexts
from ragtester.hallucination.verification.terms import Sentence, read_sentence
from ragtester.hallucination.verification.verifier import Finding

NAME = "builtin"
VERSION = "1"
_SPEAKS_OF_IT = 0.55


class BuiltinVerifier:
    """The rules behind the interface of all verifiers."""

    name = NAME
    version = VERSION

    async def verify(self, claims: Sequence[str], contexts: tuple[str, ...]) -> list[Finding]:
        """One finding per claim."""
        read = read_contexts(contexts)
        return [as_finding(*verify(read_sentence(claim), read)) for claim in claims]


def as_finding(judgement: Judgement, passage: Passage | None) -> Finding:
    """The judgement with its passage as evidence, where it is sure."""
    if passage is None or judgement.answer == "not_sure":
        return Finding(judgement)
    return Finding(judgement, Evidence(passage.context, passage.start, passage.end, passage.text))


def verify(
    claim: Sentence, contexts: Contexts, *, among: list[Passage] | None = None
) -> tuple[Judgement, Passage | None]:
    """The answer of the passages that speak of the claim: a yes of any of them, else the closest no, else not sure.

    Args:
        claim: a statement that stands alone, read.
        contexts: from `read_contexts`.
        among: only these passages, such as those found for the factoid that the claim is a variant of.
    """
    best: tuple[Judgement, Passage] | None = None
    for passage in contexts.best(claim) if among is None else among:
        judgement = judge_pair(
            claim,
            passage.sentence,
            heading=passage.heading,
            columns=passage.columns,
            recent=passage.recent,
            alone=passage.alone,
        )
        if judgement.answer == "yes":
            return judgement, passage
        if judgement.answer == "no" and judgement.strength < _SPEAKS_OF_IT:
            judgement = Judgement("not_sure", judgement.strength, judgement.kind, judgement.focus, judgement.reason)
        if best is None or _rank(judgement) > _rank(best[0]):
            best = (judgement, passage)
    return best or (Judgement("not_sure", 0.0, reason="the context is silent"), None)


def _rank(judgement: Judgement) -> tuple[bool, float]:
    return judgement.answer == "no", judgement.strength
