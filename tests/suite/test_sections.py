from __future__ import annotations

import itertools

import numpy as np
import pytest

from ragtester.records import Document, Heading, Table
from ragtester.suite import cut, order, reading_ease
from ragtester.suite.readability import histogram
from ragtester.suite.sections import prose

EASY = "The cat sat on the mat. The dog ran to the park. We had a good day. It was fun."
HARD = (
    "Notwithstanding antecedent stipulations, contractual indemnification obligations necessitate comprehensive "
    "documentation demonstrating organisational accountability throughout administrative jurisdictions."
)


def paragraphs(count: int, words: int = 20) -> Document:
    text = "\n\n".join(f"Paragraph {i} begins here. " + "It goes on for a while. " * (words // 6) for i in range(count))
    return Document(id="d", text=text)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 12])
def test_a_document_is_cut_into_as_many_sections_as_asked(count: int) -> None:
    document = paragraphs(24)
    sections = cut(document, count, max_words=1000)
    assert len(sections) == count
    assert all(document.text[s.start : s.end] == s.text for s in sections)
    assert all(a.end <= b.start for a, b in itertools.pairwise(sections))


def test_sections_begin_and_end_at_paragraphs_and_lose_no_words() -> None:
    document = paragraphs(10)
    sections = cut(document, 4)
    assert all(s.text.startswith("Paragraph") for s in sections)
    assert sum(len(s.text.split()) for s in sections) == len(document.text.split())


def test_no_section_is_longer_than_the_limit_so_a_long_document_has_more() -> None:
    sections = cut(paragraphs(40, 40), 2, max_words=100)
    assert len(sections) > 2
    assert max(s.words for s in sections) <= 100


def test_a_document_of_few_paragraphs_is_cut_at_sentences() -> None:
    document = Document(
        id="d", text="One thing is here. Another thing is there. A third one follows. The last one ends it."
    )
    assert [s.text for s in cut(document, 4)] == [
        "One thing is here.",
        "Another thing is there.",
        "A third one follows.",
        "The last one ends it.",
    ]


def test_an_empty_document_has_no_sections() -> None:
    assert cut(Document(id="d", text=" \n\n "), 3) == []


def test_readability_leaves_tables_and_headings_out() -> None:
    text = f"Heading\n\n{EASY}\n\nA | 1\nB | 2"
    start = text.index("A | 1")
    document = Document(
        id="d",
        text=text,
        headings=(Heading(text="Heading", level=1, start=0),),
        tables=(Table(header=("x", "y"), rows=(("A", "1"),), start=start, end=len(text)),),
    )
    assert prose(document, 0, len(text)) == EASY


def test_harder_prose_has_a_lower_score_and_four_words_have_none() -> None:
    easy, hard = reading_ease(EASY), reading_ease(HARD)
    assert easy is not None and hard is not None and hard < 0 < easy
    assert reading_ease("Only four words here") is None


def test_the_histogram_counts_every_score_once() -> None:
    bands = dict(histogram([-5.0, 10.0, 30.0, 95.0, None]))
    assert bands["below 0"] == 1 and bands["0 to 30"] == 1 and bands["30 to 50"] == 1
    assert bands["80 and more"] == 1 and bands["unscored"] == 1
    assert sum(bands.values()) == 5


def mixed() -> Document:
    parts = [(HARD if i % 3 == 0 else EASY) + f" Number {i}." for i in range(12)]
    return Document(id="d", text="\n\n".join(parts))


def test_flesch_takes_the_hardest_share_first_and_the_rest_at_random() -> None:
    sections = cut(mixed(), 12)
    chosen = order(sections, 8, selection="flesch", complex_share=0.5, seed=1)
    hardest = sorted(s.flesch for s in sections if s.flesch is not None)[:4]
    assert [s.flesch for s in chosen[:4]] == hardest
    assert {s.key for s in chosen} == {s.key for s in sections}
    rest = [s.start for s in chosen[4:]]
    assert rest != sorted(rest)


def test_random_selection_depends_on_the_seed_alone() -> None:
    sections = cut(mixed(), 12)
    one = order(sections, 5, selection="random", complex_share=0.5, seed=1)
    assert one == order(sections, 5, selection="random", complex_share=0.0, seed=1)
    assert one != order(sections, 5, selection="random", complex_share=0.5, seed=2)


def test_coverage_spreads_over_the_embedding_space() -> None:
    sections = cut(mixed(), 12)
    vectors = np.zeros((12, 4), dtype=np.float32)
    vectors[np.arange(12), np.arange(12) // 3] = 1
    chosen = order(sections, 4, selection="coverage", complex_share=0, seed=3, vectors=vectors)
    groups = {sections.index(s) // 3 for s in chosen[:4]}
    assert groups == {0, 1, 2, 3}


def test_coverage_without_vectors_spreads_over_documents_and_text() -> None:
    sections = [*cut(mixed(), 6), *cut(mixed().model_copy(update={"id": "e"}), 6)]
    chosen = order(sections, 2, selection="coverage", complex_share=0, seed=3)
    assert {s.document for s in chosen[:2]} == {"d", "e"}
    assert order([], 2, selection="coverage", complex_share=0, seed=3) == []
