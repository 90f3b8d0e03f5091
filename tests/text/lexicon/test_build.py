from __future__ import annotations

from pathlib import Path

import pytest

from ragtester.errors import InputError
from ragtester.text.lexicon.build import build
from ragtester.text.lexicon.store import Store

HEADER = "  1 licence text\n"


def _database(folder: Path) -> Path:
    """Three nouns (animal, dog, cat), two adjectives (hot, cold), one verb, one adverb, in WordNet's own format."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "data.noun": HEADER
        + "00000001 03 n 01 animal 0 002 ~ 00000002 n 0000 ~ 00000003 n 0000 | a living thing\n"
        + "00000002 05 n 02 dog 0 domestic_dog 0 001 @ 00000001 n 0000 | barks\n"
        + "00000003 05 n 01 cat 0 001 @ 00000001 n 0000 | purrs\n"
        + "00000004 05 n 01 Canis_lupus 0 001 @ 00000001 n 0000 | Latin\n"
        + "00000005 18 n 01 Somebody 0 001 @i 00000001 n 0000 | a person\n",
        "data.adj": HEADER
        + "00000001 00 a 01 hot 0 001 ! 00000002 a 0101 | warm\n"
        + "00000002 00 a 01 cold 0 001 ! 00000001 a 0101 | not warm\n",
        "data.verb": HEADER + "00000001 30 v 01 bark 0 001 + 00000002 n 0101 01 + 02 00 | of dogs\n",
        "data.adv": HEADER + "00000001 02 r 01 loudly 0 000 | with noise\n",
        "index.noun": HEADER
        + "animal n 1 1 ~ 1 0 00000001\ncat n 1 1 @ 1 1 00000003\ndog n 1 1 @ 1 1 00000002\n"
        + "domestic_dog n 1 1 @ 1 0 00000002\ncanis_lupus n 1 1 @ 1 0 00000004\nsomebody n 1 1 @i 1 0 00000005\n",
        "index.adj": HEADER + "cold a 1 1 ! 1 1 00000002\nhot a 1 1 ! 1 1 00000001\n",
        "index.verb": HEADER + "bark v 1 1 + 1 0 00000001\n",
        "index.adv": HEADER + "loudly r 1 0 1 0 00000001\n",
        "cntlist.rev": "cat%1:05:00:: 1 4\nhot%3:00:00:: 1 9\n",
        "noun.exc": "geese goose\n",
        "verb.exc": "went go\n",
        "adj.exc": "",
        "adv.exc": "",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_lexicon_is_made_from_the_database_and_read_again(tmp_path: Path) -> None:
    target = tmp_path / "made.txt.gz"
    build(_database(tmp_path / "dict"), target)
    store = Store(target)

    dog = store.entry("dog")
    assert dog is not None
    meaning = store.meaning(dog.senses["n"][0][0])
    assert meaning.words == ("dog", "domestic dog")
    assert store.meaning(meaning.up[0]).words == ("animal",)
    assert len(store.below(meaning.up[0])) == 2
    hot = store.entry("hot")
    assert hot is not None
    assert hot.antonyms == (("a", "cold"),)
    assert hot.senses["a"][0][1] == 9
    bark = store.entry("bark")
    assert bark is not None
    assert bark.derived == ("dog",)
    assert store.base("went") == (("v", "go"),)
    assert store.base("nothing") == ()


def test_people_and_untagged_latin_names_are_left_out(tmp_path: Path) -> None:
    target = tmp_path / "made.txt.gz"
    build(_database(tmp_path / "dict"), target)
    store = Store(target)
    assert store.entry("somebody") is None
    assert store.entry("canis lupus") is None


def test_the_same_database_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = _database(tmp_path / "dict")
    build(folder, tmp_path / "a.gz")
    build(folder, tmp_path / "b.gz")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize("missing", ["data.noun", "verb.exc"])
def test_a_missing_database_file_is_named(tmp_path: Path, missing: str) -> None:
    folder = _database(tmp_path / "dict")
    (folder / missing).unlink()
    with pytest.raises(InputError, match=missing):
        build(folder, tmp_path / "a.gz")
