from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtester.records import Document, JsonValue, KeyMaker, Span, content_key

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
JSON = st.recursive(SCALARS, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(), one, max_size=3))


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


@given(
    shared=st.dictionaries(st.text(min_size=1).filter(str.isidentifier), JSON, max_size=4),
    opened=st.dictionaries(st.sampled_from(["aa", "m", "zz"]), JSON, min_size=1),
)
def test_a_key_maker_gives_the_content_key(shared: dict[str, JsonValue], opened: dict[str, JsonValue]) -> None:
    shared = {name: value for name, value in shared.items() if name not in {*opened, "kind", "open_parts", "self"}}
    maker = KeyMaker("work", tuple(opened), **shared)
    assert maker.key(**opened) == content_key("work", **shared, **opened)


def test_a_key_maker_names_the_parts_that_it_needs() -> None:
    with pytest.raises(TypeError, match="sample, system"):
        KeyMaker("answer", ("sample", "system"), query="q").key(sample=0)
    with pytest.raises(TypeError, match="JSON"):
        KeyMaker("answer", ("sample",)).key(sample=float("nan"))
