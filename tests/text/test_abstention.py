"""Abstention: the phrases of two files in six languages, and what is decided beside yes and no."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragtester.text import detect_abstention

_DATA = Path(__file__).parent / "data"


def _phrases(name):
    lines = (_DATA / name).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if line]


@pytest.mark.parametrize("name", ["abstentions.tsv", "abstentions_check.tsv"])
def test_precision_and_recall_over_six_languages_are_at_least_97_percent(name):
    phrases = _phrases(name)
    assert {language for language, _, _ in phrases} == {"en", "de", "es", "fr", "cs", "zh"}
    decided = [(kind != "none", detect_abstention(text).abstained, text) for _, kind, text in phrases]
    wrong = [text for truth, found, text in decided if truth != found]
    hits = sum(truth and found for truth, found, _ in decided)
    assert hits / sum(truth for truth, _, _ in decided) >= 0.97, wrong
    assert hits / sum(found for _, found, _ in decided) >= 0.97, wrong


def test_250_phrases_written_before_the_grammar_are_decided_with_their_questions():
    """At first precision .80 and recall .44; half of them hold the words of an abstention and are none."""
    phrases = _phrases("abstentions_fresh.tsv")
    assert len(phrases) == 250
    decided = [
        (kind != "none", detect_abstention(text, question=question).abstained, text)
        for _, kind, question, text in phrases
    ]
    wrong = [text for truth, found, text in decided if truth != found]
    hits = sum(truth and found for truth, found, _ in decided)
    assert hits / sum(truth for truth, _, _ in decided) >= 0.97, wrong
    assert hits / sum(found for _, found, _ in decided) >= 0.97, wrong


def test_the_phrases_of_all_rounds_and_the_lessons_are_decided():
    """Phrases written round by round before anything was changed for them; docs/explanation/judge.md has the first looks."""
    names = [f"abstentions_round_{number}.tsv" for number in range(1, 17)]
    for name, bound in (*((name, 0.93) for name in names), ("abstentions_lessons.tsv", 0.9)):
        decided = [(kind != "none", detect_abstention(text).abstained) for _, kind, *_, text in _phrases(name)]
        hits = sum(truth and found for truth, found in decided)
        assert hits / sum(truth for truth, _ in decided) >= bound, name
        assert hits / sum(found for _, found in decided) >= 0.95, name


def test_ordinary_replies_that_somebody_else_wrote_are_decided_with_their_questions():
    """144 replies of assistants by somebody who had seen neither code nor lessons: .98 and .89 at first look."""
    decided = [
        (kind != "none", detect_abstention(text, question=asked).abstained)
        for _, kind, asked, text in _phrases("abstentions_round_17.tsv")
    ]
    hits = sum(truth and found for truth, found in decided)
    assert len(decided) == 144
    assert hits / sum(truth for truth, _ in decided) >= 0.95
    assert hits / sum(found for _, found in decided) >= 0.97


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How high is the grant, and when is it paid?", "The grant is 300 euros [2]. However, the day of payment isn't given in the sources."),
        ("Wie hoch ist die Gebühr und wann ist sie fällig?", "Die Gebühr beträgt 20 Euro. Wann sie fällig ist, steht jedoch nicht im Text."),
        ("¿Cuánto cuesta y cómo se paga?", "Cuesta 12 euros. Sin embargo, el documento no indica cómo se paga."),
    ],
)  # fmt: skip
def test_half_of_a_double_question_left_open_is_a_part(question, answer):
    assert detect_abstention(answer, question=question).kind == "partial"


def test_a_caveat_beside_the_question_does_not_abstain():
    found = detect_abstention(
        "It was opened in 1912. I have no information on later years.", question="When was it opened?"
    )
    assert not found.abstained


@pytest.mark.parametrize(
    "answer",
    ["NOT_FOUND", "N/A", "I don't know.", "[No answer]", "insufficient information", "k. A.", "Keine Angabe.", "S/D", "No consta", "N.C.", "Sans réponse", "Neuvedeno.", "无法回答", "【无答案】"],
)  # fmt: skip
def test_a_sentinel_that_a_prompt_asks_for_abstains(answer):
    assert detect_abstention(answer).kind == "complete"


@pytest.mark.parametrize("answer", ["No.", "0", "None", "Unknown Soldier", "Not Angus, but Robert", "无", "Ne"])
def test_what_only_looks_like_a_sentinel_is_an_answer(answer):
    assert not detect_abstention(answer).abstained


@pytest.mark.parametrize(
    "answer", ["No.", "Never.", "None of them.", "Nein.", "Nie.", "No", "Jamais.", "Ne.", "Zero.", "从不。"]
)
def test_a_bare_denial_is_an_answer(answer):
    assert not detect_abstention(answer).abstained


@pytest.mark.parametrize("kind", ["abstains", "none"])
def test_a_translation_reads_like_its_original(kind):
    """Weights are shared by the languages: no language is left far behind the others."""
    phrases = [line for line in _phrases("abstentions_lessons.tsv") if line[1] == kind]
    for language in ("en", "de", "es", "fr", "cs", "zh"):
        own = [text for its, _, text in phrases if its == language]
        right = sum(detect_abstention(text).abstained == (kind == "abstains") for text in own)
        assert right / len(own) >= 0.85, language


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What happens when a tenant cannot be found?", "If a tenant cannot be found, a notice is put on the door."),
        ("Why was it refused?", "Because the form did not contain a signature."),
        ("What did she reply?", "She replied that she did not know."),
        ("What does the screen show?", "It shows 'no information available'."),
        ("What does the old edition lack?", "The old edition does not mention the second valve."),
        ("How many faults were found?", "No faults were found."),
        ("Was geschieht dann?", "Lässt sich der Halter nicht ermitteln, wird das Rad versteigert."),
        ("怎么办?", "如果找不到相关信息,请把表格留空。"),
    ],
)
def test_conditions_reasons_reports_and_quotations_abstain_from_nothing(question, answer):
    assert not detect_abstention(answer, question=question).abstained


def test_there_are_at_least_200_phrases_and_a_third_of_them_are_no_abstentions():
    phrases = _phrases("abstentions.tsv")
    assert len(phrases) >= 200
    assert sum(kind == "none" for _, kind, _ in phrases) >= len(phrases) / 3


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("I don't know.", "complete"),
        ("The context only lists the price of model A; it does not say what model B costs.", "partial"),
        ("I must decline to answer.", "refusal"),
        ("It costs 5 euros.", "none"),
        ("", "none"),
    ],
)
def test_the_kind_says_how_far_an_answer_abstains(answer, kind):
    assert detect_abstention(answer).kind == kind


def test_an_answer_after_the_doubt_is_no_abstention():
    for answer in (
        "I'm not sure, but I think it was 1912.",
        "I do not know the exact day, but it was in March.",
        "There is no definitive answer. Generally, it takes 5 days.",
        "As an AI language model, I don't have personal opinions. The bridge was opened in 1932.",
        "I couldn't find the exact price. However, it is probably around 50 euros.",
    ):
        assert not detect_abstention(answer).abstained, answer


def test_a_caveat_after_the_answer_is_no_abstention():
    answer = "The notice period for clerks is 14 days. I have no information on managers."
    assert not detect_abstention(answer, question="How long is the notice period for clerks?").abstained


def test_background_before_the_abstention_does_not_make_it_an_answer():
    answer = "The device has a battery. However, the battery's capacity is not stated in the manual."
    assert detect_abstention(answer, question="What is the battery's capacity?").abstained
    assert detect_abstention(answer).abstained


def test_an_answer_that_turns_and_takes_up_the_question_is_no_abstention():
    answer = "I could not find that in the manual. However, the battery capacity of the device is 40 Wh."
    question = "What is the battery capacity of the device?"
    assert not detect_abstention(answer, question=question).abstained


def test_apologies_and_offers_do_not_make_an_abstention_partial():
    answer = (
        "I'm sorry, but I cannot find that in the documents. Please contact the office. Let me know if you need more."
    )
    found = detect_abstention(answer)
    assert found.kind == "complete"
    assert found.rest == ""


def test_the_sentence_that_abstains_and_the_rest_are_told():
    found = detect_abstention("The manual does not say how heavy it is. It is 3 m long.")
    assert found.matched == "The manual does not say how heavy it is."
    assert found.rest == "It is 3 m long."
    assert 0.5 <= found.confidence <= 1


def test_a_title_in_quotes_is_no_abstention():
    assert not detect_abstention('The song is "I don\'t know" by an unknown band.').abstained


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("The older edition has three chapters that are not part of the newer one.", "How many chapters were dropped?"),
        ("Before World War I, the town took an oath, which meant that it would not arm.", "What did the town do?"),
        ("They live in Brno, but none of the sisters stayed there for long.", "Where do they live?"),
        ("A ring of never-ending steps, known from a print.", "What is it?"),
        ("no such rules", "Do you need a permit to fish here?"),
    ],
)
def test_a_denial_that_describes_something_abstains_from_nothing(answer: str, question: str) -> None:
    assert not detect_abstention(answer, question=question).abstained


@pytest.mark.parametrize(
    "answer",
    [
        "The fee is a detail that is not given in the handbook.",
        "That depends on the plan, which the document does not name.",
        "None of the documents mention a fee.",
        "I found three lists that do not mention it.",
    ],
)
def test_a_relative_clause_about_what_is_known_abstains(answer: str) -> None:
    assert detect_abstention(answer, question="What is the fee?").abstained
