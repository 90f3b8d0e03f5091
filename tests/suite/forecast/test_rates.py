from __future__ import annotations

import pytest

from ragtester.records import Message, Request
from ragtester.suite import Foreseen, Rates, Unwritten, added, imagined_reply
from ragtester.suite.forecast import PRIOR, STEPS
from ragtester.suite.writers.schema import ABOUT_SCHEMA, ANSWER_SCHEMA


def test_without_counts_a_rate_is_the_assumed_one_and_many_counts_outweigh_it() -> None:
    assert [Rates().of(step) for step in STEPS] == pytest.approx([PRIOR[step] for step in STEPS])
    assert not Rates().known
    few, many = Rates({"written": (1, 4)}), Rates({"written": (250, 1000)})
    assert PRIOR["written"] > few.of("written") > many.of("written")
    assert many.of("written") == pytest.approx(0.25, abs=0.01)
    assert many.known


@pytest.mark.parametrize("step", STEPS)
def test_a_range_lies_around_what_is_expected_and_narrows_with_what_is_known(step: str) -> None:
    good, bad = -1, 1
    expected, low, high = (Rates({}, lean).of(step) for lean in (0, bad, good))  # type: ignore[arg-type]
    assert (low > expected > high) if "repaired" in step else (low < expected < high)
    wide = abs(high - low)
    known = {step: (600, 1000)}
    assert abs(Rates(known, good).of(step) - Rates(known, bad).of(step)) < wide / 2  # type: ignore[arg-type]


def test_a_rate_never_becomes_hopeless() -> None:
    assert Rates({"written": (0, 10_000)}, 1).of("written") > 0


def test_outcomes_are_drawn_evenly() -> None:
    foreseen = Foreseen(Rates({"written": (299_994, 1_000_000)}))
    drawn = [foreseen.draw("written") for _ in range(1000)]
    assert sum(drawn) == pytest.approx(300, abs=1)
    assert max(sum(drawn[at : at + 10]) for at in range(0, 1000, 10)) <= 4


def test_counts_add_up() -> None:
    assert added({"written": (1, 2)}, {"written": (3, 4), "agreed": (0, 1)}) == {"written": (4, 6), "agreed": (0, 1)}


def test_only_what_decides_nothing_is_made_up() -> None:
    def wanting(schema: object) -> Request:
        return Request(messages=(Message(role="user", content="x"),), schema_=schema)

    assert imagined_reply(wanting(ABOUT_SCHEMA)).text
    with pytest.raises(Unwritten):
        imagined_reply(wanting(ANSWER_SCHEMA))
