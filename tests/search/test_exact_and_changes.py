"""Exact search, and indexes of mutants that equal indexes built anew."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ragtester.protocols import Retriever
from ragtester.records import Chunk
from ragtester.search import (
    Bm25Retriever,
    ChangeableIndex,
    DenseRetriever,
    HashingEmbedder,
    HybridRetriever,
    Layout,
    top_k,
)

WORDS = "valve pressure notice period days policy claim premium filter steam manager 14 30 review".split()


def by_hand(queries: np.ndarray, matrix: np.ndarray, k: int, masks: list[np.ndarray | None] | None = None):
    scores = queries.astype(np.float32).astype(np.float64) @ matrix.astype(np.float64).T
    found = []
    for row, line in enumerate(scores):
        mask = masks[row] if masks else None
        places = [place for place in range(len(line)) if mask is None or mask[place]]
        found.append(sorted(places, key=lambda place: (-round(line[place], 9), place))[:k])
    return found


def rows(count: int, dimension: int, seed: int) -> np.ndarray:
    made = np.random.default_rng(seed).standard_normal((count, dimension)).astype(np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


@pytest.mark.parametrize(("count", "k"), [(1, 3), (5, 5), (300, 3), (5000, 1), (5000, 10), (2000, 400)])
def test_the_best_rows_are_found_whatever_the_size(count: int, k: int):
    queries, matrix = rows(40, 24, 1), rows(count, 24, 2)
    assert [[place for place, _ in hits] for hits in top_k(queries, matrix, k)] == by_hand(queries, matrix, k)


def test_equal_rows_are_ranked_by_position_also_at_the_edge_of_k():
    matrix = np.tile(rows(3, 16, 3), (700, 1))
    hits = top_k(matrix[:3], matrix, 5)
    assert [[place for place, _ in line] for line in hits] == [
        [start + 3 * step for step in range(5)] for start in range(3)
    ]


def test_a_part_of_the_queries_gets_the_same_scores_as_all_of_them():
    queries, matrix = rows(300, 384, 4), rows(3000, 384, 5)
    whole = top_k(queries, matrix, 4)
    assert [top_k(queries[place : place + 1], matrix, 4)[0] for place in range(0, 300, 17)] == whole[::17]
    shuffled = np.random.default_rng(1).permutation(3000)
    again = top_k(queries, matrix[shuffled], 4)
    assert [[(int(shuffled[place]), score) for place, score in line] for line in again] == whole


def test_masks_are_per_query_and_may_leave_fewer_than_k_or_none():
    queries, matrix = rows(4, 16, 6), rows(900, 16, 7)
    masks: list[np.ndarray | None] = [None, np.zeros(900, bool), np.arange(900) == 7, np.arange(900) % 5 == 0]
    hits = top_k(queries, matrix, 3, allowed=masks)
    assert [[place for place, _ in line] for line in hits] == by_hand(queries, matrix, 3, masks)
    assert [len(line) for line in hits] == [3, 0, 1, 3]


def test_a_query_in_double_precision_never_widens_the_matrix(monkeypatch: pytest.MonkeyPatch):
    seen: list[np.dtype] = []
    matmul = np.matmul

    def watched(left: np.ndarray, right: np.ndarray, **options: np.ndarray) -> np.ndarray:
        seen.extend([left.dtype, right.dtype])
        return matmul(left, right, **options)

    monkeypatch.setattr(np, "matmul", watched)
    queries, matrix = rows(5, 16, 8), rows(600, 16, 9)
    assert top_k(queries.astype(np.float64), matrix, 3) == top_k(queries, matrix, 3)
    assert set(seen) == {np.dtype(np.float32)}


def test_nothing_to_search_or_to_find_is_an_empty_list():
    assert top_k(rows(2, 8, 1), np.zeros((0, 8), np.float32), 3) == [[], []]
    assert top_k(rows(2, 8, 1), rows(3, 8, 2), 0) == [[], []]


def test_shapes_that_do_not_fit_are_named():
    with pytest.raises(ValueError, match="cannot be searched"):
        top_k(rows(2, 8, 1), rows(3, 9, 2), 1)
    with pytest.raises(ValueError, match="1 masks for 2 queries"):
        top_k(rows(2, 8, 1), rows(3, 8, 2), 1, allowed=[None])


def corpus(seed: int, documents: int = 12) -> list[Chunk]:
    draw = random.Random(seed)
    made = []
    for number in range(documents):
        name = f"d{number}"
        for index in range(draw.randint(1, 5)):
            text = " ".join(draw.choices(WORDS, k=draw.randint(2, 12)))
            made.append(Chunk(id=f"{name}-{index}", document=name, text=text, start=0, end=len(text), index=index))
    return made


def mutated(chunks: list[Chunk], draw: random.Random) -> dict[str, list[Chunk]]:
    """Some documents with chunks edited, dropped, doubled or merged; one document emptied, one new."""
    names = sorted({chunk.document for chunk in chunks})
    changed: dict[str, list[Chunk]] = {}
    for name in draw.sample(names, 3):
        new = [chunk for chunk in chunks if chunk.document == name]
        place = draw.randrange(len(new))
        action = draw.choice(["edit", "drop", "double", "append", "merge"])
        if action == "edit":
            new[place] = new[place].model_copy(update={"text": f"{new[place].text} {draw.choice(WORDS)}"})
        elif action == "drop":
            del new[place]
        elif action == "double":
            new.insert(place, new[place])
        elif action == "append":
            new.append(new[0].model_copy(update={"text": " ".join(draw.choices(WORDS, k=5))}))
        else:
            new = [new[0].model_copy(update={"text": " ".join(chunk.text for chunk in new)})]
        changed[name] = new
    changed["added"] = [chunks[0].model_copy(update={"document": "added", "text": "steam valve review 30"})]
    return changed


def retrievers() -> list[Retriever]:
    embedder = HashingEmbedder(dimension=32)
    return [
        Bm25Retriever(),
        DenseRetriever(embedder),
        HybridRetriever(Bm25Retriever(), DenseRetriever(embedder), depth=7),
    ]


@pytest.mark.parametrize("retriever", retrievers(), ids=lambda retriever: retriever.name)
@pytest.mark.parametrize("seed", range(12))
async def test_a_changed_index_ranks_as_one_that_is_built_anew(retriever: Retriever, seed: int):
    draw = random.Random(seed)
    chunks = corpus(seed)
    base: ChangeableIndex = await retriever.index(chunks)  # type: ignore[assignment]
    queries = [" ".join(draw.choices(WORDS, k=3)) for _ in range(15)]
    await base.store(queries[:10], k=2)
    change = base.layout.replace(mutated(chunks, draw))
    rebuilt_chunks = base.layout.replaced(change)
    assert len(rebuilt_chunks) == change.size
    rebuilt = await retriever.index(rebuilt_chunks)
    changed = await base.changed(change)
    masks = [
        None if draw.random() < 0.5 else np.asarray([draw.random() < 0.4 for _ in rebuilt_chunks]) for _ in queries
    ]
    for k in (1, 3, len(rebuilt_chunks) + 2):
        assert await changed.search(queries, k=k) == await rebuilt.search(queries, k=k)
        assert await changed.search(queries, k=k, allowed=masks) == await rebuilt.search(queries, k=k, allowed=masks)


async def test_a_stored_ranking_that_is_too_short_for_a_change_is_made_again():
    text = "valve pressure"
    chunks = [
        Chunk(id=str(place), document=f"d{place}", text=f"{text} {place}", start=0, end=1, index=0)
        for place in range(150)
    ]
    retriever = DenseRetriever(HashingEmbedder(dimension=16))
    base = await retriever.index(chunks)
    ranking = (await base.search([text], k=150))[0]
    await base.store([text], k=1)
    gone = {f"d{place}": [] for place, _ in ranking[:100]}
    change = base.layout.replace(gone)
    rebuilt = await retriever.index(base.layout.replaced(change))
    assert await (await base.changed(change)).search([text], k=3) == await rebuilt.search([text], k=3)


async def test_a_change_embeds_only_what_it_adds():
    embedder = HashingEmbedder()
    chunks = corpus(1)
    base = await DenseRetriever(embedder).index(chunks)
    await base.store(["valve pressure"], k=3)
    before = embedder.embedded
    name = chunks[0].document
    new = [chunk for chunk in chunks if chunk.document == name]
    new[-1] = new[-1].model_copy(update={"text": "something else"})
    changed = await base.changed(base.layout.replace({name: new}))
    await changed.search(["valve pressure"], k=3)
    assert embedder.embedded == before + 1


def test_chunks_of_one_document_that_do_not_stand_together_are_refused():
    chunks = corpus(2)
    with pytest.raises(ValueError, match="do not stand together"):
        Layout([chunks[0], chunks[-1], chunks[0]])


async def test_an_empty_corpus_and_an_empty_question_find_nothing():
    for retriever in retrievers():
        index = await retriever.index([])
        assert await index.search(["valve"], k=3) == [[]]
        full = await retriever.index(corpus(3))
        assert await full.search([], k=3) == []
