"""Random tests of each type to read with an expert's eye, from fresh corpora of every domain or from your own files.

    python -m benchmarks.suite_sample [--seed 1] [--each 5] [--documents 12] [--tests 240] [--files PATH ...]
        [--wordings plain expert ...]

Each test is printed with its answer and the evidence that it rests on, and how many there are of each type. With
`--files` the tests are made from those documents alone, as the built-in author makes them for a user.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.suite_speed import corpus_of
from ragtester.corpus import blueprint_names, load_blueprint
from ragtester.documents import load_documents
from ragtester.records import Corpus, Test
from ragtester.search import make_retriever
from ragtester.suite import SuiteOptions, SuiteResult, write_suite


async def suite_of(args: argparse.Namespace) -> tuple[Corpus, SuiteResult]:
    """A corpus and its suite."""
    with tempfile.TemporaryDirectory() as place:
        if args.files:
            corpus = Corpus(name="files", documents=tuple(load_documents(args.files).documents))
        else:
            corpus = await corpus_of(Path(place), documents=args.documents, seed=args.seed)
    blueprints = [] if args.files else [load_blueprint(name) for name in blueprint_names()]
    bm25 = make_retriever("bm25", {"bm25": {}}, embedder=None)
    result = await write_suite(
        corpus,
        SuiteOptions(tests=args.tests, seed=args.seed, wordings=tuple(args.wordings)),
        retriever=bm25,
        blueprints=blueprints,
    )
    return corpus, result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=5)
    parser.add_argument("--documents", type=int, default=12)
    parser.add_argument("--tests", type=int, default=240)
    parser.add_argument("--files", nargs="+", type=Path)
    parser.add_argument("--wordings", nargs="+", default=["plain"])
    args = parser.parse_args()
    corpus, result = asyncio.run(suite_of(args))
    titles = {document.id: document.title for document in corpus.documents}
    groups: dict[str, list[Test]] = defaultdict(list)
    for test in result.tests:
        groups[test.type].append(test)
    for label, tests in sorted(groups.items()):
        print(f"\n== {label} ({len(tests)})")
        for test in random.Random(f"{args.seed}/{label}").sample(tests, min(args.each, len(tests))):
            print(f"- {test.query}\n    {test.difficulty}, {test.wording}; answer: {test.expected_answer}")
            for span in test.evidence:
                print(f"    [{titles.get(span.document) or span.document}] {' '.join(span.quote.split())[:240]}")
    reasons = Counter(item.reason.split(":")[0] for item in result.rejected)
    print(
        f"\n{len(result.tests)} tests, {len(result.rejected)} rejected {dict(reasons.most_common())} {result.message}"
    )


if __name__ == "__main__":
    main()
