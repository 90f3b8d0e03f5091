"""Does the comparison decide as a careful reader would?"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from ragtester.text import compare_answers

_SPEC = importlib.util.spec_from_file_location("equivalence_cases", Path(__file__).parent / "equivalence_cases.py")
assert _SPEC is not None
assert _SPEC.loader is not None
_MODULE = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MODULE)


@pytest.mark.parametrize("case", _MODULE.CASES, ids=lambda case: f"{case[0][:30]}|{case[1][0][:20]}")
def test_an_answer_is_compared_as_a_careful_reader_would(case):
    answer, references, question, kind, allowed = case
    found = compare_answers(answer, references, question=question, kind=kind)
    assert found.verdict in allowed, found
    assert 0 <= found.confidence <= 1
