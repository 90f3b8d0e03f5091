"""Grounding an answer with models: a chat model, a panel, or a cross-encoder as verifier."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from ragtester.errors import UnknownNameError, UsageError
from ragtester.hallucination.assemble import Examined, Settings, grounding, score
from ragtester.hallucination.factoids import answer_factoids
from ragtester.hallucination.factoids.llm import ask_factoids
from ragtester.hallucination.ground import ground
from ragtester.hallucination.grounding import Factoid, Grounding, Variant
from ragtester.hallucination.inputs import check_answer, check_contexts, check_n, check_question
from ragtester.hallucination.judgement import ErrorKind, Judgement
from ragtester.hallucination.scoring import check_tau, check_weights
from ragtester.hallucination.topics import NO_TOPICS, Topics
from ragtester.hallucination.variants import make_variants
from ragtester.hallucination.variants.llm import ask_variants
from ragtester.hallucination.verification import builtin
from ragtester.hallucination.verification.entailment import blame
from ragtester.hallucination.verification.llm import LlmVerifier
from ragtester.hallucination.verification.terms import read_sentence
from ragtester.hallucination.verification.verifier import Finding, Verifier
from ragtester.protocols import ChatModel


async def ground_async(
    answer: str,
    contexts: Sequence[str],
    *,
    question: str = "",
    verifier: str | Verifier | ChatModel = "builtin",
    author: ChatModel | None = None,
    tau: float = 0.5,
    n: int = 2,
    weights: Mapping[ErrorKind, float] | None = None,
    topics: Topics | None = None,
) -> Grounding:
    """What `ground` does, with any verifier.

    Args:
        answer: the text to check.
        contexts: the passages that it should rest on.
        question: what was asked; may be empty.
        verifier: `builtin`, a chat model, or a `Verifier` such as `LlmVerifier(a, b, c)` or `NliVerifier(folder)`.
        author: a chat model that writes factoids and variants; the rules do without one.
        tau: a factoid is flagged where its score reaches it.
        n: variants of each direction.
        weights: factors of the score by kind of error.
        topics: rules with a lower tau and actions.

    Raises:
        UsageError: an argument of the wrong type or range.
        MeasurementError: a model gave no usable answer.
    """
    if isinstance(verifier, str) and author is None:
        return ground(
            answer, contexts, question=question, verifier=verifier, tau=tau, n=n, weights=weights, topics=topics
        )
    settings = Settings(check_tau(tau), check_weights(weights), topics or NO_TOPICS)
    checker = _verifier(verifier)
    texts = check_contexts(contexts)
    text, asked, count = check_answer(answer), check_question(question), check_n(n)
    factoids, abstained = answer_factoids(text, question=asked)
    if author is not None and factoids:
        factoids = await ask_factoids(author, text, question=asked)
    rules = settings.topics.of_text(asked)
    examined = await asyncio.gather(
        *(_examine(factoid, texts, checker, author, question=asked, n=count) for factoid in factoids)
    )
    scores = [score(one, settings, rules) for one in examined]
    return grounding(scores, settings, rules, abstained=abstained, verifier=checker.name)


async def _examine(
    factoid: Factoid, contexts: tuple[str, ...], verifier: Verifier, author: ChatModel | None, *, question: str, n: int
) -> Examined:
    variants: tuple[Variant, ...]
    if author is None:
        variants = make_variants(read_sentence(factoid.claim), n=n)
        if all(variant.direction == "opposite" for variant in variants):
            variants = (Variant(factoid.claim, "same", "identity"), *variants)
    else:
        variants = await ask_variants(author, factoid.claim, question=question, n=n)
    own, *found = await verifier.verify([factoid.claim, *(variant.text for variant in variants)], contexts)
    judgement = own.judgement if own.judgement.answer == "yes" else _blamed(factoid, own)
    answers = [(variant, finding.judgement.answer) for variant, finding in zip(variants, found, strict=True)]
    return Examined(factoid, judgement, own.evidence, answers)


def _blamed(factoid: Factoid, finding: Finding) -> Judgement:
    return blame(factoid.claim, finding.judgement, finding.evidence.text if finding.evidence else None)


def _verifier(given: object) -> Verifier:
    if given == builtin.NAME:
        return builtin.BuiltinVerifier()
    if isinstance(given, str):
        raise UnknownNameError("verifier", given, [builtin.NAME], remedy="or pass a chat model or a Verifier")
    if isinstance(given, Verifier):
        return given
    if isinstance(given, ChatModel):
        return LlmVerifier(given)
    raise UsageError(f"verifier is a {type(given).__name__}; give 'builtin', a chat model or a Verifier")
