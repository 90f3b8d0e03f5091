from __future__ import annotations

import pytest

from ragtester.records import Document, Test
from ragtester.suite.checks.question import self_contained
from ragtester.suite.sections import cut
from ragtester.suite.writers.quoting import evidence_of, numbered, shown

TEXT = """Holm Bakery keeps its flour dry. It was founded in 1911.

Flour use | May: 410 kg | June: 455 kg
Rye | May: 80 kg | June: 95 kg

The oven is cleaned on Mondays."""
DOCUMENT = Document(id="d", text=TEXT)
SECTION = cut(DOCUMENT, 1)[0]


def quotes(said: str, answer: str) -> list[str]:
    return [span.quote for span in evidence_of(said, answer, SECTION, DOCUMENT)]


def test_sentences_and_rows_are_shown_with_their_numbers() -> None:
    assert shown(SECTION, DOCUMENT).splitlines()[1:3] == [
        "[2] It was founded in 1911.",
        "[3] Flour use | May: 410 kg | June: 455 kg",
    ]
    assert len(numbered(SECTION)) == 5


@pytest.mark.parametrize(
    ("said", "answer", "expected"),
    [
        ("[3]", "455 kg", ["Flour use | May: 410 kg | June: 455 kg"]),
        ("3", "455 kg", ["Flour use | May: 410 kg | June: 455 kg"]),
        ("[2], [5]", "1911", ["It was founded in 1911.", "The oven is cleaned on Mondays."]),
        ("[1]", "95 kg", ["Rye | May: 80 kg | June: 95 kg"]),
        ("[99]", "1911", ["It was founded in 1911."]),
        ("[2, 5]", "1911", ["It was founded in 1911.", "The oven is cleaned on Mondays."]),
        ("[3] Flour use | May: 410 kg", "455 kg", ["Flour use | May: 410 kg | June: 455 kg"]),
        ("[99]", "seven", []),
        ("It was founded in 1911.", "1911", ["It was founded in 1911."]),
        ("something else", "1911", ["It was founded in 1911."]),
        ("", "seven", []),
    ],
)
def test_evidence_is_what_was_named_where_it_holds_the_answer(said: str, answer: str, expected: list[str]) -> None:
    assert quotes(said, answer) == expected


def test_a_company_without_a_name_is_not_self_contained() -> None:
    def check(query: str) -> str:
        return self_contained(
            Test(id="a", query=query, kind="positive", type="numeric", expected_answer="1", language="en")
        )

    assert "does not name" in check("When did the Company purchase equity securities?")
    assert check("When did the company Norra purchase equity securities?") == ""
    assert check("How many shares did IBM, the issuer, buy back?") == ""
