from __future__ import annotations

import random

import pytest

from ragtester.errors import InputError
from ragtester.retrieval import PairCounts, compare_counts, compare_runs


def test_counts_of_pairs_say_what_the_cases_themselves_say() -> None:
    drawn = random.Random(2)
    rows: dict[str, list[dict[str, object]]] = {"base": [], "candidate": []}
    counts: dict[tuple[str, str], PairCounts] = {}
    for system, chances in (("a", (0.5, 0.8)), ("b", (0.5, 0.5))):
        for test in range(120):
            said = ["passed" if drawn.random() < chance else "failed" for chance in chances]
            if test % 40 == 0:
                said[1] = "unmeasured"
            for side, status in zip(rows, said, strict=True):
                rows[side].append({"test": f"t{test}", "system": system, "status": status})
            values = [{"passed": 1.0, "failed": 0.0}.get(status) for status in said]
            counts.setdefault((system, "pass_rate"), PairCounts()).add(*values, 1)
    whole = compare_runs(rows["base"], rows["candidate"])
    counted = compare_counts(counts, newly_failing=[], newly_passing=[], only_base=0, only_candidate=0)
    assert (
        [one.verdict for one in counted.measures]
        == [one.verdict for one in whole.measures]
        == ["better", "cannot_tell"]
    )
    for one, other in zip(counted.measures, whole.measures, strict=True):
        assert (one.system, one.measure, one.unpaired, one.paired.n) == (other.system, other.measure, 3, 117)
        assert one.paired.difference == pytest.approx(other.paired.difference)
        assert one.paired.interval is not None and other.paired.interval is not None
        assert one.paired.interval.low == pytest.approx(other.paired.interval.low, abs=0.02)
        assert one.adjusted_p == pytest.approx(other.adjusted_p, abs=0.02)


def test_runs_without_a_case_in_common_are_refused() -> None:
    with pytest.raises(InputError, match="in common"):
        compare_counts({}, newly_failing=[], newly_passing=[], only_base=3, only_candidate=2)
