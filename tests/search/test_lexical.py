"""BM25 and the words that it counts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ragtester.records import Chunk
from ragtester.search import Bm25Retriever, search_words

SQUAD = Path(__file__).parents[2].parent / "shared" / "data" / "squad2" / "dev-v2.0.6articles.json"


def chunks(*texts: str) -> list[Chunk]:
    return [
        Chunk(id=str(place), document=str(place), text=text, start=0, end=len(text), index=0)
        for place, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The policies' valves, 14 days!", ["the", "policy", "valve", "14", "day"]),
        ("Müller's CAFÉ naïve", ["muller", "cafe", "naive"]),
        ("ＡＢＣ１２", ["abc12"]),
        ("bus class analysis does", ["bus", "class", "analysi", "does"]),
        ("有給休暇は", ["有給", "給休", "休暇", "暇は"]),
        ("A4用紙", ["a4", "用紙"]),
        ("水", ["水"]),
        ("Привет, мир", ["привет", "мир"]),
        ("été d'été", ["ete", "d'ete"]),
        ("", []),
        ("?!", []),
    ],
)
def test_words_are_folded_in_any_script(text: str, words: list[str]):
    assert search_words(text) == words


async def test_scores_equal_a_known_implementation():
    bm25s = pytest.importorskip("bm25s")
    texts = ["steam valve pressure valve", "notice period", "valve", "period of steam and pressure, pressure, pressure"]
    queries = ["valve pressure", "steam period", "notice"]
    reference = bm25s.BM25(method="lucene", k1=1.2, b=0.75, backend="numpy")
    reference.index([search_words(text) for text in texts], show_progress=False)
    hits = await (await Bm25Retriever().index(chunks(*texts))).search(queries, k=4)
    for query, line in zip(queries, hits, strict=True):
        expected = reference.get_scores(search_words(query))
        assert {place for place, _ in line} == {int(place) for place in np.flatnonzero(expected)}
        ratios = [score / float(expected[place]) for place, score in line]
        assert ratios == pytest.approx([ratios[0]] * len(ratios), rel=1e-5)


async def test_chunks_without_a_shared_word_are_not_returned_and_ties_go_by_position():
    index = await Bm25Retriever().index(chunks("a valve", "b valve", "nothing", "c valve"))
    assert [[place for place, _ in hits] for hits in await index.search(["valve", "zebra"], k=2)] == [[0, 1], []]


async def test_a_mask_hides_chunks():
    index = await Bm25Retriever().index(chunks("a valve", "b valve", "c valve"))
    hits = await index.search(["valve"], k=3, allowed=[np.asarray([False, True, True])])
    assert [place for place, _ in hits[0]] == [1, 2]


@pytest.mark.skipif(not SQUAD.is_file(), reason="the SQuAD paragraphs are not here")
async def test_paragraphs_are_found_as_well_as_by_the_published_baseline():
    articles = json.loads(SQUAD.read_text(encoding="utf-8"))["data"]
    paragraphs = [paragraph for article in articles for paragraph in article["paragraphs"]]
    asked = [
        (question["question"], place)
        for place, paragraph in enumerate(paragraphs)
        for question in paragraph["qas"]
        if not question["is_impossible"]
    ]
    index = await Bm25Retriever().index(chunks(*(paragraph["context"] for paragraph in paragraphs)))
    found = await index.search([question for question, _ in asked], k=20)
    ranks = [
        next((rank for rank, (place, _) in enumerate(hits, start=1) if place == right), 0)
        for hits, (_, right) in zip(found, asked, strict=True)
    ]
    assert sum(rank == 1 for rank in ranks) / len(ranks) >= 0.860
    assert sum(1 <= rank <= 5 for rank in ranks) / len(ranks) >= 0.971
    assert sum(1 / rank for rank in ranks if rank) / len(ranks) >= 0.909
