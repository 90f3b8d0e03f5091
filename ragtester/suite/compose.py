"""Composes a suite: sections chosen, drafts asked for, every test validated, the wanted number reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from ragtester.corpus import Blueprint
from ragtester.protocols import ChatModel, Embedder, Retriever
from ragtester.records import Corpus, Test
from ragtester.suite.checks import Validator
from ragtester.suite.checks.absence import Archive
from ragtester.suite.collecting import Collector
from ragtester.suite.coverage import measure_coverage
from ragtester.suite.duplicates import Duplicates
from ragtester.suite.forecast import Foreseen, suite_steps
from ragtester.suite.options import SuiteOptions, SuiteResult
from ragtester.suite.quota import quotas, wanted_total
from ragtester.suite.searching import Passages
from ragtester.suite.sources import Asked, Source, Stock
from ragtester.suite.tally import Tally
from ragtester.suite.types import negative_types, question_types, shipped_negatives
from ragtester.suite.writers.builtin import builtin_negatives, builtin_positives
from ragtester.suite.writers.ledger import Ledger, locate_facts
from ragtester.suite.writers.model import ModelWriter


async def write_suite(
    corpus: Corpus,
    options: SuiteOptions,
    *,
    author: ChatModel | None = None,
    retriever: Retriever | None = None,
    closed_book: ChatModel | None = None,
    embedder: Embedder | None = None,
    blueprints: Sequence[Blueprint] = (),
    previous: Sequence[Test] = (),
    progress: Callable[[int, int], None] | None = None,
    foreseen: Foreseen | None = None,
) -> SuiteResult:
    """Tests for `corpus`, as many as `options` asks for, each one validated.

    Args:
        corpus: the documents, with their facts where they were generated.
        options: how many tests of which kinds.
        author: a chat model that writes the questions; None for the built-in writer.
        retriever: searches the corpus for the proof that negatives are unanswerable, and for chunk coverage.
        closed_book: a model that is asked every positive question without documents; what it knows is rejected.
        embedder: finds near duplicates, and spreads the `coverage` selection; lexical without one.
        blueprints: what the corpus was drawn from, for their phrasings; shipped ones are found without.
        previous: an earlier suite. Its tests that still hold are kept with their ids; the others are
            rejected with the reason and made anew, so a changed document re-makes only its own tests.
        progress: called with the tests made so far and the wanted total.
        foreseen: answers for an author that is not to be asked, for an estimate.

    Raises:
        UnknownNameError: a question type or negative type that does not exist.
    """
    types = question_types(options.question_types)
    kinds = negative_types(options.negative_types)
    ledger = locate_facts(corpus, blueprints)
    archive = Archive(ledger.texts, corpus.facts)
    passages = await Passages.of(corpus, retriever) if retriever and corpus.documents else None
    validator = Validator(
        {document.id: document for document in corpus.documents},
        corpus.facts,
        archive,
        passages=passages,
        closed_book=closed_book,
        concurrency=options.concurrency,
    )
    tally = Tally()
    stock = Stock(
        builtin_positives(ledger, seed=options.seed, language=options.language),
        builtin_negatives(ledger, kinds=kinds, seed=options.seed, language=options.language),
        types=[item.label for item in types],
        seed=options.seed,
    )
    source: Source = stock
    reword: Callable[[str, str], Awaitable[str | None]] | None = None
    if author is not None:
        writer = ModelWriter(
            author,
            types=types,
            negatives=shipped_negatives(),
            examples=options.examples,
            seed=options.seed,
            language=options.language,
            tally=tally,
            ledger=ledger,
        )
        source = Asked(writer, dict(ledger.texts), stock, seed=options.seed, max_words=options.section_tokens)
        validator.answerable, reword = writer.answerable, writer.reworded
        validator.answering = writer.answered
        if foreseen is not None:
            source, reword = foreseen.source(source), foreseen.reword(writer.reworded)
            validator.answerable = foreseen.answerable(writer.answerable)
            validator.answering = foreseen.answering(writer.answered)
            validator.foreseen = foreseen.local
    total = wanted_total(corpus, options, previous)
    collector = Collector(
        corpus,
        options,
        source=source,
        validator=validator,
        duplicates=Duplicates(embedder),
        kinds=kinds,
        types=[item.label for item in types],
        embedder=embedder,
        ledger=ledger,
        total=total,
        progress=progress,
        reword=reword,
    )
    if progress:
        progress(0, total)
    await collector.keep(previous)
    if corpus.documents:
        await collector.fill(quotas(corpus, total, options.negative_share, collector.tests))
    tests = tuple(collector.tests[:total])
    result = SuiteResult(
        tests=tests,
        rejected=tuple(collector.rejected),
        coverage=await measure_coverage(tests, corpus, passages=passages, section_words=options.section_tokens),
        message=_message(total, collector, ledger, unanswered=tally.endpoint_errors),
        authoring=tally.authoring(author.name if author else "builtin"),
    )
    if author is None:
        return result
    steps = suite_steps(result, tally, author=author.name, kept={test.id for test in previous})
    return result.model_copy(update={"authoring": result.authoring.model_copy(update={"steps": steps})})


def _message(total: int, collector: Collector, ledger: Ledger, *, unanswered: int) -> str:
    made = len(collector.tests)
    if made >= total:
        return ""
    parts = [f"{made} of {total} tests were made"]
    short = [f"{count} {kind}" for kind, count in sorted(collector.missing.items()) if count]
    if short:
        parts.append(f"missing: {', '.join(short)}")
    if unanswered:
        parts.append(f"{unanswered} requests to the author got no answer; the same command asks again")
    elif collector.missing["positive"]:
        parts.append("every section that states something to ask about is used")
    if collector.missing["negative"]:
        parts.append("no further question could be proven absent from the corpus")
    reasons = Counter(item.reason.split(":")[0] for item in collector.rejected)
    if reasons:
        parts.append("rejected: " + ", ".join(f"{count} {name}" for name, count in reasons.most_common(4)))
    if ledger.unfound:
        parts.append(f"{len(ledger.unfound)} facts of the ledger were not found in their documents")
    return "; ".join(parts)
