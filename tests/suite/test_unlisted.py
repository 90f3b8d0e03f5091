"""A thing that a table could list and does not is asked for in vain."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter

from ragtester.documents import load_document, load_documents
from ragtester.records import Corpus
from ragtester.search import make_retriever
from ragtester.suite import SuiteOptions, write_suite
from ragtester.suite.writers.beside import found_negatives
from ragtester.suite.writers.ledger import locate_facts

THINGS = ("Amber kiln", "Slate furnace", "Copper oven", "Birch dryer", "Granite mixer")


def test_pieces_of_two_listed_things_make_one_that_is_not(tmp_path) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(f"| {name} | {place * 7} kg | {place * 31} EUR |\n" for place, name in enumerate(THINGS, 1))
    (tmp_path / "studio.md").write_text(f"# Studio\n\n| Machine | Weight | Price |\n| --- | --- | --- |\n{rows}")
    document = load_document(tmp_path / "studio.md")
    ledger = locate_facts(Corpus(name="c", documents=(document,)))
    drafts = list(found_negatives(ledger, kind="near_miss_entity", seed=2))
    assert len(drafts) >= 3
    for draft in drafts:
        assert draft.absence is not None
        (name,) = draft.absence.terms
        first, second = name.split()
        assert name in draft.test.query and name not in document.text
        assert any(thing.startswith(f"{first} ") for thing in THINGS)
        assert any(thing.endswith(f" {second}") for thing in THINGS)


def test_two_rows_are_no_list_of_things(tmp_path) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(f"| {name} | {place * 7} kg |\n" for place, name in enumerate(THINGS[:3], 1))
    (tmp_path / "studio.md").write_text(f"# Studio\n\n| Machine | Weight |\n| --- | --- |\n{rows}")
    ledger = locate_facts(Corpus(name="c", documents=(load_document(tmp_path / "studio.md"),)))
    assert list(found_negatives(ledger, kind="near_miss_entity", seed=2)) == []


def test_far_questions_come_last_where_other_documents_have_nearer_ones(tmp_path) -> None:  # type: ignore[no-untyped-def]
    rows = "".join(
        f"| {first} {second} | {at * 7} kg | {at * 31} EUR | {at * 3} cm |\n"
        for at, (first, second) in enumerate(itertools.product(("Amber", "Slate", "Copper"), ("kiln", "oven", "dryer")))
        if at % 2
    )
    header = "| Machine | Weight | Price | Height |\n| --- | --- | --- | --- |\n"
    (tmp_path / "studio.md").write_text(f"# Studio\n\n{header}{rows}| Birch mixer | 9 kg | 2 EUR | 4 cm |\n")
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\nNothing here has a number or a name, and it goes on so.\n")
    documents = load_documents(tmp_path).documents
    bm25 = make_retriever("bm25", {"bm25": {}}, embedder=None)
    options = SuiteOptions(tests=16, negative_share=0.75, seed=4)
    corpus = Corpus(name="c", documents=documents)
    result = asyncio.run(write_suite(corpus, options, retriever=bm25, blueprints=[]))
    kinds = Counter(test.type for test in result.tests if test.kind == "negative")
    assert sum(kinds.values()) == 12
    assert kinds["near_miss_entity"] >= 3 and len(kinds) >= 3


def test_far_questions_fill_up_where_nothing_nearer_is_left(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "a.md").write_text("# A thing\n\nNothing here has a number or a name, and it goes on so.\n")
    corpus = Corpus(name="c", documents=load_documents(tmp_path).documents)
    bm25 = make_retriever("bm25", {"bm25": {}}, embedder=None)
    options = SuiteOptions(tests=10, negative_share=1, seed=4)
    result = asyncio.run(write_suite(corpus, options, retriever=bm25, blueprints=[]))
    assert Counter(test.kind for test in result.tests) == {"negative": 10}
