from __future__ import annotations

import pytest

from ragtester.hallucination import agreement, span_agreement
from ragtester.hallucination.measures import f1, roc_auc


def test_measures_follow_their_definitions() -> None:
    result = agreement([True, True, False, False], [True, False, True, False], [0.9, 0.4, 0.5, 0.1])
    assert result is not None
    assert (result.n, result.accuracy, result.precision, result.recall, result.f1) == (4, 0.5, 0.5, 0.5, 0.5)
    assert result.roc_auc == 0.75


def test_what_is_not_defined_is_none_and_never_a_number() -> None:
    assert agreement([], [], []) is None
    one = agreement([False], [False], [0.0])
    assert one is not None
    assert (one.precision, one.recall, one.f1, one.roc_auc) == (None, None, None, None)
    assert f1(0.0, 0.0) == 0.0
    assert roc_auc([True, False], [0.5, 0.5]) == 0.5


def test_spans_agree_by_overlap_and_by_characters() -> None:
    result = span_agreement([[(0, 10)], [(5, 9)], []], [[(5, 15)], [], [(0, 2)]])
    assert result is not None
    assert (result.precision, result.recall, result.f1) == (0.5, 0.5, 0.5)
    assert result.characters_precision == pytest.approx(5 / 12)
    assert result.characters_recall == pytest.approx(5 / 14)
    assert span_agreement([], []) is None
