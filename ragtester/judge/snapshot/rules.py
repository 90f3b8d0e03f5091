"""The four metrics without a model: the same formulas, with rules where the literature asks a model.

Claims are the factoids of `ragtester.hallucination`, support is its built-in verifier. Response relevancy cannot write
questions from an answer; it measures how far each sentence of the answer takes up what was asked, and is 0 for an answer
that abstains, as in the definition.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ragtester.hallucination import ground, split_factoids
from ragtester.judge.relevance import asked_kinds
from ragtester.judge.snapshot.result import Item, Metric, Snapshot, average_precision, cosine, share
from ragtester.text import contains_form, detect_abstention, extract_values, split_sentences, tokens

_SHORT = 5
"""A reference of fewer words is a value rather than a statement."""
_STOP = frozenset(
    "a an the is are was were be of in on at to for and or by with from that this it its do does did what which who when where how why many much long".split()
)
_ASKED = 0.6
"""Weight of taking up the question's words; the rest is for a value of the kind that was asked for."""


def snapshot(question: str, answer: str, contexts: Sequence[str], references: Sequence[str]) -> Snapshot:
    """The four metrics of one answer.

    Args:
        question: what was asked.
        answer: the answer.
        contexts: the retrieved passages by rank.
        references: alternatives of the right answer; empty where there is none, and then precision and recall are too.
    """
    return Snapshot(
        metrics=(
            faithfulness(question, answer, contexts),
            response_relevancy(question, answer),
            context_precision(question, contexts, references),
            context_recall(question, contexts, references),
        )
    )


def faithfulness(question: str, answer: str, contexts: Sequence[str]) -> Metric:
    """The share of the answer's claims that the contexts bear out."""
    found = ground(answer, contexts, question=question)
    items = [Item(text=one.text, holds=one.verdict == "yes", reason=one.reason) for one in found.factoids]
    return share("faithfulness", items, note="the answer abstains" if found.abstained else "")


def response_relevancy(question: str, answer: str) -> Metric:
    """How far the answer takes up what was asked, the mean over its sentences that do so best; 0 where it abstains."""
    if detect_abstention(answer, question=question).abstained:
        return Metric(name="response_relevancy", score=0.0, note="noncommittal")
    asked = _bag(question)
    kinds = asked_kinds(question)
    items = []
    for sentence in split_sentences(answer):
        shown = not kinds or any(value.kind in kinds for value in extract_values(sentence.text))
        short = len(tokens(sentence.text)) < _SHORT
        near = 1.0 if short and shown else min(1.0, 1.3 * cosine(asked, _bag(sentence.text)))
        items.append(Item(text=sentence.text, similarity=round(_ASKED * near + (1 - _ASKED) * shown, 4)))
    if not items:
        return Metric(name="response_relevancy", score=None)
    best = sorted((item.similarity or 0.0 for item in items), reverse=True)[:3]
    return Metric(name="response_relevancy", score=round(sum(best) / len(best), 4), items=tuple(items))


def context_precision(question: str, contexts: Sequence[str], references: Sequence[str]) -> Metric:
    """Whether useful passages come first: mean precision at the ranks of the passages that bear out the reference."""
    if not references:
        return Metric(name="context_precision", score=None, note="no reference")
    items = []
    for text in contexts:
        held = [claim for claim in _claims(references[0]) if _attributed(claim, [text], references, question)]
        items.append(Item(text=text, holds=bool(held), reason=held[0] if held else ""))
    return average_precision("context_precision", items)


def context_recall(question: str, contexts: Sequence[str], references: Sequence[str]) -> Metric:
    """The share of the reference's claims that the contexts bear out."""
    if not references:
        return Metric(name="context_recall", score=None, note="no reference")
    return share(
        "context_recall",
        [
            Item(text=claim, holds=_attributed(claim, contexts, references, question))
            for claim in _claims(references[0])
        ],
    )


def _claims(reference: str) -> list[str]:
    claims = [factoid.claim for factoid in split_factoids(reference)] if len(tokens(reference)) >= _SHORT else []
    return claims or [reference]


def _attributed(claim: str, contexts: Sequence[str], references: Sequence[str], question: str) -> bool:
    """Whether a passage says the claim; a bare value must stand in a sentence that is about the question."""
    if len(tokens(claim)) >= _SHORT:
        found = ground(claim, contexts, question=question)
        return bool(found.factoids) and all(one.verdict == "yes" for one in found.factoids)
    forms = [claim, *references] if claim in references else [claim]
    return any(_states(text, forms, question) for text in contexts)


def _states(text: str, forms: Sequence[str], question: str) -> bool:
    if contains_form(text, forms) is None:
        return False
    asked = set(_bag(question))
    near = [s.text for s in split_sentences(text) if contains_form(s.text, forms)] or [text]
    needed = min(2, len(asked))
    return (
        any(len(asked & set(_bag(sentence))) >= needed for sentence in near)
        or len(asked & set(_bag(text))) >= 2 + needed
    )


def _bag(text: str) -> Counter[str]:
    return Counter(re.sub(r"(?:ies|es|s|ed|ing)$", "", word) or word for word in tokens(text) if word not in _STOP)
