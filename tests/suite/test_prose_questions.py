"""Sentences of a user's prose become questions that stand by themselves; others are left alone."""

from __future__ import annotations

import pytest

from ragtester.suite.writers.plain import plain_questions
from ragtester.suite.writers.prose import prose_questions
from ragtester.suite.writers.turning import names_in, questions_from
from ragtester.suite.writers.verbs import bases, pasts

NAMED = [
    ("The Harrow Museum was founded by Edith Lorimer in 1911.", "Who founded the Harrow Museum in 1911?", "Edith Lorimer"),
    ("In 1643 General Hugh Aldane captured the town of Ravensmoor.", "Who captured the town of Ravensmoor in 1643?", "General Hugh Aldane"),
    ("In 1643 General Hugh Aldane captured the town of Ravensmoor.", "When did General Hugh Aldane capture the town of Ravensmoor?", "1643"),
    ("Tomás Rey, a Portuguese engineer, designed the Atrium of Light in 1998.", "Who designed the Atrium of Light in 1998?", "Tomás Rey"),
    ("Edith Lorimer was born in Leith in 1874.", "Where was Edith Lorimer born in 1874?", "Leith"),
    ("Edith Lorimer was born in Leith in 1874.", "When was Edith Lorimer born?", "1874"),
    ("The annual Glass Fair was first held in 1963.", "When was the annual Glass Fair first held?", "1963"),
    ("Norvik College ended its evening programme in 2007 because few people came.", "When did Norvik College end its evening programme?", "2007"),
    ("Ana de Soto received patents in 1606 for fifty pumps.", "When did Ana de Soto receive patents for fifty pumps?", "1606"),
    ("The Fenwick furnace was named after Charles Fenwick, its first master.", "After whom or what was the Fenwick furnace named?", "Charles Fenwick"),
    ("Ravensmoor Fen is also known as the Long Water.", "By what other name is Ravensmoor Fen known?", "the Long Water"),
    ("Over 300 volunteers work for the Friends of the Harrow Museum.", "How many volunteers work for the Friends of the Harrow Museum?", "300"),
    ("About 40% of the people of Ravensmoor speak Norse at home.", "What percentage of the people of Ravensmoor speak Norse at home?", "40%"),
    ("The Atrium of Light is 24 metres tall.", "How tall is the Atrium of Light?", "24 metres"),
    ("Ravensmoor Town has a population of 14,200.", "What is the population of Ravensmoor Town?", "14,200"),
    ("The county of Elmshire is divided into five districts.", "Into how many districts is the county of Elmshire divided?", "five"),
    ("The Lorimer Collection comprises 3,400 pieces and is housed in the west wing.", "How many pieces does the Lorimer Collection comprise?", "3,400"),
    ("The old mint of Elmshire is located on the left bank of the Thorne.", "Where is the old mint of Elmshire located?", "on the left bank of the Thorne"),
]  # fmt: skip
PLAIN = [
    ("Contractors may claim up to 60 pounds a day for meals.", "How much may contractors claim a day for meals?", "60 pounds"),
    ("Apprentices receive a book allowance of 250 pounds per term.", "How large a book allowance do apprentices receive per term?", "250 pounds"),
    ("Mileage is reimbursed at 45 pence per mile.", "At what rate is mileage reimbursed?", "45 pence per mile"),
    ("The pump weighs 3.2 kg.", "How much does the pump weigh?", "3.2 kg"),
    ("The travel desk answers requests within two working days.", "Within what time does the travel desk answer requests?", "two working days"),
    ("The policy took effect on 1 March 2024.", "When did the policy take effect?", "1 March 2024"),
    ("The first aid kit is kept in the reception of the Bristol office.", "Where is the first aid kit kept?", "in the reception of the Bristol office"),
    ("Fees are collected by the cashier at the entrance.", "By whom are fees collected?", "the cashier at the entrance"),
    ("Travel cards can be ordered from Joan Petty.", "From whom can travel cards be ordered?", "Joan Petty"),
    ("The helpline is open from 8:00 to 17:30.", "When is the helpline open?", "from 8:00 to 17:30"),
    ("The operating temperature ranges from 5 to 40 degrees Celsius.", "Within what range does the operating temperature lie?", "from 5 to 40 degrees Celsius"),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "question", "answer"), NAMED)
def test_prose_about_named_things(sentence: str, question: str, answer: str) -> None:
    names = names_in(f"{sentence} Later, Ravensmoor and Tomás, Edith and Ana, and Norvik too.")
    assert (question, answer) in {(made.question, made.answer) for made in prose_questions(sentence, names=names)}


@pytest.mark.parametrize(("sentence", "question", "answer"), PLAIN)
def test_plain_rules_and_descriptions(sentence: str, question: str, answer: str) -> None:
    assert [(made.question, made.answer) for made in plain_questions(sentence)] == [(question, answer)]


@pytest.mark.parametrize(
    "sentence",
    [
        "She died in 1940.",
        "It moved to its present building on Canal Street in 1954.",
        "The Act was passed in 1998.",
        "In 2012 it investigated the commissioner.",
        "The building was designed by two architects and opened on 15 December 1999.",
        "Loans are renewed by email.",
        "The catalogue was written by hand until 1994.",
        "Records are kept for seven years by the registrar.",
        "Claims are decided by the end of the month.",
        "The first museum opened in 1910 and closed in 1941.",
        "They answer within two days.",
        "According to Hugh Vance, the tower was built in 1870 or later.",
        "The mayor of Ravensmoor is called President.",
    ],
)
def test_what_needs_its_surroundings_is_left_alone(sentence: str) -> None:
    made = [*prose_questions(sentence, names=frozenset({"Hugh", "Ravensmoor"})), *plain_questions(sentence)]
    assert made == []


@pytest.mark.parametrize(
    ("sentence", "question", "answer"),
    [
        ("The filter of the pump must be replaced every six months.", "How often must the filter of the pump be replaced?", "every six months"),
        ("The catalogue was written by hand until May 1994.", "Until when was the catalogue written by hand?", "May 1994"),
        ("Employees must submit expense claims within 30 days of the journey.", "Within what time must employees submit expense claims?", "30 days"),
    ],
)  # fmt: skip
def test_the_period_is_asked_for_as_it_is_meant(sentence: str, question: str, answer: str) -> None:
    assert (question, answer) in {(made.question, made.answer) for made in questions_from(sentence, None)}


def test_past_forms_lead_to_their_base_forms() -> None:
    assert [pasts()[word] for word in ("adopted", "carried", "banned", "travelled", "wrote", "founded", "found", "died")] == [
        "adopt", "carry", "ban", "travel", "write", "found", "find", "die",
    ]  # fmt: skip
    assert {"answer", "write"} <= bases()
