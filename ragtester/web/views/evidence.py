"""A case's trail: question, expected answer, answer, what every stage held, prompt, reasons, other systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from ragtester.errors import RagtesterError
from ragtester.hallucination import FactoidScore, ground
from ragtester.records import Answer, Test, Verdict, content_key
from ragtester.runner.traces import hydrate, referred
from ragtester.store import Found
from ragtester.web.service import Service
from ragtester.web.views.older import answer_of, line_of, test_of, verdict_of

_LONGEST_GROUNDED = 4000


@dataclass(frozen=True)
class Other:
    """What another system said to the same test."""

    position: int
    system: str
    status: str
    answer: str | None


@dataclass(frozen=True)
class Evidence:
    """Everything that a case's page shows."""

    case: Found
    test: Test | None
    answer: Answer | None
    verdict: Verdict | None
    row: Mapping[str, Any]
    """Retrieval measures, trail, message; empty where the case has none."""
    factoids: Sequence[FactoidScore]
    others: Sequence[Other]

    @property
    def quotes(self) -> list[str]:
        """The quotes of the evidence."""
        return [span.quote for span in self.test.evidence] if self.test else []

    @property
    def stages(self) -> list[tuple[str, tuple[Any, ...] | None]]:
        """Passages at each stage of retrieval; None where the system gives no trace of it."""
        if self.answer is None:
            return []
        return [
            ("Final context", self.answer.context),
            ("Reranked", self.answer.reranked),
            ("Candidates", self.answer.candidates),
        ]

    def marked_answer(self) -> Markup:
        """The answer with unsupported statements marked."""
        if self.answer is None:
            return Markup("")
        text, parts, at = self.answer.text, [], 0
        for number, factoid in enumerate(self.factoids, start=1):
            if factoid.flagged and factoid.start >= at:
                said = escape(text[factoid.start : factoid.end])
                mark = Markup('<mark class="unsupported">{}<sup>{}</sup></mark>').format(said, number)
                parts += [escape(text[at : factoid.start]), mark]
                at = factoid.end
        return Markup("").join([*parts, escape(text[at:])])


def evidence_of(service: Service, run: str, case: Found, *, name: str | None = None) -> Evidence:
    """The trail of a case; one of an older version is read from the folder of the run, given the run's name."""
    siblings = service.browse.cases(run, equal={"test": case["test"]}, limit=200)
    siblings = [one for one in siblings if one["sample"] == case["sample"]]
    answers = answers_of(service, [one["answer_key"] for one in siblings] + [case["answer_key"]])
    keys = [case["verdict_key"], case["row_key"], content_key("attempt", row=case["row_key"])]
    stored = service.store.results([key for key in keys if key])
    row: Mapping[str, Any] = stored.get(case["row_key"]) or stored.get(keys[2]) or {}
    kept = stored.get(case["verdict_key"])
    verdict = Verdict.model_validate(kept) if kept else None
    answer = answers.get(case["answer_key"])
    test = service.browse.test(run, case["test"])
    if test is None and not row and name is not None:
        line = line_of(service.settings.output / name / "runs" / run, case)
        row, test = line, test_of(line)
        answer, verdict = answer or answer_of(line), verdict or verdict_of(line)
    return Evidence(
        case=case,
        test=test,
        answer=answer,
        verdict=verdict,
        row=row,
        factoids=_factoids(answer, test),
        others=[
            Other(one["position"], one["system"], one["status"], found.text if found else None)
            for one in siblings
            if one["position"] != case["position"]
            for found in [answers.get(one["answer_key"])]
        ],
    )


def answers_of(service: Service, keys: Sequence[str]) -> dict[str, Answer]:
    """The stored answers among content keys."""
    stored = service.store.results(key for key in keys if key)
    texts = service.store.passages(text for payload in stored.values() for text in referred(payload))
    return {key: hydrate(payload, texts) for key, payload in stored.items()}


def _factoids(answer: Answer | None, test: Test | None) -> Sequence[FactoidScore]:
    if answer is None or answer.context is None or len(answer.text) > _LONGEST_GROUNDED:
        return ()
    return _grounded(answer.text, tuple(passage.text for passage in answer.context), test.query if test else "")


@lru_cache(maxsize=512)
def _grounded(text: str, contexts: tuple[str, ...], question: str) -> tuple[FactoidScore, ...]:
    try:
        return tuple(ground(text, list(contexts), question=question).factoids)
    except RagtesterError:
        return ()  # an answer without a statement
