"""The suite stage: tests are read from a file, taken from the store, or written and validated."""

from __future__ import annotations

from fnmatch import fnmatchcase

from ragtester.config import SuiteConfig
from ragtester.errors import InputError
from ragtester.protocols import ChatModel
from ragtester.records import Corpus, RejectedTest, Test, content_key
from ragtester.runner.plan.systems import matching
from ragtester.runner.progress import shown
from ragtester.runner.session import Session
from ragtester.search import make_retriever
from ragtester.suite import SuiteOptions, read_suite, write_rejected_file, write_suite, write_suite_file
from ragtester.version import __version__


async def make_suite(session: Session, corpus: Corpus) -> list[Test]:
    """The tests that the configuration and the flags ask for.

    Raises:
        SuiteError: a given suite cannot be read.
        InputError: no test is left.
    """
    config = session.loaded.config.suite
    with session.timed("suite"):
        if config.file is not None:
            tests = list(read_suite(session.loaded.path(config.file)))
            write_suite_file(tests, session.folder / "suite.jsonl")
        else:
            tests = await _written(session, corpus, config)
    if not tests:
        raise InputError(
            "the suite has no test: see suite.rejected.jsonl for the reasons, or give one by suite: {file: ...}"
        )
    return _chosen(session, tests)


def _chosen(session: Session, tests: list[Test]) -> list[Test]:
    pattern = session.options.filter_tests
    if pattern is not None:
        kept = set(
            matching([test.id for test in tests if _named(test, pattern)] or [t.id for t in tests], None, what="tests")
        )
        chosen = [test for test in tests if test.id in kept and _named(test, pattern)]
        if not chosen:
            matching([test.id for test in tests], pattern, what="tests")
        tests = chosen
    return tests[: session.options.limit] if session.options.limit else tests


def _named(test: Test, pattern: str) -> bool:
    """A pattern may match a test's id, type, kind or document."""
    return any(fnmatchcase(name, pattern) for name in (test.id, test.type, test.kind, test.document or ""))


async def _written(session: Session, corpus: Corpus, config: SuiteConfig) -> list[Test]:
    author: ChatModel | None = None
    if config.author != "builtin":
        author = session.components.model(config.author, what="author", kind="write")
    closed_book = session.components.model(config.closed_book, what="closed-book model") if config.closed_book else None
    options = _options(session, config)
    key = content_key(
        "suite",
        version=__version__,
        corpus=corpus.content_hash(),
        options=options.model_dump(mode="json"),
        author=author.version if author else "builtin",
        closed_book=closed_book.version if closed_book else None,
    )
    stored = session.store.results([key]).get(key)
    file, rejected_file = session.folder / "suite.jsonl", session.folder / "suite.rejected.jsonl"
    if stored is not None:
        tests = [Test.model_validate(test) for test in stored["tests"]]  # type: ignore[union-attr]
        session.log.reused("write", 0 if author else len(tests))
        if not file.is_file() or not rejected_file.is_file():
            write_suite_file(tests, file)
            write_rejected_file([RejectedTest.model_validate(r) for r in stored["rejected"]], rejected_file)  # type: ignore[union-attr]
        if stored["message"]:
            session.progress.say(str(stored["message"]))
        return tests
    previous = list(read_suite(file)) if file.is_file() else []
    with shown(session.progress, "suite", None) as bar:
        seen = 0

        def told(made: int, wanted: int) -> None:
            nonlocal seen
            bar.grow(wanted if seen == 0 else 0)
            bar.advance(made - seen)
            seen = made

        result = await write_suite(
            corpus,
            options,
            author=author,
            retriever=make_retriever("bm25", {"bm25": {}}, embedder=None),
            closed_book=closed_book,
            previous=previous,
            progress=told,
        )
    if not author:
        session.log.done("write", len(result.tests))
    write_suite_file(result.tests, file)
    write_rejected_file(result.rejected, rejected_file)
    session.store.put_results(
        "write",
        {
            key: {
                "tests": [test.model_dump(mode="json") for test in result.tests],
                "rejected": [rejected.model_dump(mode="json") for rejected in result.rejected],
                "message": result.message,
            }
        },
    )
    if result.message:
        session.progress.say(result.message)
    return list(result.tests)


def _options(session: Session, config: SuiteConfig) -> SuiteOptions:
    selection = config.selection
    types = [kind.label if not kind.description else kind.model_dump() for kind in config.question_types]
    return SuiteOptions.model_validate(
        {
            "tests_per_document": config.tests_per_document,
            "tests": config.tests,
            "add": session.options.add_tests,
            "negative_share": config.negative_share,
            "selection": {selection.name: selection.arguments} if selection.arguments else selection.name,
            "question_types": "all" if types == ["all"] else tuple(types),
            "seed": session.loaded.config.seed,
            "examples": tuple(config.examples),
            "wordings": tuple(config.wordings),
            "language": config.language,
        }
    )
