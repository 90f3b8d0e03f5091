"""The suite stage: tests are read from a file, taken from the store, or written and validated."""

from __future__ import annotations

from fnmatch import fnmatchcase

from ragtester.config import SuiteConfig
from ragtester.corpus import load_blueprint
from ragtester.errors import EndpointError, InputError, SuiteError
from ragtester.protocols import ChatModel
from ragtester.records import Corpus, Test, content_key
from ragtester.runner.plan.names import blueprint_place
from ragtester.runner.plan.systems import matching
from ragtester.runner.progress import shown
from ragtester.runner.session import Session
from ragtester.runner.stages.suite_folder import MadeFrom, SuiteFolder
from ragtester.runner.stored.authors import remember_steps
from ragtester.search import make_retriever
from ragtester.suite import Foreseen, SuiteOptions, SuiteResult, read_suite, suite_card, write_suite, write_suite_file
from ragtester.version import __version__


async def make_suite(session: Session, corpus: Corpus) -> list[Test]:
    """The tests that the configuration and the flags ask for.

    Raises:
        SuiteError: a given suite cannot be read.
        EndpointError: the author did not answer, so that there is no test.
        InputError: no test is left.
    """
    config = session.loaded.config.suite
    with session.timed("suite"):
        if config.file is not None:
            tests = list(read_suite(session.loaded.path(config.file)))
            if not tests:
                raise SuiteError("holds no test; write one JSON object a line", file=session.loaded.path(config.file))
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
    """The suite of the run's folder where it was made for the same corpus and options, else a new one."""
    author: ChatModel | None = None
    if config.author != "builtin":
        author = session.components.model(config.author, what="author", kind="write")
    closed_book = session.components.model(config.closed_book, what="closed-book model") if config.closed_book else None
    options = suite_options(session, config)
    made = _made_from(session, corpus, config)
    folder = SuiteFolder(session.folder)
    current = None if session.options.fresh else folder.made_from()
    if current == made and not options.add:
        tests = folder.tests()
        session.log.reused("write", 0 if author else len(tests))
        if folder.message():
            session.progress.say(folder.message())
        return tests
    previous = previous_tests(session, corpus, config)
    result = await compose_suite(session, corpus, options, author=author, closed_book=closed_book, previous=previous)
    if author:
        remember_steps(session.store, author, result.authoring.steps)
    else:
        kept = {test.id for test in previous}
        session.log.done("write", sum(test.id not in kept for test in result.tests))
        session.log.reused("write", sum(test.id in kept for test in result.tests))
    folder.write(result, card=suite_card(result, corpus, options), made=made)
    if result.message:
        session.progress.say(result.message)
    if result.cut_short and not result.tests:
        raise EndpointError(
            f"the author {config.author} left {result.authoring.endpoint_errors} requests without an answer, and there is no "
            "test; see that it answers (ragtester doctor), and run the same command again",
            problem="connection",
            retryable=True,
        )
    return list(result.tests)


def previous_tests(session: Session, corpus: Corpus, config: SuiteConfig) -> list[Test]:
    """Tests of the run's folder that may stay: a changed document re-makes only its own.

    Other options or another author make a suite of their own.
    """
    folder = SuiteFolder(session.folder)
    current = folder.made_from()
    same = current is not None and current.options == _made_from(session, corpus, config).options
    return folder.tests() if same else []


def _made_from(session: Session, corpus: Corpus, config: SuiteConfig) -> MadeFrom:
    components = session.components
    author = components.limited(config.author, what="author") if config.author != "builtin" else None
    closed_book = components.limited(config.closed_book, what="closed-book model") if config.closed_book else None
    return MadeFrom(
        options=content_key(
            "suite-options",
            version=__version__,
            options=suite_options(session, config).model_dump(mode="json", exclude={"add"}),
            author=author.version if author else "builtin",
            closed_book=closed_book.version if closed_book else None,
        ),
        corpus=corpus.content_hash(),
    )


async def compose_suite(
    session: Session,
    corpus: Corpus,
    options: SuiteOptions,
    *,
    author: ChatModel | None,
    closed_book: ChatModel | None,
    previous: list[Test],
    foreseen: Foreseen | None = None,
) -> SuiteResult:
    """Writes and validates the suite.

    Args:
        session: with the configuration's blueprints and embedders.
        corpus: the documents.
        options: how many tests of which kinds.
        author: writes the tests; None for the built-in writer.
        closed_book: is asked without documents.
        previous: tests of an earlier suite that are kept where they still hold.
        foreseen: answers for an author that is not to be asked, for an estimate.
    """
    dense = [session.components.embedder_name(component) for component in session.loaded.config.matrix.embedders]
    named = next((name for name in dense if name), None)
    with shown(session.progress, "suite", None) as bar:
        seen = asked = 0

        def told(made: int, wanted: int) -> None:
            nonlocal seen, asked
            bar.grow(wanted - asked)
            bar.advance(made - seen)
            seen, asked = made, wanted

        return await write_suite(
            corpus,
            options,
            author=author,
            retriever=make_retriever("bm25", {"bm25": {}}, embedder=None),
            closed_book=closed_book,
            embedder=session.components.embedder(named) if named else None,
            blueprints=[
                load_blueprint(blueprint_place(session.loaded, name))
                for name in session.loaded.config.corpus.all_blueprints
            ],
            previous=previous,
            progress=told,
            foreseen=foreseen,
        )


def suite_options(session: Session, config: SuiteConfig) -> SuiteOptions:
    """The options of the suite that the configuration and the flags ask for."""
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
