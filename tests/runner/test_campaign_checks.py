"""What a campaign's sections name is looked at before anything is spent."""

from __future__ import annotations

import pytest

from ragtester.config import parse_config
from ragtester.errors import UsageError
from ragtester.runner import check

BASE = "name: own\ncorpus: {blueprint: hr-policies}\nmatrix: {generators: [reader], embedders: [bm25]}\n"


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("metamorphic: {operators: [SeM]}", r"metamorphic\.operators.*unknown operator 'SeM'.*SeN, SuN"),
        ("metamorphic: {scopes: [past]}", r"metamorphic\.scopes.*'past'"),
        ("metamorphic: {parameters: {ON: {rat: 0.1}}}", r"metamorphic\.parameters.*'rat'.*did you mean 'rate'"),
        ("metamorphic: {parameters: {ON: {rate: 7}}}", r"metamorphic\.parameters\.ON\.rate.*7"),
        ("metamorphic: {swap_embedder: {bm25: minilmo}}", r"metamorphic\.swap_embedder\.bm25.*'minilmo'"),
        ("metamorphic: {author: nobody}", r"metamorphic\.author.*'nobody'"),
        ("metamorphic: {judge: nobody}", r"metamorphic\.judge.*'nobody'"),
        ("repair: {strategies: [top_k_4]}", r"repair\.strategies.*'top_k_4'.*top_k_"),
        ("repair: {upgrade: nobody}", r"repair\.upgrade.*'nobody'"),
        ("repair: {reranker: nobody}", r"repair\.reranker.*'nobody'"),
    ],
)
def test_a_name_or_value_that_does_not_fit_is_refused_with_its_place(section: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        check(parse_config(BASE + section + "\n"))


def test_what_the_sections_may_name_is_accepted() -> None:
    text = """metamorphic: {operators: [ON, EM], parameters: {ON: {rate: 0.02}}, swap_embedder: {bm25: hashing}}
repair: {strategies: [top_k_5, rerank], upgrade: reader}
"""
    assert check(parse_config(BASE + text)) == ["reader/bm25/recursive-800-80/k3"]
