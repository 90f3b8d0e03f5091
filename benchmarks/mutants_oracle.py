"""How well the metamorphic oracle agrees with ledger truth on built-in corpora.

    python benchmarks/mutants_oracle.py [--blueprints hr-policies ...] [--documents 6] [--seeds 7] [--show 20]

Every base instance of each system gets all 19 mutants. Prints table 1, table 3 for the oracle with the best of the four
snapshot metrics beside it, and the disagreements. Systems: the packaged `reader` (quotes sentences); three that err on purpose: one that answers from memory, one that takes
the last sentence on the subject, and one that is easily confused; and `perfect`, which answers from the mutated ledger and
so should never be accused, and `silent`, which always abstains.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ragtester.corpus import load_blueprint, write_corpus
from ragtester.documents import make_chunker
from ragtester.judge.snapshot import snapshot
from ragtester.metamorphic import (
    IndexSettings,
    Observation,
    Target,
    apply_to_context,
    apply_to_documents,
    choose,
    diff,
    evidence_documents,
    mutate,
    relation_outcome,
    segment,
    settings_of,
    truth,
    violation_table,
)
from ragtester.metamorphic.oracle.wording import coverage
from ragtester.metamorphic.seeds import generator
from ragtester.metamorphic.tables import MetaRow, SnapshotScores, disagreements, meta_evaluation
from ragtester.metamorphic.truth import is_right
from ragtester.records import Answer, Chunk, Corpus, Document, Mutant, RelationOutcome, Retrieved, Test
from ragtester.search import make_embedder, make_retriever
from ragtester.suite import SuiteOptions, write_suite
from ragtester.systems.reference.reader import ABSTENTION, answer_from
from ragtester.text import split_sentences

Generate = Callable[[Test, Mutant | None, Sequence[str]], str]


def reader(test: Test, mutant: Mutant | None, context: Sequence[str]) -> str:
    return answer_from(test.query, context)


def memory(test: Test, mutant: Mutant | None, context: Sequence[str]) -> str:
    return test.expected_answer


def silent(test: Test, mutant: Mutant | None, context: Sequence[str]) -> str:
    return test.expected_answer if mutant is None else ABSTENTION


def perfect(test: Test, mutant: Mutant | None, context: Sequence[str]) -> str:
    """Knows what was done to the ledger: CN put another value in, CSh may have pushed the evidence out of the passages."""
    words = " ".join(" ".join(context).split())
    shown = all(" ".join(span.quote.split()) in words for span in test.evidence)
    if mutant is None:
        return test.expected_answer if shown else ABSTENTION
    stated = [c for c in test.counterfactuals if any(c in edit.text for edit in mutant.edits)]
    if mutant.operator == "CN" and stated:
        return stated[0]
    return ABSTENTION if mutant.operator == "CSh" and mutant.scope == "post" and not shown else test.expected_answer


def last_word(test: Test, mutant: Mutant | None, context: Sequence[str]) -> str:
    """The last sentence that is about the question."""
    about = [s.text for text in context for s in split_sentences(text) if coverage(test.query, s.text) >= 0.5]
    return about[-1] if about else ABSTENTION


def confused(test: Test, mutant: Mutant | None, context: Sequence[str]) -> str:
    """Reads rightly most of the time; in one case of four quotes another sentence, blends two, or abstains."""
    random_ = generator("confused", test=test.id, context=list(context))
    right = answer_from(test.query, context)
    others = [s.text for text in context for s in split_sentences(text)]
    kind = random_.randrange(16)
    if kind == 0 and others:
        return random_.choice(others)
    if kind == 1:
        return ABSTENTION
    if kind == 2 and test.counterfactuals:
        return random_.choice(test.counterfactuals)
    return f"{right} {random_.choice(others)}" if kind == 3 and others else right


SYSTEMS: dict[str, Generate] = {
    "reader": reader,
    "memory": memory,
    "last_word": last_word,
    "confused": confused,
    "perfect": perfect,
    "silent": silent,
}


class Bench:
    def __init__(self, corpus: Corpus, generate: Generate, name: str, *, words: int = 256, seed: int = 7) -> None:
        self.corpus, self.generate, self.name, self.seed = corpus, generate, name, seed
        self.chunker = make_chunker("words", {"size": words})
        self.base_chunks = {d.id: self.chunker.chunk(d) for d in corpus.documents}
        self.facts = {fact.id: fact for fact in corpus.facts}
        self.indexes: dict[tuple[str, str], object] = {}

    async def search(self, query: str, chunks: Sequence[Chunk], settings: IndexSettings) -> list[Retrieved]:
        key = (settings.retriever, "".join(c.sha256 for c in chunks))
        if key not in self.indexes:
            dense = settings.retriever != "bm25"
            embedder = make_embedder("hashing", {"hashing": {}}) if dense else None
            retriever = make_retriever("r", {"dense" if dense else "bm25": {}}, embedder=embedder)
            self.indexes[key] = await retriever.index(chunks)
        found = (await self.indexes[key].search([query], k=settings.top_k))[0]  # type: ignore[attr-defined]
        return [
            Retrieved(chunk=chunks[at].id, document=chunks[at].document, text=chunks[at].text, rank=rank, score=score)
            for rank, (at, score) in enumerate(found, start=1)
        ]

    def chunks(self, documents: Sequence[Document], settings: IndexSettings) -> list[Chunk]:
        result: list[Chunk] = []
        known = {d.id: d for d in self.corpus.documents}
        for document in documents:
            own = self.base_chunks[document.id] if document is known[document.id] else self.chunker.chunk(document)
            result += segment(document, own, settings.segmentation, chunker=self.chunker)
        return result

    async def run(self, tests: Sequence[Test]) -> list[RelationOutcome]:
        base_settings = IndexSettings("bm25", 1)
        outcomes: list[RelationOutcome] = []
        instances = 0
        for test in tests:
            if test.kind != "positive" or not test.evidence:
                continue
            context = await self.search(test.query, self.chunks(self.corpus.documents, base_settings), base_settings)
            base = Answer(text=self.generate(test, None, [p.text for p in context]), context=tuple(context))
            if not is_right(test, base.text):
                continue
            instances += 1
            made, _ = mutate(
                Target(test, self.facts), choose(), documents=self.corpus.documents, context=context, seed=self.seed
            )
            outcomes += [await self.relate(test, mutant, base, base_settings) for mutant in made]
        print(f"  {self.name}: {instances} base instances, {len(outcomes)} mutants")
        return outcomes

    async def relate(self, test: Test, mutant: Mutant, base: Answer, base_settings: IndexSettings) -> RelationOutcome:
        if mutant.scope == "pre":
            documents = apply_to_documents(self.corpus.documents, mutant)
            settings = settings_of(mutant, base_settings)
            context = await self.search(test.query, self.chunks(documents, settings), settings)
            held = evidence_documents(test, self.corpus.documents)
            before, after = [d.text for d in held], [d.text for d in evidence_documents(test, documents)]
            texts = {d.id: d.text for d in held}
        else:
            context = apply_to_context(base.context or (), mutant)
            texts = {p.chunk: p.text for p in base.context or ()}
            before, after = list(texts.values()), [p.text for p in context]
        answer = Answer(text=self.generate(test, mutant, [p.text for p in context]), context=tuple(context))
        seen = Observation.of(
            test,
            mutant,
            system=self.name,
            base=base,
            answer=answer,
            before=before,
            after=after,
            diff=diff(mutant, texts),
        )
        outcome = relation_outcome(seen)
        known = truth(test, mutant, answer.text, texts, facts=self.facts)
        return outcome.model_copy(update={"truth": known.outcome if known else None})


def snapshot_scores(tests: Mapping[str, Test], outcomes: Sequence[RelationOutcome]) -> SnapshotScores:
    """The four snapshot metrics by rules, for every case whose truth is known."""
    found: dict[tuple[str, str], Mapping[str, float | None]] = {}
    for one in outcomes:
        if one.truth is not None:
            test = tests[one.test]
            references = [test.expected_answer, *test.accepted_answers]
            scores = snapshot(test.query, one.mutant_answer, list(one.mutant_context), references).scores
            found[one.system, one.mutant] = dict(scores)
    return found


def print_meta(rows: Sequence[MetaRow]) -> None:
    """The oracle by relation, and the best metric at its best threshold beside it."""
    for relation in ("all", "preserving", "altering"):
        own = [row for row in rows if row.relation == relation]
        oracle = [row for row in own if row.evaluator == "oracle"]
        others = sorted((row for row in own if row.evaluator != "oracle"), key=lambda row: row.f1 or 0.0)
        for row in [*oracle, *others[-1:]]:
            shown = ", ".join(
                f"{name} {value:.3f}" if value is not None else f"{name} -"
                for name, value in (("precision", row.precision), ("recall", row.recall), ("F1", row.f1))
            )
            at = "" if row.threshold is None else f" below {row.threshold}"
            print(
                f"{relation:10} {row.evaluator}{at}: {shown} (true violations {row.true_positive + row.false_negative}, "
                f"false alarms {row.false_positive}, missed {row.false_negative}, n {row.n})"
            )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--blueprints", nargs="+", default=["hr-policies", "medical-device-manual", "software-operations"]
    )
    parser.add_argument("--documents", type=int, default=6)
    parser.add_argument("--tests", type=int, default=40)
    parser.add_argument("--seeds", type=int, nargs="+", default=[7])
    parser.add_argument("--words", type=int, default=256, help="of a chunk")
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--systems", nargs="+", default=list(SYSTEMS))
    parser.add_argument("--snapshots", action="store_true", help="also the four snapshot metrics, which takes longer")
    options = parser.parse_args()
    began, outcomes, asked = time.monotonic(), list[RelationOutcome](), list[Test]()
    for name, seed in ((name, seed) for seed in options.seeds for name in options.blueprints):
        with tempfile.TemporaryDirectory() as folder:
            blueprint = load_blueprint(name)
            corpus = await write_corpus(blueprint, documents=options.documents, seed=seed, folder=Path(folder))
            suite = await write_suite(corpus, SuiteOptions(tests=options.tests, negative_share=0.0, seed=seed))
        print(f"{name}, seed {seed}: {len(corpus.documents)} documents, {len(suite.tests)} tests")
        own = [test.model_copy(update={"id": f"{name}-{seed}-{test.id}"}) for test in suite.tests]
        asked += own
        for system in options.systems:
            outcomes += await Bench(corpus, SYSTEMS[system], system, words=options.words, seed=seed).run(own)
    print(f"\n{len(outcomes)} outcomes in {time.monotonic() - began:.0f} s")
    for row in violation_table(outcomes):
        print(
            f"{row.system:10} {row.operator:4} {row.scope:4} {row.violated:4}/{row.rate.n:<4} altering {row.altering}"
        )
    tests = {test.id: test for test in asked}
    print_meta(meta_evaluation(outcomes, snapshot_scores(tests, outcomes) if options.snapshots else None))
    questions = {name: test.query for name, test in tests.items()}
    for o in disagreements(outcomes)[: options.show]:
        added = [line for line in o.diff.splitlines() if "{+" in line][:3] if o.operator in ("CN", "ON", "CSh") else []
        print(
            f"\n{questions[o.test]}\n{o.system} {o.mutant} {o.relation}: oracle {o.outcome}, truth {o.truth}\n  base {o.base_answer!r}\n  mutant {o.mutant_answer!r}\n  {o.rationale}",
            *added,
            sep="\n  ",
        )


if __name__ == "__main__":
    asyncio.run(main())
