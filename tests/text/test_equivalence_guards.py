from __future__ import annotations

import pytest

from ragtester.text import compare_answers


@pytest.mark.parametrize(
    ("answer", "references", "question", "kind", "verdicts"),
    [
        ("I do not know.", ["The documents do not say."], "", None, {"equivalent"}),
        ("Not Brno.", ["Brno"], "Where is it?", None, {"contradicts", "different"}),
        ("not AB-1234", ["AB-1234"], "", "code", {"contradicts"}),
        ("It leaks.", ["Yes"], "Does the blue pump in hall four stop at night?", None, {"different"}),
        ("No, it is the fear of being buried.", ["False", "Falsehood"], "Is it a fear of teeth?", None, {"equivalent"}),
        ("anything", ["  "], "", None, {"different"}),
        ("the", ["the"], "", None, {"equivalent"}),
        ("It is a handbag.", ["bag"], "What was a reticule?", None, {"equivalent"}),
        ("NATO", ["North Atlantic Treaty Organization"], "Who signed it?", None, {"equivalent", "partial"}),
    ],
)
def test_guards_and_special_references(answer, references, question, kind, verdicts):
    assert compare_answers(answer, references, question=question, kind=kind).verdict in verdicts


LONG = "No, contractors may never enter the archive rooms without a written permit from management."


@pytest.mark.parametrize(
    ("answer", "verdicts"),
    [
        ("Yes, contractors may enter the archive rooms with management.", {"contradicts"}),
        (
            "No, contractors may not enter the archive rooms unless they have a written permit from management.",
            {"equivalent", "partial"},
        ),
        ("The canteen is open.", {"different"}),
    ],
)
def test_a_sentence_that_begins_with_no_is_compared_by_its_polarity(answer, verdicts):
    assert compare_answers(answer, [LONG], question="May they?").verdict in verdicts


@pytest.mark.parametrize(
    ("answer", "verdicts"),
    [
        ("The outer pump filter should be cleaned with warm water every 6 weeks.", {"equivalent"}),
        ("The outer pump filter should be cleaned with warm water regularly.", {"partial"}),
        ("The outer pump filter should be cleaned with warm water every 9 weeks.", {"contradicts"}),
    ],
)
def test_values_of_a_sentence_must_be_stated(answer, verdicts):
    reference = "The outer pump filter must be cleaned with warm water every 6 weeks."
    assert compare_answers(answer, [reference]).verdict in verdicts


@pytest.mark.parametrize(
    ("answer", "reference", "question", "verdict"),
    [
        ("The ratio is 1:3.", "3:1", "What is the ratio of sand to cement?", "contradicts"),
        ("Cement to sand is 1:3.", "3:1", "What is the ratio of sand to cement?", "equivalent"),
        ("Of 142 staff, 97 were trained.", "142", "How many staff were trained?", "contradicts"),
        ("Of 142 staff, 97 were trained.", "97", "How many staff were trained?", "equivalent"),
        ("Everything except glass goes in.", "glass", "What goes in the bin?", "contradicts"),
        ("Not €200 but €300.", "€200", "What is the deposit?", "contradicts"),
        ("Not €300 but €200.", "€200", "What is the deposit?", "equivalent"),
        ("Up to 25 °C.", "5 to 25 °C", "What is the permitted temperature?", "partial"),
        ("It takes two to three weeks.", "2-3 weeks", "How long does it take?", "equivalent"),
        ("€0.50 a day.", "50 cents per day", "What is the late fee?", "equivalent"),
    ],
)
def test_a_reference_that_is_turned_round_is_not_stated(answer, reference, question, verdict):
    assert compare_answers(answer, [reference], question=question).verdict == verdict
