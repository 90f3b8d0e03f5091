"""How long a whole suite takes, and how many of its tests the ledger contradicts.

    python -m benchmarks.suite_speed [--documents 20] [--tests 300] [--seed 11] [--show 0]

Documents of all shipped domains are written as PDFs, read back, and asked about. Every test is then recounted from the
ledger and the read texts alone, with none of the suite's own checks: a positive's evidence must stand at its place and
hold a form of each fact that the test names, and its expected answer must hold the values; a withheld fact must be
withheld and have no stated twin; a made-up name, a year or the key word of a far question must stand in no document; a
false premise must differ from every form of the stated value. `--show N` prints N random tests of each type.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from ragtester.corpus import blueprint_names, load_blueprint, write_corpus
from ragtester.documents import load_documents
from ragtester.records import Corpus, Document, Fact, Test
from ragtester.search import make_retriever
from ragtester.suite import SuiteOptions, write_suite


async def corpus_of(folder: Path, *, documents: int, seed: int) -> Corpus:
    names = blueprint_names()
    found: list[Document] = []
    facts: list[Fact] = []
    for number, name in enumerate(names):
        share = documents // len(names) + (number < documents % len(names))
        if not share:
            continue
        made = await write_corpus(load_blueprint(name), documents=share, seed=seed, folder=folder / name)
        for document in made.documents:
            (read,) = load_documents([folder / name / (document.file or "")]).documents
            layout = {
                key: getattr(read, key) for key in ("text", "media_type", "pages", "headings", "tables", "sha256")
            }
            found.append(document.model_copy(update=layout))
        facts += made.facts
    if len({document.id for document in found}) != len(found):
        raise SystemExit("two documents have one id: choose another seed")
    return Corpus(name="all-domains", documents=tuple(found), facts=tuple(facts))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _holds(text: str, fact: Fact) -> bool:
    """Whether a value stands in a text as a whole word, by plain search."""
    forms = [_folded(form) for form in (*fact.forms, fact.value)]
    whole = any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", _folded(text)) for form in forms)
    return whole or (bool(fact.items) and all(_folded(item) in _folded(text) for item in fact.items))


def _names(text: str, subject: str) -> bool:
    name = re.sub(r"^(?:the|an?) ", "", _folded(subject))
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", _folded(text)) is not None


def faults_of(test: Test, texts: Mapping[str, str], facts: Mapping[str, Fact]) -> Iterator[str]:
    """What the ledger has against a test."""
    yield from _positive(test, texts, facts) if test.kind == "positive" else _negative(test, texts, facts)


def _positive(test: Test, texts: Mapping[str, str], facts: Mapping[str, Fact]) -> Iterator[str]:
    if not test.facts or not test.evidence:
        yield "no fact or no evidence"
    quotes = " ".join(span.quote for span in test.evidence)
    for span in test.evidence:
        if texts[span.document][span.start : span.end] != span.quote:
            yield "the evidence is not where it is said to be"
    answers = test.facts[-1:] if test.type == "multi_hop" else test.facts
    for name in test.facts:
        fact = facts[name]
        past = bool(re.search(r"\b(?:before|until) \d", test.query, re.IGNORECASE))
        if fact.status != ("superseded" if past else "stated"):
            yield f"{name} is {fact.status}"
        if not _holds(quotes, fact):
            yield f"the evidence does not give {fact.value!r}"
        others = {other.subject for other in facts.values() if other.entity_kind == fact.entity_kind} - {fact.subject}
        giving = [span.quote for span in test.evidence if _holds(span.quote, fact)]
        if giving and all(not _names(q, fact.subject) and any(_names(q, other) for other in others) for q in giving):
            yield f"the evidence of {name} is about another subject"
        if name in answers and not _holds(test.expected_answer, fact):
            yield f"the answer does not give {fact.value!r}"
        if name in answers and test.type != "multi_hop" and fact.subject.casefold() not in test.query.casefold():
            yield f"the question does not name {fact.subject!r}"
        twins = [
            other for other in facts.values()
            if (other.subject, other.attribute) == (fact.subject, fact.attribute) and other.status == fact.status
        ]  # fmt: skip
        if len(twins) > 1:
            yield f"{len(twins)} values fit"


def _negative(test: Test, texts: Mapping[str, str], facts: Mapping[str, Fact]) -> Iterator[str]:
    everything = _folded(" ".join(texts.values()))
    if test.type == "withheld_fact":
        fact = facts[test.facts[0]]
        stated = [
            f
            for f in facts.values()
            if f.status != "withheld" and (f.subject, f.attribute) == (fact.subject, fact.attribute)
        ]
        if fact.status != "withheld" or stated:
            yield "the fact is stated"
    elif test.type == "near_miss_entity":
        name = _folded(test.expected_answer.removeprefix("The documents say nothing about ").rstrip("."))
        if name not in _folded(test.query) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", everything):
            yield "the name stands in a document"
    elif test.type == "wrong_time":
        years = re.findall(r"\b(?:19|20)\d\d\b", test.query)
        if not years or any(re.search(rf"(?<![\w-]){year}(?!\w)", everything) for year in years):
            yield "the year stands in a document"
    elif test.type == "false_premise":
        fact = facts[test.facts[0]]
        if fact.status != "stated" or any(_folded(wrong) in map(_folded, fact.forms) for wrong in test.counterfactuals):
            yield "the premise is true"
    elif test.type == "out_of_domain":
        words = sorted(set(re.findall(r"[^\W\d_]{4,}", test.query.casefold())), key=len, reverse=True)
        if all(re.search(rf"(?<!\w){word}(?!\w)", everything) for word in words[:3]):
            yield "its longest words stand in the documents"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=20)
    parser.add_argument("--tests", type=int, default=300)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--show", type=int, default=0)
    args = parser.parse_args()
    started, burnt = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as place:
        corpus = await corpus_of(Path(place), documents=args.documents, seed=args.seed)
    written = time.perf_counter() - started
    blueprints = [load_blueprint(name) for name in blueprint_names()]
    bm25 = make_retriever("bm25", {"bm25": {}}, embedder=None)
    options = SuiteOptions(tests=args.tests, seed=args.seed)
    result = await write_suite(corpus, options, retriever=bm25, blueprints=blueprints)
    seconds, cpu = time.perf_counter() - started, time.process_time() - burnt
    texts = {document.id: document.text for document in corpus.documents}
    facts = {fact.id: fact for fact in corpus.facts}
    invalid = [(test, fault) for test in result.tests for fault in faults_of(test, texts, facts)]
    print(
        f"{len(corpus.documents)} documents and {len(result.tests)} tests in {seconds:.1f} s ({cpu:.1f} s of CPU; "
        f"documents {written:.1f} s), {len(result.rejected)} rejected, {len({t.id for t, _ in invalid})} invalid by the ledger"
    )
    for test, fault in invalid[:20]:
        print(f"  {test.type}: {test.query!r}: {fault}")
    for label, count in sorted(Counter(test.type for test in result.tests).items()):
        print(f"  {count:4} {label}")
    groups: dict[str, list[Test]] = defaultdict(list)
    for test in result.tests:
        groups[test.type].append(test)
    for label, tests in sorted(groups.items()):
        for test in random.Random(args.seed).sample(tests, min(args.show, len(tests))):
            print(f"[{label}] {test.query}\n    {test.expected_answer}")


if __name__ == "__main__":
    asyncio.run(main())
