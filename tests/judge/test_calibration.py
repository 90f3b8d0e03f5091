"""Calibration: reading labels, agreement, biases, corrected rates."""

from __future__ import annotations

import json

import pytest

from ragtester.errors import InputError
from ragtester.judge import BuiltinJudge, Label, calibrate, corrected_by_labels, parse_labels, read_labels
from ragtester.judge.question_types import question_type
from ragtester.records import Verdict


def line(**changes):
    fields = {"question": "How long is it?", "reference": "14 days", "answer": "14 days", "label": True}
    return json.dumps({key: value for key, value in (fields | changes).items() if value != "ABSENT"})


class Fixed:
    """A judge that says what a function of the answer says."""

    name = "fixed"
    version = "1"

    def __init__(self, decide):
        self.decide = decide

    async def judge(self, test, answer):
        return self.decide(test, answer)


def passes_if(condition):
    return Fixed(
        lambda test, answer: Verdict(
            status="passed" if condition(test, answer) else "failed",
            confidence=0.9,
            scores={"factuality": float(len(answer.text))},
        )
    )


def labels(*pairs, **fields):
    return [
        Label(question=f"Who is {i}?", references=("yes",), answer=answer, label=label, line=i, **fields)
        for i, (answer, label) in enumerate(pairs, start=1)
    ]


def test_labels_are_read_with_text_or_list_and_any_usual_word_for_true(tmp_path):
    file = tmp_path / "labels.jsonl"
    rows = [
        line(),
        "",
        line(reference=["14 days", "two weeks"], label="correct", contexts=["a", "b"], score=4, type="numeric"),
        line(reference=14, label=0),
        line(reference=None, label="no"),
    ]
    file.write_text("\ufeff" + "\n".join(rows), encoding="utf-8")
    found = read_labels(file)
    assert [label.line for label in found] == [1, 3, 4, 5]
    assert found[1].references == ("14 days", "two weeks")
    assert (found[1].score, found[1].type, found[1].contexts) == (4.0, "numeric", ("a", "b"))
    assert [label.label for label in found] == [True, True, False, False]
    test, answer = found[1].case()
    assert (test.expected_answer, test.accepted_answers, len(answer.context)) == ("14 days", ("two weeks",), 2)
    assert found[3].case()[0].kind == "negative"


def test_labels_that_a_table_made_numbers_of_are_read():
    assert [one.label for one in parse_labels([line(label=1.0), line(label=0.0), line(label=1), line(label="0")])] == [
        True,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("{", "not JSON"),
        ("[1]", "not an object"),
        (line(answer="ABSENT"), "lacks answer"),
        (line(answer=5), "answer is 5"),
        (line(label="maybe"), "'maybe'"),
        (line(label=2), "2"),
        (line(score="high"), "score is 'high'"),
        (line(reference={"a": 1}), "reference is"),
        (line(contexts=[True]), "contexts is"),
    ],
)
def test_one_bad_line_is_reported_by_its_number(tmp_path, bad, message):
    file = tmp_path / "labels.jsonl"
    file.write_text("\n".join([line(), bad, line()]), encoding="utf-8")
    with pytest.raises(InputError, match=message) as raised:
        read_labels(file)
    assert raised.value.line == 2
    assert f"{file}:2" in str(raised.value)
    with pytest.raises(InputError, match="line 1"):
        parse_labels([bad])


def test_a_line_ends_with_its_newline_and_not_with_a_separator_of_unicode(tmp_path):
    file = tmp_path / "labels.jsonl"
    row = {"question": "q", "reference": "r", "answer": "one\u2028two\x85three", "label": True}
    file.write_text(
        json.dumps(row, ensure_ascii=False) + "\r\n\n" + json.dumps(row, ensure_ascii=False), encoding="utf-8"
    )
    assert [label.answer for label in read_labels(file)] == [row["answer"]] * 2


def test_a_missing_or_empty_file_is_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_labels(tmp_path / "none.jsonl")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n", encoding="utf-8")
    with pytest.raises(InputError, match="holds no labels"):
        read_labels(empty)


async def test_agreement_is_counted_with_intervals():
    given = labels(("a", True), ("a", True), ("b", False), ("a", False), ("b", True), ("b", False))
    found = await calibrate(given, passes_if(lambda _, answer: answer.text == "a"))
    assert (found.n, found.unmeasured) == (6, 0)
    assert found.accuracy == pytest.approx(4 / 6)
    assert found.kappa == pytest.approx(1 / 3)
    assert found.confusion == {"true_positive": 2, "false_positive": 1, "false_negative": 1, "true_negative": 2}
    assert found.precision == found.recall == found.f1 == pytest.approx(2 / 3)
    assert {"accuracy", "precision", "recall", "specificity", "kappa"} <= set(found.intervals)
    assert found.by_type["who"].n == 6
    assert [one.line for one in found.disagreements] == [4, 5]
    assert found.judge == "fixed 1"


async def test_confidence_is_compared_with_accuracy():
    found = await calibrate(labels(("a", True), ("b", True)), passes_if(lambda _, answer: answer.text == "a"))
    (only,) = found.by_confidence
    assert (only.low, only.high, only.agreement.n, only.agreement.accuracy) == (0.9, 0.95, 2, 0.5)
    assert found.calibration_error == pytest.approx(0.4)


async def test_unmeasured_verdicts_are_counted_apart():
    def decide(_, answer):
        return Verdict(status="unmeasured", reason="timeout") if answer.text == "x" else Verdict(status="passed")

    found = await calibrate(labels(("x", True), ("a", True)), Fixed(decide))
    assert (found.n, found.unmeasured, found.accuracy) == (1, 1, 1.0)
    assert found.by_confidence == ()
    assert found.calibration_error is None
    everything = await calibrate(labels(("x", True)), Fixed(decide))
    assert (everything.n, everything.accuracy, everything.kappa) == (0, None, None)


async def test_position_bias_is_measured_by_reversing_the_references():
    given = [label.model_copy(update={"references": ("a", "b")}) for label in labels(*[("a", True)] * 10)]
    first_only = passes_if(lambda test, answer: test.expected_answer == answer.text)
    any_order = passes_if(lambda test, answer: answer.text in (test.expected_answer, *test.accepted_answers))
    biased, fair = await calibrate(given, first_only), await calibrate(given, any_order)
    assert biased.position_flips is not None
    assert fair.position_flips is not None
    assert (biased.position_flips.agreed, fair.position_flips.agreed) == (0, 10)
    limited = await calibrate(given, first_only, reversed_sample=3)
    assert limited.position_flips is not None
    assert limited.position_flips.n == 3
    assert (await calibrate(given, first_only, reversed_sample=0)).position_flips is None


async def test_verbosity_bias_is_the_difference_in_leniency():
    given = labels(*[("short", True)] * 10, *[("a much longer answer of many words", False)] * 10)
    lenient = passes_if(lambda _, answer: True)
    found = (await calibrate(given, lenient)).verbosity
    assert found is not None
    assert found.difference == pytest.approx(1.0)
    assert found.interval is not None
    assert found.interval.low <= 1.0 <= found.interval.high
    assert (await calibrate(given[:9], lenient)).verbosity is None
    assert (await calibrate(labels(*[("same", True)] * 12), lenient)).verbosity is None


async def test_scores_are_correlated_where_people_gave_them():
    given = [
        label.model_copy(update={"score": float(score)})
        for score, label in enumerate(labels(("a", True), ("bb", True), ("ccc", True)))
    ]
    assert (await calibrate(given, passes_if(lambda *_: True))).score_correlation == pytest.approx(1.0)


async def test_nothing_to_calibrate_against_is_refused():
    with pytest.raises(InputError, match="no labels"):
        await calibrate([], BuiltinJudge())


async def test_pass_rates_are_corrected_from_the_calibration():
    given = labels(*[("a", True)] * 45, *[("b", True)] * 5, *[("b", False)] * 40, *[("a", False)] * 10)
    judge = passes_if(lambda _, answer: answer.text == "a")
    found = await calibrate(given, judge)
    corrected = found.corrected(62, 100)
    assert corrected is not None
    assert corrected.value == pytest.approx((0.62 + 0.8 - 1) / 0.7)
    verdicts = [await judge.judge(*label.case()) for label in given]
    powered = corrected_by_labels([True] * 62 + [False] * 38, given, verdicts)
    assert powered is not None
    assert powered.interval.low <= powered.value <= powered.interval.high


async def test_the_builtin_judge_agrees_with_plain_labels():
    given = parse_labels(
        [
            line(),
            line(answer="fourteen days"),
            line(answer="15 days", label=False),
            line(answer="I don't know", label=False),
            line(question="Who leads it?", reference=["Dr. Angela Meyer"], answer="It is led by Angela Meyer."),
            line(question="Who leads it?", reference=["Dr. Angela Meyer"], answer="Peter Novak.", label=False),
            line(reference="", answer="The documents do not say."),
        ]
    )
    assert (await calibrate(given, BuiltinJudge())).accuracy == 1.0


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many are there?", "how_many"),
        ("When did it start?", "when"),
        ("Who did it?", "who"),
        ("Where is it?", "where"),
        ("Why?", "why_how"),
        ("Which one?", "what"),
        ("Kolik to stojí?", "how_many"),
        ("Tell me more.", "other"),
    ],
)
def test_questions_are_sorted_by_what_they_ask(question, kind):
    assert question_type(question) == kind


async def test_a_bare_duration_or_amount_is_compared_as_a_value():
    labels = parse_labels(
        [
            line(answer="two weeks"),
            line(answer="15 days", label=False),
            line(reference=["$1,500", "1500 dollars"], answer="fifteen hundred dollars"),
        ]
    )
    assert [label.case()[0].answer_kind for label in labels] == ["duration", "duration", "money"]
    assert (await calibrate(labels, BuiltinJudge())).accuracy == 1.0
    assert parse_labels([line(reference="14 days in writing")])[0].case()[0].answer_kind is None
