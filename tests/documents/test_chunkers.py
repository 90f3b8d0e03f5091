"""Chunks: exact offsets, stable ids, the document's metadata, and nothing of the text lost."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtester.documents import CHUNKERS, make_chunker
from ragtester.documents.chunkers.alignment import align
from ragtester.documents.chunkers.windows import windows
from ragtester.errors import ConfigError, UnknownNameError
from ragtester.protocols import Chunker
from ragtester.records import Document, Heading, JsonValue

PROSE = "The depot opens at nine. It closes at five, except on Fridays. Visitors sign in at the gate.\n\n" * 12
SPECS: list[tuple[str, dict[str, JsonValue]]] = [
    ("recursive", {"size": 120, "overlap": 30}),
    ("recursive", {"size": 10, "overlap": 0}),
    ("words", {"size": 7}),
    ("words", {"size": 7, "overlap": 3, "offset": 4}),
    ("sentences", {"size": 3, "overlap": 1}),
    ("token", {"size": 16, "overlap": 4}),
    ("headings", {"size": 100}),
]


def ink(text: str) -> str:
    return "".join(text.split())


def check(chunker: Chunker, document: Document) -> None:
    chunks = chunker.chunk(document)
    assert all(document.text[c.start : c.end] == c.text for c in chunks)
    assert [c.index for c in chunks] == list(range(len(chunks)))
    assert len({c.id for c in chunks}) == len(chunks)
    assert all(c.text == c.text.strip() and c.text for c in chunks)
    covered = [False] * len(document.text)
    for chunk in chunks:
        covered[chunk.start : chunk.end] = [True] * (chunk.end - chunk.start)
    assert all(held or sign.isspace() for held, sign in zip(covered, document.text, strict=True))
    assert chunks == chunker.chunk(document)


@pytest.mark.parametrize(("name", "spec"), SPECS)
def test_chunks_have_exact_offsets_and_lose_nothing(name: str, spec: dict[str, JsonValue]) -> None:
    check(make_chunker(name, spec), Document(id="d", text=PROSE))


@pytest.mark.parametrize(("name", "spec"), SPECS)
@settings(max_examples=25, deadline=None)
@given(text=st.text(alphabet="ab .\n日é1-", max_size=300))
def test_any_text_is_covered(name: str, spec: dict[str, JsonValue], text: str) -> None:
    check(make_chunker(name, spec), Document(id="d", text=text))


def test_repetitive_text_is_aligned_to_its_end() -> None:
    check(make_chunker("recursive", {"size": 50, "overlap": 20}), Document(id="d", text="na " * 400))
    check(make_chunker("recursive", {"size": 40, "overlap": 39}), Document(id="d", text="a" * 500))


def test_pieces_that_do_not_cover_the_text_are_refused() -> None:
    with pytest.raises(ValueError, match="cover"):
        align("abcdef", ["abc", "ef"], overlap=0)


def test_names_say_the_parameters() -> None:
    assert make_chunker("recursive", {"size": 800, "overlap": 80}).name == "recursive-800-80"
    assert make_chunker("recursive").name == "recursive-800-80"
    assert make_chunker("words", {"size": 256}).name == "words-256-0"
    assert make_chunker("recursive", {"size": 50}).name == "recursive-50-5"


def test_chunks_carry_the_documents_metadata() -> None:
    document = Document(
        id="p", text="Some text.", revision=4, tenant="t", roles=("hr",), effective_from=date(2024, 1, 1)
    )
    (chunk,) = make_chunker("recursive").chunk(document)
    assert (chunk.revision, chunk.tenant, chunk.roles, chunk.effective_from) == (4, "t", ("hr",), date(2024, 1, 1))


def test_ids_depend_on_content_and_not_on_place() -> None:
    chunker = make_chunker("words", {"size": 2})
    before = {c.text: c.id for c in chunker.chunk(Document(id="d", text="aa bb cc dd ee ff"))}
    after = {c.text: c.id for c in chunker.chunk(Document(id="d", text="xx yy aa bb cc dd ee ff"))}
    assert all(after[text] == name for text, name in before.items())
    revised = {c.text: c.id for c in chunker.chunk(Document(id="d", text="aa bb cc dd", revision=2))}
    assert revised["aa bb"] != before["aa bb"]


def test_words_are_the_base_setting_of_the_study() -> None:
    text = " ".join(f"w{number}" for number in range(600))
    chunks = make_chunker("words", {"size": 256}).chunk(Document(id="d", text=text))
    assert [len(c.text.split()) for c in chunks] == [256, 256, 88]
    shifted = make_chunker("words", {"size": 256, "offset": 128}).chunk(Document(id="d", text=text))
    assert [len(c.text.split()) for c in shifted] == [128, 256, 216]


def test_sections_begin_at_headings() -> None:
    text = "Intro text.\n\nOne\n\nbody one\n\nTwo\n\nbody two"
    heads = tuple(Heading(text=name, level=1, start=text.index(name)) for name in ("One", "Two"))
    chunks = make_chunker("headings").chunk(Document(id="d", text=text, headings=heads))
    assert [c.text for c in chunks] == ["Intro text.", "One\n\nbody one", "Two\n\nbody two"]
    plain = make_chunker("markdown").chunk(Document(id="d", text="# A\n\none\n\n# B\n\ntwo"))
    assert [c.text for c in plain] == ["# A\n\none", "# B\n\ntwo"]


def test_tokens_of_a_given_tokenizer(tmp_path: Path) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    path = tmp_path / "tiny.json"
    tokenizer.save(str(path))
    chunker = make_chunker("token", {"size": 3, "overlap": 1, "tokenizer": str(path)})
    chunks = chunker.chunk(Document(id="d", text="one two three four five"))
    assert [c.text for c in chunks] == ["one two three", "three four five"]
    assert chunker.name == "token-3-1-tiny"
    with pytest.raises(ConfigError, match="cannot be read"):
        make_chunker("token", {"tokenizer": str(tmp_path / "none.json")})


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"sise": 3}, "did you mean 'size'"),
        ({"size": 0}, "whole number from 1"),
        ({"size": "big"}, "'big'"),
        ({"size": True}, "whole number"),
        ({"size": 10, "overlap": 10}, "not smaller"),
    ],
)
def test_wrong_parameters_are_explained(spec: dict[str, JsonValue], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        make_chunker("recursive", spec)


def test_an_unknown_chunker_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match="recursive"):
        make_chunker("recursve")
    assert sorted(CHUNKERS) == list(CHUNKERS)


def test_windows_of_nothing_are_none() -> None:
    assert windows([], size=3) == []
