from __future__ import annotations

from typing import Literal

import pytest

from ragtester.hallucination.grounding import Variant, Vote
from ragtester.hallucination.scoring import factoid_score, penalty

Given = Literal["yes", "no", "not_sure"]


def votes(same: list[Given], opposite: list[Given]) -> list[Vote]:
    return [Vote(Variant("v", "same", "t"), answer, penalty(answer, "same")) for answer in same] + [
        Vote(Variant("v", "opposite", "t"), answer, penalty(answer, "opposite")) for answer in opposite
    ]


def test_penalties_are_the_papers() -> None:
    assert [penalty(a, "same") for a in ("yes", "not_sure", "no")] == [0.0, 0.5, 1.0]
    assert [penalty(a, "opposite") for a in ("yes", "not_sure", "no")] == [1.0, 0.5, 0.0]


@pytest.mark.parametrize(
    ("same", "opposite", "score"),
    [
        (["yes", "yes"], ["no", "no"], 0.0),
        (["no", "no"], ["yes", "yes"], 1.0),
        (["no", "no"], ["no", "no"], 0.5),
        (["yes", "no"], ["no", "yes"], 0.5),
        (["yes", "not_sure"], ["no", "no"], 0.125),
        (["not_sure", "not_sure"], ["not_sure", "not_sure"], 0.5),
        (["not_sure", "not_sure"], ["no", "no"], 0.5),
        (["not_sure"], [], 0.5),
        (["no"], ["no", "no", "no"], 0.5),
        (["yes"], [], 0.0),
    ],
)
def test_the_score_is_the_mean_penalty_and_silence_is_exactly_one_half(
    same: list[Given], opposite: list[Given], score: float
) -> None:
    assert factoid_score(votes(same, opposite)) == score


def test_a_weight_scales_the_score_up_to_one() -> None:
    assert factoid_score(votes(["no"], ["no"]), weight=3) == 1.0
    assert factoid_score(votes(["not_sure"], []), weight=0.5) == 0.25
