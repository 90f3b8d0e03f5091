"""Grounding an answer with the built-in verifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.errors import UnknownNameError, UsageError
from ragtester.hallucination.assemble import Examined, Settings, grounding, score
from ragtester.hallucination.factoids import answer_factoids
from ragtester.hallucination.grounding import Factoid, Grounding, Variant
from ragtester.hallucination.inputs import check_answer, check_contexts, check_n, check_question
from ragtester.hallucination.judgement import Answer, ErrorKind
from ragtester.hallucination.scoring import check_tau, check_weights
from ragtester.hallucination.topics import NO_TOPICS, Topics
from ragtester.hallucination.variants import make_variants
from ragtester.hallucination.verification import builtin
from ragtester.hallucination.verification.evidence import Contexts, read_contexts
from ragtester.hallucination.verification.terms import read_sentence, read_variant

_LEXICAL = ("antonym", "contrast")


def ground(
    answer: str,
    contexts: Sequence[str],
    *,
    question: str = "",
    verifier: str = "builtin",
    tau: float = 0.5,
    n: int = 2,
    weights: Mapping[ErrorKind, float] | None = None,
    topics: Topics | None = None,
) -> Grounding:
    """How far an answer is borne out by its contexts, statement by statement, without a model.

    The factoid as it stands is one of the variants that keep its meaning. A reworded one that the rules answer otherwise
    is dropped, and so is an antonym or a contrast that they do not tell from the factoid: with rules that shows the
    limits of the lexicon, where with a model it would show doubt.

    Args:
        answer: the text to check.
        contexts: the passages that it should rest on; an empty list bears nothing out.
        question: what was asked, which decides the topic and whether the answer abstains; may be empty.
        verifier: `builtin`; models and cross-encoders are asked by `ground_async`.
        tau: a factoid is flagged where its score reaches it.
        n: variants of each direction.
        weights: factors of the score by kind of error: number, name, date, negation, other.
        topics: rules with a lower tau and actions, from `load_topics`; none by default.

    Raises:
        UsageError: an argument of the wrong type or range.

    Examples:
        >>> ground("The fee is 40 euros.", ["The fee is 30 euros."]).flagged
        True
    """
    if verifier != builtin.NAME:
        if not isinstance(verifier, str):
            raise UsageError(f"verifier is a {type(verifier).__name__}; pass verifier objects to ground_async")
        raise UnknownNameError("verifier", verifier, [builtin.NAME], remedy="models are asked by ground_async")
    settings = Settings(check_tau(tau), check_weights(weights), topics or NO_TOPICS)
    read = read_contexts(check_contexts(contexts))
    text, asked, count = check_answer(answer), check_question(question), check_n(n)
    factoids, abstained = answer_factoids(text, question=asked)
    rules = settings.topics.of_text(asked)
    scores = [score(_examine(factoid, read, count), settings, rules) for factoid in factoids]
    return grounding(scores, settings, rules, abstained=abstained, verifier=builtin.NAME)


def _examine(factoid: Factoid, contexts: Contexts, n: int) -> Examined:
    claim = read_sentence(factoid.claim)
    judgement, passage = builtin.verify(claim, contexts)
    among = [passage] if passage is not None else []
    answers: list[tuple[Variant, Answer]] = [(Variant(factoid.claim, "same", "identity"), judgement.answer)]
    for variant in make_variants(claim, n=n):
        answer = builtin.verify(read_variant(claim, variant.text), contexts, among=among)[0].answer
        unseen = variant.operator in _LEXICAL and answer == "yes" == judgement.answer
        if not unseen and (variant.direction == "opposite" or answer == judgement.answer):
            answers.append((variant, answer))
    return Examined(factoid, judgement, builtin.as_finding(judgement, passage).evidence, answers)
