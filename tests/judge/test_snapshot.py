"""Snapshot metrics by rules and by model, with what they were computed from."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ragtester.errors import ReplyError
from ragtester.judge import METRICS, BuiltinJudge, SnapshotJudge, snapshot, snapshot_by_model
from ragtester.judge.snapshot.result import Item, average_precision, cosine
from ragtester.llm import ScriptedModel
from ragtester.records import Answer
from tests.judge.cases import hit, negative, positive, says, shown

QUESTION = "How long is the notice period for clerks?"
RIGHT = "The notice period for clerks is 14 days."
OTHER = "The canteen opens at noon and closes at three."


def test_a_grounded_answer_scores_high_and_keeps_its_claims():
    found = snapshot(QUESTION, RIGHT, [RIGHT, OTHER], ["14 days"])
    assert list(found.scores) == list(METRICS)
    assert found.scores["faithfulness"] == 1.0
    assert found.scores["response_relevancy"] > 0.9
    assert found.scores["context_precision"] == 1.0
    assert found.scores["context_recall"] == 1.0
    claims = found.to_json()["faithfulness"]["items"]
    assert claims[0]["holds"] is True
    assert "14 days" in claims[0]["text"]


def test_an_invented_value_is_unfaithful_and_missing_evidence_costs_recall():
    found = snapshot(QUESTION, "The notice period for clerks is 30 days.", [RIGHT], ["14 days"])
    assert found.scores["faithfulness"] == 0.0
    assert snapshot(QUESTION, RIGHT, [OTHER], ["14 days"]).scores["context_recall"] == 0.0


def test_precision_falls_where_useful_passages_come_late():
    assert snapshot(QUESTION, RIGHT, [OTHER, RIGHT], ["14 days"]).scores["context_precision"] == 0.5
    assert snapshot(QUESTION, RIGHT, [OTHER], ["14 days"]).scores["context_precision"] == 0.0


def test_a_reference_of_a_sentence_is_attributed_claim_by_claim():
    reference = "The notice period for clerks is 14 days. The notice period for drivers is 30 days."
    assert snapshot(QUESTION, RIGHT, [RIGHT], [reference]).scores["context_recall"] == 0.5


def test_an_abstention_is_not_relevant_and_has_no_claim():
    found = snapshot(QUESTION, "The documents do not say.", [RIGHT], ["14 days"])
    assert found.scores["response_relevancy"] == 0.0
    assert found.scores["faithfulness"] is None


def test_an_answer_about_something_else_is_less_relevant():
    off = snapshot(QUESTION, OTHER, [RIGHT], ["14 days"]).scores["response_relevancy"]
    assert off < 0.5 < snapshot(QUESTION, "14 days", [RIGHT], ["14 days"]).scores["response_relevancy"]


def test_without_a_reference_precision_and_recall_are_not_measured():
    found = snapshot(QUESTION, RIGHT, [RIGHT], [])
    assert found.scores["context_precision"] is None
    assert found.scores["context_recall"] is None


def test_nothing_retrieved_has_no_precision_and_no_recall():
    found = snapshot(QUESTION, RIGHT, [], ["14 days"])
    assert found.scores["context_precision"] is None
    assert found.scores["context_recall"] == 0.0


def test_an_empty_answer_has_no_relevancy():
    assert snapshot(QUESTION, "", [RIGHT], ["14 days"]).scores["response_relevancy"] is None


def test_average_precision_is_the_mean_of_precision_at_useful_ranks():
    items = [Item(text=str(i), holds=use) for i, use in enumerate([True, False, True])]
    assert average_precision("p", items).score == pytest.approx((1 + 2 / 3) / 2)
    assert cosine({}, {"a": 1.0}) == 0.0


def scripted(**changes):
    """A model that answers each of the metrics' prompts."""
    said = {
        "Break a text": {"statements": ["The notice period is 14 days.", "It is generous."]},
        "can be inferred": {
            "verdicts": [
                {"number": 1, "reason": "stated", "supported": True},
                {"number": 2, "reason": "not stated", "supported": False},
            ]
        },
        "was useful": {
            "verdicts": [
                {"number": 1, "reason": "off topic", "useful": False},
                {"number": 2, "reason": "states it", "useful": True},
            ]
        },
        "Write the 3 questions": {"questions": [QUESTION, QUESTION, "Why?"], "noncommittal": False},
    } | changes

    def respond(request):
        return json.dumps(next(reply for key, reply in said.items() if key in shown(request)))

    return ScriptedModel(respond)


async def test_a_model_measures_by_the_published_formulas():
    found = await snapshot_by_model(QUESTION, RIGHT, [OTHER, RIGHT], ["14 days"], model=scripted())
    assert found.scores["faithfulness"] == 0.5
    assert found.scores["context_precision"] == 0.5
    assert found.scores["context_recall"] == 0.5
    assert found.scores["response_relevancy"] == pytest.approx(2 / 3, abs=0.1)
    assert found.to_json()["faithfulness"]["items"][1]["reason"] == "not stated"


async def test_an_embedder_measures_how_near_the_questions_are():
    class Embedder:
        name = version = "fixed"

        async def embed(self, texts, *, purpose="document"):
            return np.array([[1.0, 0.0] if text == QUESTION else [0.0, 1.0] for text in texts], dtype=np.float32)

    found = await snapshot_by_model(QUESTION, RIGHT, [OTHER, RIGHT], [], model=scripted(), embedder=Embedder())
    assert found.scores["response_relevancy"] == pytest.approx(2 / 3)
    assert found.scores["context_recall"] is None
    assert found.scores["context_precision"] is None


async def test_a_noncommittal_answer_scores_zero():
    model = scripted(**{"Write the 3 questions": {"questions": ["a", "b", "c"], "noncommittal": True}})
    found = await snapshot_by_model(QUESTION, RIGHT, [OTHER, RIGHT], ["14 days"], model=model)
    assert found.scores["response_relevancy"] == 0.0


async def test_statements_without_a_context_are_unsupported_and_an_empty_answer_is_noncommittal():
    found = await snapshot_by_model(QUESTION, RIGHT, [], ["14 days"], model=scripted())
    assert found.scores["faithfulness"] == 0.0
    assert found.scores["context_precision"] is None
    empty = await snapshot_by_model(QUESTION, "", [OTHER, RIGHT], ["14 days"], model=scripted())
    assert empty.scores["faithfulness"] is None
    assert empty.scores["response_relevancy"] == 0.0


async def test_broken_replies_are_errors_of_measurement():
    with pytest.raises(ReplyError):
        await snapshot_by_model(QUESTION, RIGHT, [RIGHT], ["14 days"], model=says("?"))


async def test_the_judge_adds_metrics_and_claims_and_changes_no_status():
    plain, judge = BuiltinJudge(), SnapshotJudge(BuiltinJudge())
    answer = Answer(text=RIGHT, context=(hit(RIGHT),))
    verdict = await judge.judge(positive(), answer)
    assert verdict.status == plain.judge_now(positive(), answer).status
    assert verdict.metrics["faithfulness"] == 1.0
    assert verdict.snapshot["context_recall"]["score"] == 1.0
    assert judge.version != plain.version
    assert judge.name == plain.name


async def test_an_answer_without_a_trace_has_no_metrics_and_negatives_no_reference():
    judge = SnapshotJudge(BuiltinJudge())
    assert (await judge.judge(positive(), Answer(text=RIGHT))).snapshot == {}
    verdict = await judge.judge(negative(), Answer(text="The documents do not say it.", context=(hit(OTHER),)))
    assert verdict.metrics["context_recall"] is None


async def test_metrics_that_a_model_cannot_give_are_none_with_the_reason():
    judge = SnapshotJudge(BuiltinJudge(), model=says("?"))
    verdict = await judge.judge(positive(), Answer(text=RIGHT, context=(hit(RIGHT),)))
    assert verdict.status == "passed"
    assert verdict.metrics["faithfulness"] is None
    assert "no usable JSON" in verdict.snapshot["unmeasured"]


async def test_a_model_measures_within_the_judge():
    judge = SnapshotJudge(BuiltinJudge(), model=scripted())
    verdict = await judge.judge(positive(), Answer(text=RIGHT, context=(hit(OTHER), hit(RIGHT, 2))))
    assert verdict.metrics["context_precision"] == 0.5
