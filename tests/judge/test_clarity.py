from __future__ import annotations

import pytest

from ragtester.judge.clarity import clarity


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("The period is 14 days.", 5.0),
        ("The notice period is 14 days. The notice period is 14 days.", 3.0),
        (
            "The first rule is long. The second rule is short. The first rule is long. Other things hold too, they say.",
            4.0,
        ),
        ("days " * 40, 3.0),
        ("word " + " ".join(f"w{i}" for i in range(80)), 4.0),
        (" ".join(f"Sentence{i} a{i} b{i} c{i}." for i in range(80)), 4.0),
        ("{{}} [[]] <<>> ;;;; ,,,, ****", 2.0),
    ],
)
def test_clarity_falls_with_the_flaws_of_form(text, score):
    assert clarity(text)[0] == score


def test_cut_off_and_torn_answers_lose_a_point_each_and_say_so():
    score, flaws = clarity("It is 14 days", truncated=True, torn=True)
    assert score == 3.0
    assert flaws == ("cut off", "of two minds")
