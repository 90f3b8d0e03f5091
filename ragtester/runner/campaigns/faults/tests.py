"""The suite of a campaign: tests of the visible documents, and tests of the borders around the others."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.config import SuiteConfig
from ragtester.errors import InputError
from ragtester.records import Corpus, Document, Test, content_key
from ragtester.runner.campaigns.faults.grounds import TENANT, Grounds
from ragtester.runner.session import Session
from ragtester.search import make_retriever
from ragtester.suite import SuiteOptions, read_suite, write_suite
from ragtester.suite.ids import identified
from ragtester.text import contains_form, tokens
from ragtester.version import __version__

_BORDER_SHARE = 15
"""One in so many tests for each border: the tenant's own questions, an outsider's, and the deleted document's."""
_SINGLE = ("extractive", "natural_language", "numeric", "paraphrase", "temporal", "list")
_SAME = 0.6
"""Share of a question's words in a line that may answer it."""
ABSTAINED = "The documents do not cover this."


async def campaign_tests(session: Session, grounds: Grounds, *, selection: str | None = None) -> list[Test]:
    """The tests of a campaign, as many as the configuration asks for.

    Args:
        session: the session.
        grounds: the documents.
        selection: how sections are chosen in place of what the configuration says.

    Raises:
        InputError: no test is left.
        SuiteError: a given suite cannot be read.
    """
    config = session.loaded.config.suite
    if config.file is not None:
        names = {document.id for document in grounds.given}
        listed = read_suite(session.loaded.path(config.file))
        tests = [test for test in listed if {span.document for span in test.evidence} <= names]
    else:
        wanted = config.tests or (config.tests_per_document or 12) * len(grounds.visible.documents)
        border = await _border_tests(session, grounds, max(2, wanted // _BORDER_SHARE))
        options = _options(session, config, wanted - len(border), selection)
        tests = [*await _written(session, grounds.visible, options), *border]
    if not tests:
        raise InputError("the campaign has no test: none could be written for the visible documents")
    return tests[: session.options.limit] if session.options.limit else tests


async def _border_tests(session: Session, grounds: Grounds, count: int) -> list[Test]:
    """Questions about documents that the asker must not, or alone may, be answered from."""
    found: list[Test] = []
    for corpus, own in ((grounds.secret, True), (grounds.deleted, False)):
        if corpus is None:
            continue
        options = SuiteOptions(
            tests=3 * count, negative_share=0.0, question_types=_SINGLE, seed=session.loaded.config.seed
        )
        written = [test for test in await _written(session, corpus, options) if test.kind == "positive"]
        private = [test for test in written if not _stated(test, grounds.visible.documents)][:count]
        if own:
            found += [identified(test.model_copy(update={"tenant": TENANT, "group": None})) for test in private]
        found += [_unanswerable(test) for test in private]
    return found


def _unanswerable(test: Test) -> Test:
    """The same question by somebody who must not get an answer."""
    return identified(
        test.model_copy(
            update={
                "kind": "negative",
                "type": "withheld_fact",
                "expected_answer": ABSTAINED,
                "accepted_answers": (),
                "answer_parts": (),
                "answer_kind": None,
                "facts": (),
                "counterfactuals": (),
                "evidence": (),
                "document": None,
                "group": None,
            }
        )
    )


def _stated(test: Test, documents: Sequence[Document]) -> bool:
    """Whether a line of these documents may answer the question as well."""
    asked = set(tokens(test.query))
    forms = [test.expected_answer, *test.accepted_answers]
    return any(
        len(asked & set(tokens(line))) >= _SAME * len(asked) and contains_form(line, forms) is not None
        for document in documents
        for line in document.text.splitlines()
    )


def _options(session: Session, config: SuiteConfig, count: int, selection: str | None) -> SuiteOptions:
    chosen = config.selection
    types = [kind.label if not kind.description else kind.model_dump() for kind in config.question_types]
    own: object = {chosen.name: chosen.arguments} if chosen.arguments else chosen.name
    return SuiteOptions.model_validate(
        {
            "tests": max(1, count),
            "negative_share": config.negative_share,
            "selection": selection or own,
            "question_types": "all" if types == ["all"] else tuple(types),
            "seed": session.loaded.config.seed,
            "examples": tuple(config.examples),
            "wordings": tuple(config.wordings),
            "language": config.language,
        }
    )


async def _written(session: Session, corpus: Corpus, options: SuiteOptions) -> list[Test]:
    """Tests from the store, or written now."""
    author = session.loaded.config.suite.author
    model = None if author == "builtin" else session.components.model(author, what="author", kind="write")
    key = content_key(
        "campaign-suite",
        version=__version__,
        corpus=corpus.content_hash(),
        options=options.model_dump(mode="json"),
        author=model.version if model else "builtin",
    )
    stored = session.store.results([key]).get(key)
    if stored is not None:
        tests = [Test.model_validate(test) for test in stored["tests"]]  # type: ignore[union-attr]
        session.log.reused("write", 0 if model else len(tests))
        return tests
    made = await write_suite(
        corpus, options, author=model, retriever=make_retriever("bm25", {"bm25": {}}, embedder=None)
    )
    session.log.done("write", 0 if model else len(made.tests))
    session.store.put_results("write", {key: {"tests": [test.model_dump(mode="json") for test in made.tests]}})
    return list(made.tests)
