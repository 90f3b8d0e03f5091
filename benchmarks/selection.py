"""Failures found by the `flesch`, `random` and `coverage` selections at equal size.

    python -m benchmarks.selection [--squad FILE] [--systems bm25 hashing ...] [--seeds 20] [--share 0.3]

Two pools are measured: built-in documents of every blueprint, with the built-in writer's positive
tests, and (where the file is given) the answerable questions of SQuAD 2.0: a paragraph
counts with the share of its questions that fail.
Every system answers the whole pool once; a selection then takes `share` of the pool, in the order in
which it would have chosen the sections, and the failures in its choice are counted. The interval is a
bootstrap of the paired difference to `random` that draws sections (so questions) and seeds anew each time.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import numpy as np

from ragtester.corpus import blueprint_names, load_blueprint, write_corpus
from ragtester.documents import make_chunker
from ragtester.judge import BuiltinJudge
from ragtester.protocols import Vectors
from ragtester.records import Answer, Chunk, Corpus, Document, Request, Test
from ragtester.search import make_embedder, make_retriever
from ragtester.suite import Section, SuiteOptions, import_suite, order, reading_ease, write_suite
from ragtester.suite.options import SelectionName
from ragtester.systems.reference import Reader

EMBEDDERS = {
    "use_multilingual": {"use_multilingual": {}},
    "minilm": {"sentence_transformers": {"model": "all-MiniLM-L6-v2"}},
    "hashing": {"hashing": {}},
}
TOP_K = 3
SELECTIONS: tuple[SelectionName, ...] = ("random", "flesch", "coverage")


async def builtin_pool(per_blueprint: int) -> tuple[Corpus, list[Test], list[Section]]:
    documents: list[Document] = []
    tests: list[Test] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in blueprint_names():
            blueprint = load_blueprint(name)
            corpus = await write_corpus(blueprint, documents=per_blueprint, seed=23, folder=Path(folder) / name)
            options = SuiteOptions(tests_per_document=24, negative_share=0, selection="random")
            result = await write_suite(corpus, options, blueprints=[blueprint])
            tests += [t.model_copy(update={"document": f"{name}/{t.document}"}) for t in result.tests]
            documents += [d.model_copy(update={"id": f"{name}/{d.id}"}) for d in corpus.documents]
    sections = [
        Section(t.document or "", t.evidence[0].start, t.evidence[0].end, t.evidence[0].quote, 0, t.flesch)
        for t in tests
    ]
    return Corpus(name="builtin", documents=tuple(documents)), tests, sections


def squad_pool(file: Path) -> tuple[Corpus, list[Test], list[Section]]:
    found = import_suite(file, "squad")
    assert found.corpus is not None
    tests: list[Test] = []
    sections: list[Section] = []
    for document in found.corpus.documents:
        own = [t for t in found.tests if t.document == document.id and t.kind == "positive"]
        if own:
            tests += own
            text = document.text
            sections.append(Section(document.id, 0, len(text), text, len(text.split()), reading_ease(text)))
    return found.corpus, tests, sections


async def failures(corpus: Corpus, tests: list[Test], system: str) -> list[bool]:
    """For each test whether the system fails it."""
    embedder = None if system == "bm25" else make_embedder(system, EMBEDDERS[system])
    retriever = make_retriever(system, {"bm25": {}} if embedder is None else {"dense": {}}, embedder=embedder)
    chunker = make_chunker("recursive", {"size": 800, "overlap": 80})
    chunks: list[Chunk] = [chunk for document in corpus.documents for chunk in chunker.chunk(document)]
    index = await retriever.index(chunks)
    found = await index.search([test.query for test in tests], k=TOP_K)
    judge, reader = BuiltinJudge(), Reader()
    failed = []
    for test, hits in zip(tests, found, strict=True):
        passages = tuple(chunks[position].text for position, _ in hits)
        reply = await reader.ask(Request(messages=(), question=test.query, passages=passages))
        verdict = await judge.judge(test, Answer(text=reply.text))
        failed.append(verdict.status == "failed")
    return failed


def home(test: Test, sections: list[Section], place: dict[tuple[str, int], int]) -> int:
    """The section that a test was made from."""
    document = test.document or ""
    return place.get((document, test.evidence[0].start if test.evidence else 0), place.get((document, 0), 0))


async def vectors_of(sections: list[Section]) -> Vectors:
    return await make_embedder("hashing", {"hashing": {}}).embed([section.text for section in sections])


def _mask(chosen: list[Section], place: dict[tuple[str, int], int]) -> Vectors:
    mask = np.zeros(max(place.values()) + 1)
    mask[[place[section.key] for section in chosen]] = 1
    return mask


def _rates(masks: Vectors, failed: Vectors) -> Vectors:
    """Share of failures in each choice."""
    return (masks @ failed) / masks.sum(axis=1)


def _interval(masks: Vectors, base: Vectors, failed: Vectors, *, resamples: int = 2000) -> tuple[float, float]:
    """95 % of the mean difference, with sections and seeds drawn anew."""
    rng = np.random.default_rng(7)
    size, seeds = len(failed), len(masks)
    found = []
    for _ in range(resamples):
        weight = rng.multinomial(size, np.full(size, 1 / size)).astype(float)
        drawn = rng.integers(0, seeds, seeds)
        one, other = masks[drawn] * weight, base[drawn] * weight
        found.append(float((_rates(one, failed) - _rates(other, failed)).mean()))
    low, high = np.quantile(found, [0.025, 0.975])
    return float(low), float(high)


async def measure(name: str, pool: tuple[Corpus, list[Test], list[Section]], args: argparse.Namespace) -> None:
    corpus, tests, sections = pool
    count = round(args.share * len(sections))
    place = {section.key: i for i, section in enumerate(sections)}
    homes = [home(test, sections, place) for test in tests]
    vectors = await vectors_of(sections)
    started = time.monotonic()
    for system in args.systems:
        outcome = await failures(corpus, tests, system)
        counted = np.bincount(homes, minlength=len(sections))
        failed = np.bincount(homes, weights=outcome, minlength=len(sections)) / np.maximum(counted, 1)
        print(
            f"{name}: {len(sections)} sections, {len(tests)} tests, {count} sections chosen, reader/{system}: {failed.mean():.1%} of the pool fail"
        )
        masks = {
            selection: np.array(
                [
                    _mask(
                        order(
                            sections, count, selection=selection, complex_share=args.complex_share, seed=seed,
                            vectors=vectors,
                        )[:count],
                        place,
                    )
                    for seed in range(args.seeds)
                ]
            )
            for selection in SELECTIONS
        }  # fmt: skip
        for selection, chosen in masks.items():
            rate, against = _rates(chosen, failed), _rates(masks["random"], failed)
            low, high = _interval(chosen, masks["random"], failed)
            print(
                f"  {selection:9} failures {rate.mean():6.1%}  against random {(rate - against).mean():+.1%} "
                f"[{low:+.1%}, {high:+.1%}]  relative {rate.mean() / against.mean() - 1:+.1%}"
            )
    print(f"  {time.monotonic() - started:.0f} s")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--squad", type=Path)
    parser.add_argument("--systems", nargs="+", default=["bm25", "hashing"])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--share", type=float, default=0.3)
    parser.add_argument("--complex-share", type=float, default=0.5)
    parser.add_argument("--documents", type=int, default=3)
    args = parser.parse_args()
    await measure("built-in documents", await builtin_pool(args.documents), args)
    if args.squad:
        await measure("SQuAD 2.0 paragraphs", squad_pool(args.squad), args)


if __name__ == "__main__":
    asyncio.run(main())
