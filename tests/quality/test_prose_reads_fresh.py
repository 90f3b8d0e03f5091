"""Built-in prose shows no template: measured as repeated six-word runs and sentence skeletons.

Names and numbers are masked first, by a mask of this test's own. People's prose repeats a six-word
run in 1 to 7 % of its sentences; at most 8 % are allowed here, for each document.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from ragtester.corpus import DocumentSettings, blueprint_names, load_blueprint, write_builtin_corpus
from ragtester.corpus.settings import Detail, Structure, Tone
from ragtester.records import Corpus, Document
from ragtester.text import extract_values, split_sentences

RUN = 6
_NOT_PROSE = re.compile(r"^(#|\||```|\{|Table:|:|\[\^|<div|- \*\*|\d+\. )")


def sections(document: Document) -> list[list[str]]:
    """The prose sentences of each section."""
    found: list[list[str]] = [[]]
    for paragraph in document.text.split("\n\n"):
        if paragraph.startswith("#"):
            found.append([])
        if _NOT_PROSE.match(paragraph) or "\n:" in paragraph:
            continue
        for line in paragraph.splitlines():
            if not line.startswith("- "):
                found[-1] += [piece.text for piece in split_sentences(line)]
    return [section for section in found if section]


def masked(sentence: str, names: list[str]) -> tuple[str, ...]:
    for name in names:
        sentence = re.sub(re.escape(name), " N ", sentence, flags=re.IGNORECASE)
    sentence = re.sub(r"(?<=[a-z,;] )[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*", " N ", sentence)
    sentence = re.sub(r"\S*\d\S*", " N ", sentence)
    return tuple(re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", sentence.lower()))


def runs(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {words[start : start + RUN] for start in range(len(words) - RUN + 1)}


def names_of(corpus: Corpus, document: Document) -> list[str]:
    facts = [fact for fact in corpus.facts if fact.document == document.id]
    names = {fact.subject for fact in facts} | {form for fact in facts for form in (*fact.forms, *fact.items)}
    return sorted(names, key=len, reverse=True)


def share_repeated(corpus: Corpus, document: Document) -> float:
    sentences = [masked(text, names_of(corpus, document)) for section in sections(document) for text in section]
    counted = Counter(run for words in sentences for run in runs(words))
    repeated = sum(1 for words in sentences if any(counted[run] > 1 for run in runs(words)))
    return repeated / max(1, len(sentences))


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> list[Corpus]:
    return [
        write_builtin_corpus(load_blueprint(name), documents=6, seed=101, folder=tmp_path_factory.mktemp(name))
        for name in blueprint_names()
    ]


def test_at_most_eight_per_cent_of_sentences_share_a_six_word_run(corpora: list[Corpus]) -> None:
    shares = {
        f"{corpus.name}/{document.id}": share_repeated(corpus, document)
        for corpus in corpora
        for document in corpus.documents
    }
    assert {name: share for name, share in shares.items() if share > 0.08} == {}


def test_no_section_repeats_a_sentence_skeleton(corpora: list[Corpus]) -> None:
    for corpus in corpora:
        for document in corpus.documents:
            names = names_of(corpus, document)
            for section in sections(document):
                skeletons = Counter(masked(sentence, names) for sentence in section)
                assert [words for words, count in skeletons.items() if count > 1] == [], document.id


@pytest.mark.slow
@pytest.mark.parametrize("pages", [1, 3, 9, 24, 60])
@pytest.mark.parametrize("name", blueprint_names())
def test_documents_of_any_length_read_fresh(name: str, pages: int, tmp_path: Path) -> None:
    settings = DocumentSettings(pages=pages)
    corpus = write_builtin_corpus(load_blueprint(name), documents=1, seed=202, folder=tmp_path, settings=settings)
    (document,) = corpus.documents
    assert share_repeated(corpus, document) <= 0.08
    names = names_of(corpus, document)
    for section in sections(document):
        skeletons = Counter(masked(sentence, names) for sentence in section)
        assert [words for words, count in skeletons.items() if count > 1] == []


@pytest.mark.slow
@pytest.mark.parametrize("structure", ["any", "prose", "faq", "procedures", "tables"])
@pytest.mark.parametrize("name", blueprint_names())
def test_documents_of_any_settings_read_fresh(name: str, structure: Structure, tmp_path: Path) -> None:
    tones: tuple[Tone, ...] = ("formal", "neutral", "casual")
    details: tuple[Detail, ...] = ("concise", "balanced", "comprehensive", "technical")
    for place, (pages, tone, detail) in enumerate(zip((2, 6, 14, 36), (*tones, "casual"), details, strict=True)):
        settings = DocumentSettings(pages=pages, tone=tone, detail=detail, structure=structure, revisions=False)
        corpus = write_builtin_corpus(
            load_blueprint(name), documents=1, seed=300 + place, folder=tmp_path / str(place), settings=settings
        )
        (document,) = corpus.documents
        assert share_repeated(corpus, document) <= 0.08, settings
        names = names_of(corpus, document)
        for section in sections(document):
            skeletons = Counter(masked(sentence, names) for sentence in section)
            assert [words for words, count in skeletons.items() if count > 1] == [], settings


def test_two_documents_of_a_genre_are_not_alike(tmp_path: Path) -> None:
    blueprint = load_blueprint("hr-policies")
    settings = DocumentSettings(revisions=False)
    corpus = write_builtin_corpus(blueprint, documents=10, seed=9, folder=tmp_path, settings=settings)
    by_genre: dict[str, list[Document]] = {}
    for document in corpus.documents:
        by_genre.setdefault(document.genre, []).append(document)
    for first, second in by_genre.values():
        one, other = (
            {masked(text, names_of(corpus, document)) for section in sections(document) for text in section}
            for document in (first, second)
        )
        assert len(one & other) < 0.5 * min(len(one), len(other)), (first.id, second.id)


def test_background_prose_states_no_value() -> None:
    for name in blueprint_names():
        blueprint = load_blueprint(name)
        texts = [
            text
            for topic in blueprint.topics.values()
            for text in (*topic.background, *topic.actions, *(step for steps in topic.steps for step in steps))
        ]
        texts += [why for attribute in blueprint.attributes.values() for why in attribute.why]
        for text in texts:
            kinds = [
                value.text for value in extract_values(text, kinds=["money", "percent", "date", "duration", "code"])
            ]
            assert kinds == [], text


def test_prose_uses_pronouns_joins_and_reasons(corpora: list[Corpus]) -> None:
    whole = " ".join(document.text for corpus in corpora for document in corpus.documents)
    for sign in (" because ", "Since ", ", while ", ", and they ", ", and it ", "At present, ", "; "):
        assert sign in whole, sign
