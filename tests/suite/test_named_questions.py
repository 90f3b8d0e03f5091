"""Questions for names, places and dates from running prose."""

from __future__ import annotations

import pytest

from ragtester.suite.writers.named import named_questions

NAMES = frozenset({"Marlowe", "Tervala", "Osprey"})


@pytest.mark.parametrize(
    ("sentence", "question", "answer"),
    [
        ("The Tervala Bridge was designed by Ines Marlowe in 1911.", "By whom was the Tervala Bridge designed?", "Ines Marlowe"),
        ("The Osprey Theatre is located in Port Ellery.", "Where is the Osprey Theatre located?", "Port Ellery"),
        ("In 1911, the Tervala Bridge was opened to the public.", "When was the Tervala Bridge opened to the public?", "1911"),
        ("On 4 May 1911, the Tervala Bridge was sold to the county.", "When was the Tervala Bridge sold to the county?", "4 May 1911"),
        ("The Tervala Bridge was handed to the county in May 1930.", "When was the Tervala Bridge handed to the county?", "May 1930"),
        ("In 1866, Duke Osric of Tervala conquered Harland killing King Edric.", "When did Duke Osric of Tervala conquer Harland?", "1866"),
        ("In the 1860s, Ann Osprey led the Tervala Company to the coast.", "When did Ann Osprey lead the Tervala Company to the coast?", "the 1860s"),
        ("On 4 May 1821, the Osprey Council appointed Ann Vale as warden, ending the dispute.", "When did the Osprey Council appoint Ann Vale as warden?", "4 May 1821"),
        ("The Osprey Theatre opened a second stage in 1988.", "When did the Osprey Theatre open a second stage?", "1988"),
        ("Port Ellery is the largest town in Greater Harland.", "What is the largest town in Greater Harland?", "Port Ellery"),
        ("Ines Marlowe was the first woman in the Harland Senate.", "Who was the first woman in the Harland Senate?", "Ines Marlowe"),
    ],
)  # fmt: skip
def test_a_sentence_about_named_things_is_asked_for_the_other(sentence: str, question: str, answer: str) -> None:
    found = [(made.question, made.answer) for made in named_questions(sentence, names=NAMES)]
    assert (question, answer) in found


@pytest.mark.parametrize(
    "sentence",
    [
        "The bridge was designed by Ines Marlowe.",
        "It was designed by Ines Marlowe in 1911.",
        "While Marlowe was the first woman in the Harland Senate, she never spoke there.",
        "The Osprey Theatre was founded in May.",
        "The Osprey Theatre was built in English and in the Renaissance style.",
        "Ines Marlowe was the first woman in the Harland Senate and the last to leave it.",
        "The Tervala Bridge was opened and closed to traffic in 1930.",
        'The "Tervala Bridge" was designed by Ines Marlowe in 1911.',
    ],
)
def test_what_needs_its_surroundings_or_says_two_things_is_not_asked(sentence: str) -> None:
    assert list(named_questions(sentence, names=NAMES)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "In the 1990s, Tervala turbines produced about 90% of all power that was used in Harland.",
        "In 1703, people from Tervala came to settle and left again.",
        "In 1850 the Tervala Railway reached Dorn and the town grew.",
    ],
)
def test_a_sentence_of_more_than_one_event_is_not_dated(sentence: str) -> None:
    assert [made.question for made in named_questions(sentence, names=NAMES) if made.kind == "date"] == []
