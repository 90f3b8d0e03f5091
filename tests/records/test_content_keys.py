from __future__ import annotations

import pytest

from ragtester.records import Document, Span, content_key


def test_a_key_depends_on_kind_and_every_part_but_not_on_their_order() -> None:
    key = content_key("embed", model="a", text="b")
    assert key == content_key("embed", text="b", model="a")
    assert len({key, content_key("embed", model="a", text="c"), content_key("generate", model="a", text="b")}) == 3


def test_a_key_of_something_that_is_not_json_is_refused() -> None:
    with pytest.raises(TypeError):
        content_key("embed", score=float("nan"))


def test_equal_records_have_equal_hashes_and_different_ones_do_not() -> None:
    document = Document(id="a", text="One two three.")
    assert document.content_hash() == Document(id="a", text="One two three.").content_hash()
    assert document.content_hash() != Document(id="a", text="One two three!").content_hash()


def test_a_span_keeps_the_text_around_it_and_refuses_offsets_outside() -> None:
    document = Document(id="a", text="One two three.")
    span = Span.cut(document, 4, 7, around=4)
    assert (span.before, span.quote, span.after) == ("One ", "two", " thr")
    with pytest.raises(ValueError, match="outside the 14 characters of a"):
        Span.cut(document, 4, 40)
