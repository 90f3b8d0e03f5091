from __future__ import annotations

import json
import time

import pytest

from ragtester.errors import UnknownNameError, UsageError
from ragtester.hallucination import ground, load_topics

LEAVE = (
    "The notice period for senior engineers is 30 days. Annual leave amounts to 25 days and must be requested two weeks "
    "ahead. The office in Berlin is managed by Anna Novak. It was opened on 12 March 2019. Travel costs above 500 euros "
    "need the approval of the finance director. Dogs are not allowed in the canteen. All managers attend the course. "
    "Some interns attend the course."
)


@pytest.mark.parametrize(
    "answer",
    [
        "The notice period for senior engineers is 30 days.",
        "Senior engineers have a notice period of thirty days.",
        "Annual leave amounts to 25 days.",
        "Anna Novak manages the Berlin office.",
        "The Berlin office was opened on March 12th, 2019.",
        "The Berlin office was opened in March 2019.",
        "Dogs are not allowed in the canteen.",
        "Dogs are forbidden in the canteen.",
        "All managers attend the course.",
        "According to the document, the notice period for senior engineers is 30 days.",
    ],
)
def test_what_the_context_says_passes(answer: str) -> None:
    result = ground(answer, [LEAVE])
    assert not result.flagged, result
    assert result.action == "pass"
    assert result.factoids[0].support is not None


@pytest.mark.parametrize(
    ("answer", "kind", "focus"),
    [
        ("The notice period for senior engineers is 45 days.", "number", "45 days"),
        ("The Berlin office was opened on 12 March 2018.", "date", "12 March 2018"),
        ("The Berlin office is managed by Peter Smith.", "name", "Peter"),
        ("Dogs are allowed in the canteen.", "negation", None),
        ("Annual leave does not amount to 25 days.", "number", None),
        ("Annual leave must be requested two days ahead.", "number", None),
        ("All interns attend the course.", "other", None),
    ],
)
def test_what_the_context_contradicts_is_flagged_with_kind_and_words(answer: str, kind: str, focus: str | None) -> None:
    result = ground(answer, [LEAVE])
    factoid = result.factoids[0]
    assert result.flagged
    assert factoid.verdict == "no"
    assert factoid.kind == kind
    assert factoid.score >= 0.5
    assert factoid.contradiction is not None
    if focus is not None:
        assert factoid.focus is not None
        assert focus in answer[factoid.focus[0] : factoid.focus[1]]


@pytest.mark.parametrize(
    "answer",
    [
        "The canteen sells gold bars on Sundays.",
        "Napoleon was exiled to Saint Helena.",
        "Interns receive a company bicycle.",
    ],
)
def test_what_the_context_is_silent_on_scores_exactly_one_half_and_is_flagged(answer: str) -> None:
    result = ground(answer, [LEAVE])
    assert result.score == 0.5
    assert result.flagged
    assert result.factoids[0].verdict == "not_sure"
    assert result.factoids[0].support is None
    assert ground(answer, []).score == 0.5


def test_evidence_points_at_the_sentence_of_the_right_context() -> None:
    contexts = ["The canteen opens at noon.", LEAVE]
    factoid = ground("The Berlin office is managed by Anna Novak.", contexts).factoids[0]
    assert factoid.support is not None
    assert factoid.support.context == 1
    assert contexts[1][factoid.support.start : factoid.support.end] == factoid.support.text
    assert "Anna Novak" in factoid.support.text


def test_factoids_are_exact_spans_and_only_the_wrong_one_is_flagged() -> None:
    answer = "The notice period for senior engineers is 30 days. Annual leave amounts to 29 days."
    result = ground(answer, [LEAVE])
    assert [answer[f.start : f.end] for f in result.factoids] == [f.text for f in result.factoids]
    assert [f.flagged for f in result.factoids] == [False, True]
    assert result.spans() == ((51, len(answer)),)
    assert result.score == max(f.score for f in result.factoids)


@pytest.mark.parametrize(
    "answer",
    ["I don't know.", "The provided context does not contain this information.", "", "   ", "🤷", "Is it 30 days?"],
)
def test_abstentions_questions_and_empty_answers_have_no_factoids(answer: str) -> None:
    result = ground(answer, [LEAVE])
    assert result.factoids == ()
    assert result.score == 0.0
    assert not result.flagged


def test_a_pronoun_is_resolved_to_the_subject_before_it() -> None:
    result = ground("The office in Berlin is managed by Anna Novak. It was opened on 12 March 2020.", [LEAVE])
    assert [f.verdict for f in result.factoids] == ["yes", "no"]


def test_a_value_of_another_subject_in_the_same_sentence_is_no_support_for_a_table_row() -> None:
    table = (
        "## Leave\n\n| staff | annual leave | notice period |\n|---|---|---|\n| office staff | 25 days | 14 days |\n"
    )
    assert not ground("Office staff have 25 days of annual leave.", [table]).flagged
    assert ground("Office staff have 31 days of annual leave.", [table]).flagged


def test_votes_show_variants_of_both_directions() -> None:
    votes = ground("The film started on 12 March 2019.", ["The movie began on 12 March 2019."]).factoids[0].votes
    assert {vote.variant.direction for vote in votes} == {"same", "opposite"}
    assert all(vote.penalty == 0.0 for vote in votes)


def test_topic_rules_lower_tau_and_set_the_action() -> None:
    topics = load_topics()
    answer = "Pregnant employees may lift 20 kg."
    result = ground(answer, ["The canteen opens at noon."], topics=topics)
    assert result.factoids[0].topic == "pregnancy"
    assert result.action == "hand_over"
    asked = ground("They may stay for a year.", ["Nothing."], question="May refugees stay?", topics=topics)
    assert asked.action == "block"
    assert ground("The canteen opens at noon.", ["The canteen opens at noon."], topics=topics).action == "pass"


def test_weights_raise_or_lower_the_score_of_a_kind_of_error() -> None:
    answer, contexts = "The fee is 40 euros.", ["The fee is 30 euros."]
    plain = ground(answer, contexts).score
    assert ground(answer, contexts, weights={"number": 2.0}).score == min(1.0, 2 * plain)
    assert not ground(answer, contexts, weights={"number": 0.1}).flagged


def test_a_higher_tau_lets_silent_factoids_pass() -> None:
    assert not ground("Gold is a metal.", ["The fee is 30 euros."], tau=0.6).flagged


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"answer": 3, "contexts": []}, "answer is 3"),
        ({"answer": "x", "contexts": "one text"}, "give a list of texts"),
        ({"answer": "x", "contexts": None}, "contexts is None"),
        ({"answer": "x", "contexts": ["a", 4]}, r"contexts\[1\] is 4"),
        ({"answer": "x", "contexts": [], "question": 7}, "question is 7"),
        ({"answer": "x", "contexts": [], "tau": 0}, "tau is 0"),
        ({"answer": "x", "contexts": [], "n": 0}, "n is 0"),
        ({"answer": "x", "contexts": [], "n": True}, "n is True"),
        ({"answer": "x", "contexts": [], "weights": {"colour": 1.0}}, "unknown kind of error 'colour'"),
        ({"answer": "x", "contexts": [], "weights": {"name": -1.0}}, "weight of name is -1"),
        ({"answer": "x", "contexts": [], "verifier": 5}, "verifier is a int"),
    ],
)
def test_a_wrong_argument_is_one_clear_error(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ground(**arguments)  # type: ignore[arg-type]


def test_an_unknown_verifier_names_the_choices() -> None:
    with pytest.raises(UnknownNameError, match="builtin"):
        ground("x", [], verifier="bultin")


@pytest.mark.parametrize(
    ("answer", "context", "flagged"),
    [
        ("مدة الإشعار 30 يوما.", "مدة الإشعار 30 يوما.", False),
        ("مدة الإشعار 45 يوما.", "مدة الإشعار 30 يوما.", True),
        ("תקופת ההודעה היא 30 ימים.", "תקופת ההודעה היא 30 ימים.", False),
        ("The fee is 30 euros 🎉.", "The fee is 30 euros 😀.", False),
        ("The fee is 40 euros 🎉.", "The fee is 30 euros 😀.", True),
        ("Výpovědní doba je 30 dní.", "Výpovědní doba je 30 dní.", False),
        ("Výpovědní doba je 60 dní.", "Výpovědní doba je 30 dní.", True),
    ],
)
def test_other_scripts_and_emoji_are_grounded_too(answer: str, context: str, flagged: bool) -> None:
    assert ground(answer, [context]).flagged is flagged


def test_long_answers_take_time_in_proportion() -> None:
    sentence = "The notice period for senior engineers is 30 days and annual leave number {} amounts to 25 days. "

    def seconds(times: int, start: int) -> float:
        text = "".join(sentence.format(i) for i in range(start, start + times))
        began = time.process_time()
        ground(text, [LEAVE])
        return time.process_time() - began

    seconds(20, 0)
    short, long = seconds(50, 1000), seconds(500, 5000)
    assert long < 10 * short * 2.5
    assert len(sentence) * 500 > 45_000


def test_the_result_is_plain_json() -> None:
    data = json.loads(json.dumps(ground("The fee is 40 euros.", ["The fee is 30 euros."]).to_json()))
    assert {"score", "flagged", "factoids"} <= data.keys()
    assert {"text", "start", "end", "score", "support"} <= data["factoids"][0].keys()
    assert data["factoids"][0]["contradiction"]["context"] == 0


@pytest.mark.parametrize("unit", ["a; ", "and the ", "not ", "Paris ", "14, ", "the fee is 14; "])
def test_time_grows_with_the_length_of_an_answer_that_is_one_sentence(unit: str) -> None:
    def seconds(length: int) -> float:
        started = time.process_time()
        ground((unit * length)[:length], ["The notice period is 14 days. The office is in Paris."])
        return time.process_time() - started

    seconds(500)
    short, long = seconds(3_000), seconds(24_000)
    assert long < max(1.0, 24 * short), f"8 times the text took {long / short:.0f} times as long"


@pytest.mark.parametrize("answer", ["Xylophone", "Saturday", "Anna Karenina", "- Monday\n- Saturday", "x" * 5000])
def test_words_without_a_verb_are_not_borne_out_by_a_sentence_about_something_else(answer: str) -> None:
    found = ground(answer, ["The fee is 40 euros."])
    assert all(factoid.flagged and factoid.verdict == "not_sure" for factoid in found.factoids)
