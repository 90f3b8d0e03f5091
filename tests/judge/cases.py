"""Cases that the tests of judges share."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from ragtester.llm import ScriptedModel
from ragtester.records import Answer, Retrieved, Span, Test

DATA = Path(__file__).parent / "data"
SCORES = ("factuality", "relevance", "completeness", "clarity")


def positive(**changes):
    fields = {
        "id": "t1",
        "query": "How long is the notice period for clerks?",
        "kind": "positive",
        "type": "numeric",
        "expected_answer": "14 days",
        "answer_kind": "duration",
        "counterfactuals": ("30 days",),
        "evidence": (Span(document="d", quote="The notice period for clerks is 14 days."),),
    }
    return Test(**(fields | changes))


def described(**changes):
    """A test whose reference the rules often cannot be sure of."""
    fields = {
        "query": "Why does the pump stop?",
        "type": "extractive",
        "expected_answer": "the inlet filter is blocked",
        "answer_kind": None,
        "counterfactuals": (),
        "evidence": (),
    }
    return positive(**(fields | changes))


def negative(**changes):
    fields = {
        "kind": "negative",
        "type": "withheld_fact",
        "expected_answer": "The documents do not say it.",
        "evidence": (),
        "counterfactuals": (),
    }
    return positive(**(fields | changes))


def hit(text, rank=1):
    return Retrieved(chunk=f"c{rank}", document="d", text=text, rank=rank)


def verdict_json(score=5, *, claim="the inlet filter is blocked", **changes):
    return json.dumps({"claim": claim, "comparison": "they agree", **dict.fromkeys(SCORES, score), **changes})


def says(text, **options):
    """A model that always says the same."""
    return ScriptedModel(lambda request: text, **options)


def shown(request):
    return "\n".join(message.content for message in request.messages)


def hostile():
    """Every hostile answer in four shapes: name, test, answer, and what it says to its grader."""
    data = yaml.safe_load((DATA / "injections.yaml").read_text(encoding="utf-8"))
    for number, case in enumerate(data["cases"]):
        fields = data["tests"][case["test"]]
        test = Test(id=case["test"], **{key: value for key, value in fields.items() if key != "says"})
        claim, injected = fields["says"], case["injection"]
        for shape, text in (
            ("after", f"{claim} {injected}"),
            ("below", f"{claim}\n\n{injected}"),
            ("above", f"{injected}\n\n{claim}"),
            ("alone", injected),
        ):
            yield f"{number}-{case['style']}-{shape}", test, Answer(text=text), injected


def honest():
    return yaml.safe_load((DATA / "honest.yaml").read_text(encoding="utf-8"))
