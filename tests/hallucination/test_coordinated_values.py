"""Values that share a verb are statements of their own."""

from __future__ import annotations

import time

import pytest

from ragtester.hallucination import ground
from ragtester.hallucination.factoids import split_factoids
from ragtester.hallucination.factoids.coordinated import value_parts


@pytest.mark.parametrize(
    ("clause", "claims"),
    [
        (
            "Entry costs 40 euros for adults and 20 for children",
            ["Entry costs 40 euros for adults", "Entry costs 20 euros for children"],
        ),
        (
            "The notice period is 14 days for clerks, 21 days for fitters and up to 30 for pilots",
            [
                "The notice period is 14 days for clerks",
                "The notice period is 21 days for fitters",
                "The notice period is up to 30 days for pilots",
            ],
        ),
        (
            "Revenue grew by 5% in the north, and 7% in the south",
            ["Revenue grew by 5% in the north", "Revenue grew by 7% in the south"],
        ),
        (
            "The fee is $12.50 on weekdays or $9 on Sundays",
            ["The fee is $12.50 on weekdays", "The fee is $9 on Sundays"],
        ),
    ],
)
def test_each_value_is_said_with_what_it_is_for(clause: str, claims: list[str]) -> None:
    assert [part.claim for part in value_parts(clause)] == claims


@pytest.mark.parametrize(
    "clause",
    [
        "The fee rose from 40 euros in 2019 to 50 euros in 2020",
        "The hall holds 300 people and opens at 9 on weekdays in summer",
        "The ferry sails 14 times on weekdays",
        "Members pay 40 euros for adults and children under 12 go free",
        "Between 8 and 12 in the morning the office is open for visitors",
    ],
)
def test_other_clauses_stay_whole(clause: str) -> None:
    assert value_parts(clause) == []


def test_only_the_wrong_value_is_flagged() -> None:
    answer = "Entry costs 40 euros for adults and 25 euros for children."
    context = "Entry to the baths costs 40 euros for adults and 20 euros for children."
    first, second = split_factoids(answer)
    assert answer[second.start : second.end] == second.text == "25 euros for children."
    found = ground(answer, [context])
    assert found.flagged
    assert all(start >= first.end for start, _ in found.spans())
    assert not ground(answer.replace("25", "20"), [context]).flagged


def test_a_pronoun_before_the_values_takes_its_subject() -> None:
    answer = "The entrance fee is old. It is 40 euros for adults and 20 for children."
    assert [item.claim for item in split_factoids(answer)[1:]] == [
        "The entrance fee is 40 euros for adults",
        "The entrance fee is 20 euros for children.",
    ]


def test_a_long_list_of_values_takes_linear_time() -> None:
    clause = "The fee is " + " and ".join(f"{number} euros for group {number}" for number in range(2_000))
    started = time.process_time()
    assert len(value_parts(clause)) == 30
    assert time.process_time() - started < 1.0
