from __future__ import annotations

import pytest

from ragtester.text import lexicon
from ragtester.text.lexicon import (
    antonyms,
    base_forms,
    derivations,
    inflect_like,
    is_person,
    is_place,
    lemmas,
    part_of_speech,
    relation,
    sisters,
    synonyms,
)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("cars", "car", "same"),
        ("went", "go", "same"),
        ("film", "movie", "synonym"),
        ("cheerful", "happy", "synonym"),
        ("violin", "instrument", "broader"),
        ("celery", "vegetable", "broader"),
        ("instrument", "violin", "narrower"),
        ("increase", "decrease", "antonym"),
        ("huge", "small", "antonym"),
        ("new orleans", "united states", "part"),
        ("decide", "decision", "derived"),
        ("Germany", "Ireland", "sister"),
        ("Chinese", "Japanese", "sister"),
        ("red", "silver", "sister"),
        ("sofa", "justice", "none"),
        ("zzyzx", "qwxyz", "none"),
    ],
)
def test_a_relation_says_what_the_second_word_is_to_the_first(a: str, b: str, expected: str) -> None:
    assert relation(a, b) == expected


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("children", "child"),
        ("cities", "city"),
        ("stopped", "stop"),
        ("running", "run"),
        ("boxes", "box"),
        ("xyzzies", "xyzzie"),
    ],
)
def test_lemmas_hold_the_base_form_and_the_word_itself(word: str, lemma: str) -> None:
    assert {word, lemma} <= lemmas(word)


def test_base_forms_tell_the_part_of_speech_of_each() -> None:
    assert ("v", "see") in base_forms("saw")
    assert ("n", "saw") in base_forms("saw")
    assert base_forms("qwxyz") == ()


@pytest.mark.parametrize(
    ("model", "lemma", "made"),
    [
        ("cars", "truck", "trucks"),
        ("cars", "box", "boxes"),
        ("cars", "city", "cities"),
        ("children", "parent", "parents"),
        ("Increased", "decrease", "Decreased"),
        ("stopped", "carry", "carried"),
        ("bought", "sell", "sold"),
        ("walked", "plan", "planned"),
        ("sitting", "stand", "standing"),
        ("sitting", "close", "closing"),
        ("sitting", "plan", "planning"),
        ("bigger", "nice", "nicer"),
        ("biggest", "happy", "happiest"),
        ("biggest", "hot", "hottest"),
        ("car", "truck", "truck"),
    ],
)
def test_a_substitute_takes_the_inflection_of_the_word_it_replaces(model: str, lemma: str, made: str) -> None:
    assert inflect_like(model, lemma) == made


def test_synonyms_are_words_of_just_the_commonest_meaning() -> None:
    assert "film" in synonyms("movie", pos="n")
    assert "movie" not in synonyms("movies")
    assert synonyms("qwxyz") == ()


def test_antonyms_and_derivations_are_given_as_lemmas() -> None:
    assert "decrease" in antonyms("increased", pos="v")
    assert "sell" in antonyms("buy")
    assert "decision" in derivations("decide")


def test_sisters_share_the_hypernym_and_leave_the_word_out() -> None:
    found = sisters("violin", limit=3)
    assert "cello" in found
    assert len(found) <= 3
    assert "violin" not in found


def test_places_persons_and_parts_of_speech_are_told() -> None:
    assert is_place("Greece")
    assert not is_place("table")
    assert is_person("employees")
    assert not is_person("same")
    assert not is_person("tables")
    assert part_of_speech("employees") == "n"
    assert part_of_speech("qwxyz") is None
    assert part_of_speech("run", share=0.99) is None


def test_exported_names_are_the_menu() -> None:
    assert sorted(lexicon.__all__) == list(lexicon.__all__)
    assert all(hasattr(lexicon, name) for name in lexicon.__all__)
