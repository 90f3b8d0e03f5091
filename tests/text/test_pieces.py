"""Sentences, tokens, folding, forms and overlap."""

from __future__ import annotations

import pytest

from ragtester.text import (
    contains_form,
    exact_match,
    fold,
    fold_with_offsets,
    normalise,
    split_sentences,
    token_f1,
    tokens,
)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Novak paid 3.50 to J. K. Rowling.", ["Dr. Novak paid 3.50 to J. K. Rowling."]),
        ("See Fig. 3, e.g. the pump. It leaks.", ["See Fig. 3, e.g. the pump.", "It leaks."]),
        ("The U.S. Senate met. It voted.", ["The U.S. Senate met.", "It voted."]),
        ("He works at Acme Inc. The firm is old.", ["He works at Acme Inc.", "The firm is old."]),
        ("Am 3. März begann es. Dann kam Regen.", ["Am 3. März begann es.", "Dann kam Regen."]),
        ("今天天气好。明天也好！", ["今天天气好。", "明天也好！"]),
        ("Title\n\nText here.", ["Title", "Text here."]),
        ("1. First\n2. Second", ["1. First", "2. Second"]),
        ('He said "No." Then he left.', ['He said "No."', "Then he left."]),
        ("Wait... and see.", ["Wait... and see."]),
        ("No. 5 is out. No. It is in.", ["No. 5 is out.", "No.", "It is in."]),
        ("Glued.Together it stands.", ["Glued.", "Together it stands."]),
        ("v. 2.0.1 of example.com works", ["v. 2.0.1 of example.com works"]),
        ("", []),
        ("   \n ", []),
    ],
)
def test_sentences_are_split_where_a_reader_would(text, sentences):
    pieces = split_sentences(text)
    assert [piece.text for piece in pieces] == sentences
    assert all(text[piece.start : piece.end] == piece.text for piece in pieces)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The 1,250.5 kg pump", ["the", "1250.5", "kg", "pump"]),
        ("10km, 3rd of A12", ["10", "km", "3rd", "of", "a12"]),
        ("Don’t say été", ["don't", "say", "été"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("今天好", ["今", "天", "好"]),
        ("", []),
    ],
)
def test_tokens_of_any_script(text, expected):
    assert tokens(text) == expected


def test_folding_keeps_the_way_back():
    text = "Straße “Žižkov” — café"
    folded = fold_with_offsets(text)
    assert folded.text == fold(text) == 'strasse "zizkov" - cafe'
    start = folded.text.index("zizkov")
    begin, end = folded.span(start, start + 6)
    assert text[begin:end] == "Žižkov"
    assert folded.span(len(folded.text), len(folded.text)) == (len(text), len(text))
    assert fold_with_offsets("Plain").span(1, 3) == (1, 3)


def test_normalising_takes_case_accents_articles_and_marks_away():
    assert normalise("  The Café, “Žižkov”! ") == "cafe zizkov"


@pytest.mark.parametrize(
    ("text", "forms", "found"),
    [
        ("The limit is 14 days.", ["14 days"], "14 days"),
        ("You have fourteen days.", ["14 days"], "fourteen days"),
        ("You have 2 weeks.", ["14 days"], "2 weeks"),
        ("It is 142 or 1.14 or 14.5.", ["14"], None),
        ("It is 14.", ["14"], "14"),
        ("142, not 250", ["250"], None),
        ("142, not 250", ["142"], "142"),
        ("rather than 14 days, 30 days", ["14 days"], None),
        ("14 days is incorrect", ["14 days"], None),
        ("not only Brno but also Prague", ["Brno"], "Brno"),
        ("in BRNO-STŘED", ["Brno Střed"], "BRNO-STŘED"),
        ("The capital (Vienna) is old", ["“Vienna”"], "Vienna"),
        ("Viennas", ["Vienna"], None),
        ("公司在北京市", ["北京"], "北京"),
        ("The AB-1234 pump", ["AB 1234"], "AB-1234"),
        ("AB 999 and AB 1234", ["AB-1234"], "AB 1234"),
        ("nothing", ["", "  "], None),
        ("a 14-day limit", ["14 days"], "14-day"),
        ("14 percent", ["14"], "14"),
        ("on 12 March 2020", ["2020-03-12"], "12 March 2020"),
        ("Es ist nicht Graz", ["Graz"], None),
        ("there are 14 of them", ["14 days"], None),
    ],
)
def test_a_form_is_found_where_a_text_states_it(text, forms, found):
    match = contains_form(text, forms)
    assert (match.text if match else None) == found
    if match:
        assert text[match.start : match.end] == match.text


def test_exact_match_and_token_f1_follow_the_squad_evaluation():
    assert exact_match("The cat!", ["a cat"]) == 1.0
    assert exact_match("cats", ["a cat"]) == 0.0
    assert token_f1("the cat sat", ["cat sat down"]) == pytest.approx(0.8)
    assert token_f1("dog", ["cat"]) == 0.0
    assert token_f1("!", ["?"]) == 1.0
    assert token_f1("x", []) == 0.0


def test_a_code_that_ends_in_a_letter_ends_its_sentence() -> None:
    text = "The pump carries the approval number AP-3173-H. Where doubt remains, it takes the fuse T6.3A-M. Then J. R. Smith left. It works up to 32 °C. Cables are laid apart."
    assert [piece.text for piece in split_sentences(text)] == [
        "The pump carries the approval number AP-3173-H.",
        "Where doubt remains, it takes the fuse T6.3A-M.",
        "Then J. R. Smith left.",
        "It works up to 32 °C.",
        "Cables are laid apart.",
    ]
