from __future__ import annotations

import numpy as np
import pytest

from ragtester.documents import make_chunker
from ragtester.faults.chunk import cut_mid_sentence, duplicates, gaps, lost_tail, shortened_chunks
from ragtester.faults.embed import failed_batch, model_mismatch, shifted_vectors, truncated_input, unnormalised
from ragtester.faults.parse import dropped_tables, joined_words, letters_for_digits, lost_last_page, mojibake
from ragtester.faults.parts.chunker import FaultyChunker
from ragtester.faults.parts.documents import edited, replacing
from ragtester.faults.parts.embedder import FaultyEmbedder
from ragtester.records import Document, Heading, Page, Table
from ragtester.search import HashingEmbedder

TEXT = "# One\nfirst page\nA: 1 | B: 2\n# Two\nsecond page costs €5"
DOCUMENT = Document(
    id="d",
    text=TEXT,
    headings=(Heading(text="One", level=1, start=0), Heading(text="Two", level=1, start=TEXT.index("# Two"))),
    pages=(
        Page(number=1, start=0, end=TEXT.index("# Two")),
        Page(number=2, start=TEXT.index("# Two"), end=len(TEXT)),
    ),
    tables=(Table(header=("A", "B"), rows=(("1", "2"),), start=TEXT.index("A:"), end=TEXT.index("# Two")),),
)


def test_edits_move_pages_headings_and_tables_along() -> None:
    start = TEXT.index("first")
    found = edited(DOCUMENT, [(start, start + 5, "the very first"), (len(TEXT) - 1, len(TEXT), "50")])
    assert found.text == TEXT.replace("first", "the very first")[:-1] + "50"
    assert found.text[found.headings[1].start :].startswith("# Two")
    assert found.text[found.tables[0].start : found.tables[0].end] == "A: 1 | B: 2\n"
    assert found.text[found.pages[1].start : found.pages[1].end] == "# Two\nsecond page costs €50"


def test_what_is_cut_out_takes_its_headings_and_tables_with_it() -> None:
    found = edited(DOCUMENT, [(0, TEXT.index("# Two"), "")])
    assert found.text == TEXT[TEXT.index("# Two") :]
    assert [heading.text for heading in found.headings] == ["Two"]
    assert found.headings[0].start == 0
    assert found.tables == ()
    assert edited(DOCUMENT, []) is DOCUMENT


def test_of_edits_that_meet_the_first_counts() -> None:
    assert edited(DOCUMENT, [(0, 4, "x"), (2, 6, "y")]).text == "x" + TEXT[4:]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_chunk_faults_cope_with_documents_of_any_length(count: int) -> None:
    chunker = make_chunker("recursive", {"size": 40, "overlap": 0})
    document = Document(id="d", text="\n\n".join(f"Sentence number {n} is here." for n in range(count)))
    cut = chunker.chunk(document)

    def faulty(change: object) -> list[str]:
        return [chunk.text for chunk in FaultyChunker(chunker, "x", change).chunk(document)]  # type: ignore[arg-type]

    assert faulty(lost_tail._without_tail) == [chunk.text for chunk in cut][: -max(1, count // 4)]
    assert len(faulty(duplicates._repeated)) == duplicates.COPIES * count
    assert len({chunk.id for chunk in FaultyChunker(chunker, "x", duplicates._repeated).chunk(document)}) == 4 * count
    assert "".join(faulty(cut_mid_sentence._cut)) == document.text
    assert len(faulty(gaps._with_gaps)) == count - (count + 1) // 3
    assert all(len(text) < 20 for text in faulty(shortened_chunks._shortened))


def test_an_empty_document_is_cut_into_nothing() -> None:
    empty = Document(id="e", text="")
    assert cut_mid_sentence._cut(empty, []) == []
    assert lost_tail._without_tail(empty, []) == []


def test_parsing_faults_garble_what_they_say() -> None:
    assert "A: 1" not in dropped_tables._without_tables(DOCUMENT).text
    assert lost_last_page._without_last_page(DOCUMENT).text == TEXT[: TEXT.index("# Two")]
    pageless = DOCUMENT.model_copy(update={"pages": ()})
    assert lost_last_page._without_last_page(pageless).text == TEXT[: 2 * len(TEXT) // 3]
    lines = joined_words._joined(DOCUMENT).text.splitlines()
    assert lines[:2] == ["# One", "firstpage"]
    assert replacing(r"[^\x00-\x7f]+", mojibake._misread)(DOCUMENT).text.endswith("costs â‚¬5")
    assert "120".translate(letters_for_digits._LOOKS) == "lZO"


async def test_faulty_vectors_are_faulty_for_documents_and_healthy_for_queries() -> None:
    inner = HashingEmbedder(dimension=64)
    texts = [f"clerk number {n} has a desk and {n} chairs" for n in range(10)]
    own = await inner.embed(texts)
    for change in (model_mismatch, unnormalised, shifted_vectors, failed_batch):
        faulty = FaultyEmbedder(inner, "x", vectors=change._vectors)
        assert np.array_equal(await faulty.embed(texts, purpose="query"), own)
        found = await faulty.embed(texts)
        assert found.shape == own.shape
        assert found.dtype == np.float32
        assert not np.allclose(found, own)
        assert (await faulty.embed([])).shape[0] == 0
    short = await FaultyEmbedder(inner, "x", text=truncated_input._beginning).embed(["a b c d e f g h i j"])
    assert np.array_equal(short, await inner.embed(["a b c d e f g h"]))


async def test_vectors_of_another_model_are_still_unit_vectors() -> None:
    found = await FaultyEmbedder(HashingEmbedder(), "x", vectors=model_mismatch._vectors).embed(["one text", "another"])
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
