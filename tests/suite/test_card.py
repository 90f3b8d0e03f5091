from __future__ import annotations

import asyncio
import json
from pathlib import Path

from ragtester.records import Corpus, Usage
from ragtester.suite import SuiteOptions, SuiteResult, card_html, measure_coverage, suite_card, write_card, write_suite


def made(corpus: Corpus, **options: object) -> tuple[SuiteResult, SuiteOptions]:
    chosen = SuiteOptions(**options)
    return asyncio.run(write_suite(corpus, chosen)), chosen


def test_the_card_counts_tests_rejections_checks_and_documents(corpus: Corpus, tmp_path: Path) -> None:
    result, options = made(corpus, tests=60)
    card = suite_card(result, corpus, options)
    assert card.tests == len(result.tests) == sum(card.by_type.values())
    assert card.candidates == len(result.tests) + len(result.rejected)
    assert sum(card.rejections.values()) == len(result.rejected)
    assert card.documents == {d.id: d.sha256 for d in corpus.documents}
    assert card.checks["self_contained"]["passed"] == len(result.tests)
    assert card.cost_usd == 0.0 and card.message == result.message != ""
    data, page = write_card(card, tmp_path)
    assert json.loads(data.read_text())["tests"] == card.tests
    html = page.read_text()
    assert "http://" not in html and "https://" not in html and "<script" not in html
    assert "Incomplete" in html and "notice period" in html


def test_the_page_escapes_what_documents_say(corpus: Corpus) -> None:
    result, options = made(corpus, tests=3)
    odd = result.tests[0].model_copy(update={"query": "What is <b>bold</b> & new?"})
    card = suite_card(result.model_copy(update={"tests": (odd,)}), corpus, options)
    assert "<b>bold</b>" not in card_html(card) and "&lt;b&gt;" in card_html(card)


def test_an_unknown_price_is_unknown_and_an_empty_suite_has_a_card(corpus: Corpus) -> None:
    result, options = made(corpus, tests=2)
    work = result.authoring.model_copy(
        update={"author": "nobody-knows", "usage": Usage(prompt_tokens=5, completion_tokens=2)}
    )
    card = suite_card(result.model_copy(update={"authoring": work, "tests": (), "rejected": ()}), corpus, options)
    assert card.cost_usd is None and card.acceptance_rate is None
    assert "unknown" in card_html(card) and "None." in card_html(card)


def test_coverage_counts_what_the_tests_touch(corpus: Corpus) -> None:
    result, _ = made(corpus, tests=16, negative_share=0)
    found = asyncio.run(measure_coverage(result.tests, corpus))
    assert found == result.coverage
    assert found.documents.covered <= found.documents.total == len(corpus.documents)
    assert found.facts.covered == len({f for t in result.tests for f in t.facts})
    assert found.chunks is None and sum(dict(found.reading_ease).values()) == len(result.tests)
    empty = asyncio.run(measure_coverage((), corpus.model_copy(update={"facts": ()})))
    assert empty.facts.rate is None and empty.documents.rate == 0
