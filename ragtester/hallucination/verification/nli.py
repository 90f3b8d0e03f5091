"""A cross-encoder of sentence-transformers that was trained on natural language inference, as verifier."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from ragtester.errors import UsageError
from ragtester.hallucination.grounding import Evidence
from ragtester.hallucination.judgement import Answer, Judgement
from ragtester.hallucination.verification.evidence import Passage, read_contexts
from ragtester.hallucination.verification.terms import read_sentence
from ragtester.hallucination.verification.verifier import Finding

_SURE = 0.5


class Scorer(Protocol):
    """The part of `sentence_transformers.CrossEncoder` that is used."""

    def predict(self, sentences: list[tuple[str, str]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        """One row of label scores per pair of premise and hypothesis."""
        ...


class NliVerifier:
    """Takes each claim as hypothesis and its closest passages as premises.

    Args:
        model: folder of the cross-encoder, or a loaded one.
        labels: the labels by output column, where the model's own configuration does not name them.
        passages: premises that are tried per claim.
    """

    def __init__(
        self, model: Path | str | Scorer, *, labels: Sequence[str] | None = None, passages: int = 3, name: str = "nli"
    ) -> None:
        self.name = name
        self.version = str(model) if isinstance(model, str | Path) else type(model).__name__
        self._passages = passages
        self._scorer: Scorer = _load(Path(model)) if isinstance(model, str | Path) else model
        self._columns = _columns(labels or _labels(self._scorer))

    async def verify(self, claims: Sequence[str], contexts: tuple[str, ...]) -> list[Finding]:
        """One finding per claim: entailed by any premise, else contradicted by any, else not sure."""
        return await asyncio.to_thread(self._verify, claims, contexts)

    def _verify(self, claims: Sequence[str], contexts: tuple[str, ...]) -> list[Finding]:
        read = read_contexts(contexts)
        pairs: list[tuple[int, Passage]] = []
        for index, claim in enumerate(claims):
            pairs += [(index, passage) for passage in read.best(read_sentence(claim), limit=self._passages)]
        if not pairs:
            return [Finding(Judgement("not_sure", 0.0)) for _ in claims]
        raw = np.asarray(
            self._scorer.predict([(passage.text, claims[index]) for index, passage in pairs]), dtype=np.float64
        )
        odds = np.exp(raw - raw.max(axis=1, keepdims=True))
        chances = odds / odds.sum(axis=1, keepdims=True)
        found: list[Finding] = []
        for index in range(len(claims)):
            rows = [row for row, (owner, _) in enumerate(pairs) if owner == index]
            found.append(self._decide(rows, chances, pairs))
        return found

    def _decide(
        self,
        rows: list[int],
        chances: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
        pairs: list[tuple[int, Passage]],
    ) -> Finding:
        answers: tuple[Answer, Answer] = ("yes", "no")
        for answer in answers:
            column = self._columns[answer]
            best = max(rows, key=lambda row: float(chances[row, column]), default=None)
            if best is not None and chances[best, column] >= _SURE:
                passage = pairs[best][1]
                evidence = Evidence(passage.context, passage.start, passage.end, passage.text)
                return Finding(Judgement(answer, float(chances[best, column])), evidence)
        return Finding(Judgement("not_sure", 0.0))


def _load(folder: Path) -> Scorer:
    if not folder.exists():
        raise UsageError(
            f"there is no cross-encoder at {str(folder)!r}; give the folder of a sentence-transformers model"
        )
    from sentence_transformers import CrossEncoder

    loaded: Scorer = CrossEncoder(str(folder), local_files_only=True)
    return loaded


def _labels(scorer: Scorer) -> Sequence[str]:
    model = getattr(scorer, "model", None)
    names = getattr(getattr(model, "config", None), "id2label", None) or {}
    return [str(names[key]) for key in sorted(names)]


def _columns(labels: Sequence[str]) -> dict[Answer, int]:
    found: dict[Answer, int] = {}
    for index, label in enumerate(labels):
        folded = label.lower()
        if folded.startswith("entail"):
            found["yes"] = index
        elif folded.startswith("contra"):
            found["no"] = index
    if len(found) < 2:
        raise UsageError(
            f"the cross-encoder's labels are {list(labels)}; give labels=[...] in the order of its columns, "
            "with 'entailment' and 'contradiction' among them"
        )
    return found
