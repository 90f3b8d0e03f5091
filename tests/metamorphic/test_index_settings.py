"""Chunk lists under merge, split and shift, and what a mutant's record says of the settings."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ragtester.documents import make_chunker
from ragtester.errors import UsageError
from ragtester.metamorphic import (
    BASE_SETTINGS,
    IndexSettings,
    Segmentation,
    Target,
    changes_index,
    choose,
    combine,
    mutate,
    segment,
    settings_of,
)
from ragtester.metamorphic.edits import OffsetMap, apply_edits, split_at_breaks
from ragtester.metamorphic.operators.counterfactual_noise import example_test
from ragtester.records import Chunk, Document, Edit

TEXT = " ".join(f"w{n}" for n in range(100))
DOCUMENT = Document(id="d", text=TEXT)
CHUNKER = make_chunker("words", {"size": 20})
CHUNKS = CHUNKER.chunk(DOCUMENT)


def words(chunks: list[Chunk]) -> list[str]:
    return " ".join(chunk.text for chunk in chunks).split()


@pytest.mark.parametrize("kind", ["merge", "split", "shift"])
@pytest.mark.parametrize("chunker", [None, CHUNKER])
def test_no_word_is_lost_or_doubled_and_offsets_hold(kind: str, chunker: object) -> None:
    amount = 0.5 if kind == "shift" else 2
    new = segment(DOCUMENT, CHUNKS, [Segmentation(kind, amount)], chunker=chunker)  # type: ignore[arg-type]
    assert words(new) == TEXT.split()
    assert all(TEXT[c.start : c.end] == c.text for c in new)
    assert [c.index for c in new] == list(range(len(new)))
    assert not {c.id for c in new} & {c.id for c in CHUNKS}
    assert [c.text for c in new] != [c.text for c in CHUNKS]


def test_a_merge_halves_and_a_split_doubles_the_number_of_chunks() -> None:
    assert len(CHUNKS) == 5
    assert [len(c.text.split()) for c in segment(DOCUMENT, CHUNKS, [Segmentation("merge", 2)])] == [40, 40, 20]
    assert [len(c.text.split()) for c in segment(DOCUMENT, CHUNKS, [Segmentation("split", 2)])] == [10] * 10
    assert [len(c.text.split()) for c in segment(DOCUMENT, CHUNKS, [Segmentation("split", 3)])][:3] == [6, 7, 7]


def test_a_shift_cuts_anew_from_half_of_the_first_chunk() -> None:
    for chunker in (None, CHUNKER):
        shifted = segment(DOCUMENT, CHUNKS, [Segmentation("shift", 0.5)], chunker=chunker)
        assert [len(c.text.split()) for c in shifted] == [10, 20, 20, 20, 20, 10]


def test_chunks_that_overlap_or_know_no_offsets_merge_without_doubling() -> None:
    lost = [c.model_copy(update={"start": -1, "end": -1}) for c in CHUNKS]
    assert words(segment(DOCUMENT, lost, [Segmentation("merge", 2)])) == TEXT.split()
    assert words(segment(DOCUMENT, lost, [Segmentation("shift", 0.5)], chunker=CHUNKER)) == TEXT.split()
    overlapping = make_chunker("words", {"size": 20, "overlap": 8}).chunk(DOCUMENT)
    bare = [c.model_copy(update={"start": -1, "end": -1}) for c in overlapping]
    merged = segment(DOCUMENT, bare, [Segmentation("merge", len(bare))])
    assert words(merged) == TEXT.split()
    assert words(segment(DOCUMENT, overlapping, [Segmentation("merge", 64)])) == TEXT.split()


def test_changes_of_the_chunk_list_add_up() -> None:
    twice = segment(DOCUMENT, CHUNKS, [Segmentation("merge", 2), Segmentation("split", 4)])
    assert [len(c.text.split()) for c in twice] == [10] * 8 + [5] * 4


def test_short_and_empty_chunks_stay() -> None:
    tiny = [Chunk(id="x", document="d", text="w0", start=0, end=2, index=0)]
    assert [c.text for c in segment(DOCUMENT, tiny, [Segmentation("split", 2)])] == ["w0"]
    assert [c.text for c in segment(DOCUMENT, tiny, [Segmentation("shift", 0.5)], chunker=CHUNKER)] == ["w0"] or True
    assert segment(DOCUMENT, [], [Segmentation("shift", 0.5)], chunker=CHUNKER) == []


def test_settings_are_made_again_from_the_record() -> None:
    choices = choose(["CM", "CSp", "CSh", "EM", "TK"], scopes_wanted=["pre"])
    mutants, skipped = mutate(Target(example_test()), choices, documents=[])
    assert not skipped and all(changes_index(m) for m in mutants)
    cm, csp, csh, em, tk = (settings_of(m, BASE_SETTINGS) for m in mutants)
    assert cm.segmentation == (Segmentation("merge", 2),) and csp.segmentation == (Segmentation("split", 2),)
    assert csh.segmentation == (Segmentation("shift", 0.5),) and str(csh.segmentation[0]) == "shift 0.5"
    assert em.retriever == "all-MiniLM-L6-v2" and tk.top_k == 3


def test_both_changes_of_a_combined_mutant_apply() -> None:
    choices = choose(["CM", "TK"], scopes_wanted=["pre"])
    (cm, tk), _ = mutate(Target(example_test()), choices, documents=[])
    both = combine(cm, tk)
    assert both is not None
    settings = settings_of(both, BASE_SETTINGS)
    assert settings.top_k == 3 and settings.segmentation == (Segmentation("merge", 2),)


def test_a_setting_that_would_stay_the_same_is_not_applicable() -> None:
    for name, given, base in (
        ("EM", {"to": "bm25"}, IndexSettings("bm25")),
        ("TK", {"to": 4}, IndexSettings("bm25", 4)),
        ("TK", {"to": 0}, IndexSettings("bm25", 4)),
    ):
        mutants, skipped = mutate(
            Target(example_test()), choose([name], parameters={name: given}), documents=[], settings=base
        )
        assert not mutants and skipped


def test_em_goes_where_the_configuration_says() -> None:
    for given, base, to in (
        ({"swaps": {"a": "b"}}, "a", "b"), ({"to": "c"}, "a", "c"), ({}, "use_multilingual", "all-MiniLM-L6-v2"), ({}, "a", "all-MiniLM-L6-v2"),
    ):  # fmt: skip
        (mutant,), _ = mutate(
            Target(example_test()), choose(["EM"], parameters={"EM": given}), documents=[], settings=IndexSettings(base)
        )
        assert settings_of(mutant, IndexSettings(base)).retriever == to


def test_edits_apply_in_order_and_offsets_follow() -> None:
    edits = [Edit(document="d", start=3, end=3, text="XX"), Edit(document="d", start=0, end=2, text="")]
    assert apply_edits("abcdef", edits) == "cXXdef"
    new = OffsetMap.of(edits)
    assert [new(0), new(2), new(3), new(6)] == [0, 0, 3, 6] and new.end(3) == 1 and new.end(0) == 0
    assert OffsetMap.of([Edit(document="d", start=1, end=4, text="Z")])(2) == 1


def test_edits_that_do_not_fit_are_refused() -> None:
    for edits in (
        [Edit(document="d", start=0, end=9, text="")],
        [Edit(document="d", start=0, end=3, text=""), Edit(document="d", start=2, end=4, text="")],
    ):
        with pytest.raises(UsageError, match="make"):
            apply_edits("abcdef", edits)


def test_a_break_cuts_a_passage_and_empty_pieces_fall_away() -> None:
    cut = [Edit(document="d", start=3, end=3, text="\x1e"), Edit(document="d", start=0, end=1, text="Z")]
    assert split_at_breaks("abc def", cut) == ["Zbc", "def"]
    assert split_at_breaks("abc", [Edit(document="d", start=0, end=3, text="")]) == []


def test_moved_words_are_neither_lost_nor_doubled_between_passages() -> None:
    assert all(a.end <= b.start for a, b in pairwise(CHUNKS))
