"""The failing stage: the evidence is followed through the trace, and the first stage that lost it is named."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.records import STAGES, Answer, Diagnosis, FailureKind, Retrieved, Stage, Test, Verdict
from ragtester.systems.reference.following import duplicates_at, garbled, lost_at, spoiled_at
from ragtester.systems.reference.observing import Observed
from ragtester.systems.reference.rules import has_abstention_rule


def diagnose(test: Test, answer: Answer, verdict: Verdict, observed: Observed | None) -> Diagnosis:
    """Which stage failed, with one line for each stage that was looked at.

    Looked at in this order: passages that must not be there; every piece of evidence from its document to the
    context, of which the earliest loss counts; what the generator was sent; the generator, which is left where
    all that came before it is as it should be.

    Args:
        test: the failed test; one without evidence is a test of abstention.
        answer: the answer with its trace; a system without one is `unknown`.
        verdict: the failed verdict, whose kind of failure is refined here.
        observed: what the pipeline holds; None for an external system.
    """
    if answer.context is None:
        return Diagnosis(stage="unknown", kind=verdict.failure, trail=("the system gives no trace",))
    unfit = _forbidden(test, answer.context, observed)
    if unfit is not None:
        return Diagnosis(stage=unfit[0], kind=verdict.failure, trail=(unfit[1],))
    losses: list[tuple[Stage, list[str]]] = []
    trail: list[str] = []
    for span in test.evidence:
        trail = []
        lost = lost_at(span, answer, observed, trail)
        if lost is not None:
            losses.append((lost, trail))
    if losses:
        stage, trail = min(losses, key=lambda loss: STAGES.index(loss[0]))
        return Diagnosis(stage=stage, kind=_kind(verdict, evident=False), trail=tuple(trail))
    if any(garbled(span, observed) for span in test.evidence):
        trail.append("parse: the evidence is read in other letters than it was written in")
        return Diagnosis(stage="parse", kind=_kind(verdict, evident=False), trail=tuple(trail))
    sent = _unsent(test, answer, verdict)
    if sent is not None:
        trail.append(f"prompt: {sent}")
        return Diagnosis(stage="prompt", kind=_kind(verdict, evident=False), trail=tuple(trail))
    trail.append("generate: the generator had what it needs")
    return Diagnosis(stage="generate", kind=_kind(verdict, evident=bool(test.evidence)), trail=tuple(trail))


def diagnose_trace(test: Test, answer: Answer, observed: Observed | None) -> Diagnosis:
    """Which stage spoiled a trace whose answer is right all the same: a lost, repeated or forbidden passage."""
    found = diagnose(test, answer, Verdict(status="failed"), observed)
    if found.stage != "generate":
        return found
    spoiled = spoiled_at(answer, observed)
    if spoiled is not None:
        line = f"{spoiled}: a passage is not what its document says"
        return Diagnosis(stage=spoiled, trail=(*found.trail[:-1], line))
    copied = duplicates_at(answer, observed)
    if copied is not None:
        return Diagnosis(stage=copied, trail=(*found.trail[:-1], f"{copied}: the same passage is there twice"))
    if answer.prompt is not None and not has_abstention_rule(answer.prompt, [p.text for p in answer.context or ()]):
        return Diagnosis(stage="prompt", trail=(*found.trail[:-1], "prompt: nothing says when not to answer"))
    return found


def _forbidden(test: Test, context: Sequence[Retrieved], observed: Observed | None) -> tuple[Stage, str] | None:
    """A passage of the context that should not be there, and the stage that let it in."""
    if observed is None:
        return None
    for passage in context:
        if passage.chunk in observed.foreign and not _copy(passage, observed):
            return "index", f"index: {passage.chunk} is in the index and in the context, and in no current document"
    for passage in context:
        chunk = observed.by_id.get(passage.chunk)
        if chunk is None:
            continue
        if (chunk.tenant and chunk.tenant != test.tenant) or (chunk.roles and test.role not in chunk.roles):
            return "retrieve", f"retrieve: {passage.chunk} is not for this tenant and role, and the search showed it"
    return None


def _copy(passage: Retrieved, observed: Observed) -> bool:
    """Whether a foreign chunk differs from one that was cut by its id alone."""
    chunk = observed.by_id[passage.chunk]
    return any(chunk.model_copy(update={"id": one.id}) == one for one in observed.chunks if one.text == chunk.text)


def _unsent(test: Test, answer: Answer, verdict: Verdict) -> str | None:
    """What the generator needs and was not sent; None where nothing is missing or the prompt is not known."""
    if answer.prompt is None:
        return None
    passages = [passage.text for passage in answer.context or ()]
    sent = "\n".join(message.content for message in answer.prompt)
    if test.query not in sent:
        return "the question is missing from what was sent"
    if not all(text in sent for text in passages):
        return "a passage of the final context is missing from what was sent"
    wrongly_answered = verdict.failure == "missed_abstention" or (test.kind == "negative" and not verdict.abstained)
    if wrongly_answered and not has_abstention_rule(answer.prompt, passages):
        return "nothing in what was sent says when not to answer"
    return None


def _kind(verdict: Verdict, *, evident: bool) -> FailureKind | None:
    """The kind of failure, refined by whether the generator saw the evidence."""
    if verdict.failure == "wrong_answer":
        return "contradicted_evidence" if evident else "unsupported_answer"
    if verdict.failure == "wrong_abstention" and evident:
        return "ignored_evidence"
    return verdict.failure
