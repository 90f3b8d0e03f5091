"""The suite card: what a reader wants to know before trusting a suite, as JSON and as a page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import cast

from ragtester.llm import price
from ragtester.records import Corpus, JsonValue, Record, Test
from ragtester.suite.formats.rows import write_text
from ragtester.suite.options import Coverage, Share, SuiteOptions, SuiteResult
from ragtester.version import __version__

_EXAMPLES_PER_TYPE = 3


class SuiteCard(Record):
    """Counts, checks, coverage, cost and provenance of one suite."""

    name: str
    ragtester: str
    tests: int
    by_kind: Mapping[str, int]
    by_type: Mapping[str, int]
    by_difficulty: Mapping[str, int]
    by_wording: Mapping[str, int]
    by_language: Mapping[str, int]
    candidates: int
    """Accepted and rejected together."""
    acceptance_rate: float | None
    rejections: Mapping[str, int]
    """Rejected candidates by the check that refused them."""
    checks: Mapping[str, Mapping[str, int]]
    """For each check how often it passed, was unmeasured, or did not apply."""
    coverage: Coverage
    author: str
    calls: int
    parse_failures: int
    endpoint_errors: int = 0
    """Requests to the author that got no answer."""
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: float | None
    """None where the author's price is unknown; 0 for the built-in author."""
    prompts: Mapping[str, str]
    options: Mapping[str, JsonValue]
    documents: Mapping[str, str]
    """sha256 of every document."""
    examples: Mapping[str, tuple[tuple[str, str], ...]]
    """A few questions of each type with their answers."""
    message: str = ""


def suite_card(result: SuiteResult, corpus: Corpus, options: SuiteOptions) -> SuiteCard:
    """The card of a suite that `write_suite` made."""
    tests, work = result.tests, result.authoring
    candidates = len(tests) + len(result.rejected)
    return SuiteCard(
        name=corpus.name,
        ragtester=__version__,
        tests=len(tests),
        by_kind=_counted(test.kind for test in tests),
        by_type=_counted(test.type for test in tests),
        by_difficulty=_counted(test.difficulty for test in tests),
        by_wording=_counted(test.wording for test in tests),
        by_language=_counted(test.language for test in tests),
        candidates=candidates,
        acceptance_rate=round(len(tests) / candidates, 4) if candidates else None,
        rejections=_counted(_check_name(item.reason) for item in result.rejected),
        checks=_checks(tests),
        coverage=result.coverage,
        author=work.author,
        calls=work.calls,
        parse_failures=work.parse_failures,
        endpoint_errors=work.endpoint_errors,
        prompt_tokens=work.usage.prompt_tokens,
        completion_tokens=work.usage.completion_tokens,
        cost_usd=0.0 if work.author == "builtin" else price(work.author, work.usage),
        prompts=work.prompts,
        options=cast("Mapping[str, JsonValue]", options.model_dump(mode="json", exclude_defaults=True)),
        documents={document.id: document.sha256 for document in corpus.documents},
        examples=_examples(tests),
        message=result.message,
    )


def write_card(card: SuiteCard, folder: Path | str) -> tuple[Path, Path]:
    """Writes `suite.card.json` and `suite.card.html`, which needs nothing beside itself; returns both paths.

    Raises:
        SuiteError: a file cannot be written.
    """
    data, page = Path(folder) / "suite.card.json", Path(folder) / "suite.card.html"
    write_text(json.dumps(card.model_dump(mode="json"), ensure_ascii=False, indent=1) + "\n", data)
    write_text(card_html(card), page)
    return data, page


def card_html(card: SuiteCard) -> str:
    """The card as one self-contained HTML page."""
    from jinja2 import Environment

    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(_template())
    return template.render(card=card, percent=_percent, widest=_widest)


@lru_cache(maxsize=1)
def _template() -> str:
    return Path(__file__).with_name("card.html.j2").read_text(encoding="utf-8")


def _percent(share: Share | None) -> str:
    if share is None or share.rate is None:
        return "not measured"
    return f"{share.rate:.0%} ({share.covered:,} of {share.total:,})"


def _widest(counts: Mapping[str, int]) -> int:
    return max(counts.values(), default=1) or 1


def _counted(items: object) -> dict[str, int]:
    return dict(sorted(Counter(cast("list[str]", items)).items(), key=lambda pair: (-pair[1], pair[0])))


def _check_name(reason: str) -> str:
    head = reason.split(":")[0]
    return "near_duplicate" if head.startswith("near duplicate") else head


def _checks(tests: tuple[Test, ...]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for test in tests:
        for check in test.validation:
            found.setdefault(check.name, Counter())[check.status] += 1
    return {name: dict(counts) for name, counts in sorted(found.items())}


def _examples(tests: tuple[Test, ...]) -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for test in tests:
        shown = found.setdefault(test.type, [])
        if len(shown) < _EXAMPLES_PER_TYPE:
            shown.append((test.query, test.expected_answer))
    return {name: tuple(items) for name, items in sorted(found.items())}
