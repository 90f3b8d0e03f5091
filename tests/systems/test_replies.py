from __future__ import annotations

from ragtester.systems.external.replies import read_retrieval


def test_a_stage_that_is_not_reported_is_the_context_and_one_reported_empty_is_empty() -> None:
    told = read_retrieval({"contexts": ["a"], "candidates": [], "reranked": ["a", "b"]}, system="s")
    assert told.candidates is not None and list(told.candidates) == []
    assert told.reranked is not None and [passage.text for passage in told.reranked] == ["a", "b"]
    silent = read_retrieval(["a"], system="s")
    assert silent.candidates == silent.reranked == silent.context
