from __future__ import annotations

import asyncio
import csv
import json
import sys
from pathlib import Path

import pytest
import yaml

from ragtester.errors import MissingExtraError, SuiteError, UnknownNameError
from ragtester.records import Corpus, Test
from ragtester.suite import (
    EXPORTS,
    IMPORTS,
    SuiteOptions,
    export_suite,
    import_suite,
    read_suite,
    write_rejected_file,
    write_suite,
    write_suite_file,
)
from ragtester.suite.formats.carrier import evidence_of, from_row
from ragtester.suite.formats.rows import Line, first, strings


@pytest.fixture
def tests(corpus: Corpus) -> tuple[Test, ...]:
    options = SuiteOptions(tests=14, wordings=("plain", "keyword"))
    return asyncio.run(write_suite(corpus, options)).tests


def test_a_suite_file_gives_its_tests_back(tests: tuple[Test, ...], tmp_path: Path) -> None:
    path = tmp_path / "deep" / "suite.jsonl"
    write_suite_file(tests, path)
    assert tuple(read_suite(path)) == tests
    line = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert {"user_input", "reference", "reference_contexts", "response", "retrieved_contexts"} <= line.keys()
    assert {
        "id",
        "query",
        "kind",
        "type",
        "expected_answer",
        "accepted_answers",
        "facts",
        "evidence",
        "flesch",
    } <= line.keys()


@pytest.mark.parametrize("name", sorted(EXPORTS))
def test_every_export_is_imported_again_without_loss(name: str, tests: tuple[Test, ...], tmp_path: Path) -> None:
    suffix = ".jsonl" if name == "autorag" else EXPORTS[name].suffix
    path = tmp_path / f"out{suffix}"
    export_suite(tests, name, path)
    assert import_suite(path, name).tests == tests


@pytest.mark.parametrize("suffix", [".json", ".csv"])
def test_ragas_rows_can_be_json_or_csv(suffix: str, tests: tuple[Test, ...], tmp_path: Path) -> None:
    path = tmp_path / f"out{suffix}"
    export_suite(tests, "ragas", path)
    assert import_suite(path, "ragas").tests == tests


def test_exports_have_the_shape_that_the_other_tool_reads(
    tests: tuple[Test, ...], corpus: Corpus, tmp_path: Path
) -> None:
    for name, writing in EXPORTS.items():
        suffix = ".jsonl" if name == "autorag" else writing.suffix
        export_suite(tests, name, tmp_path / f"{name}{suffix}", corpus=corpus)
    goldens = json.loads((tmp_path / "deepeval.json").read_text())
    assert {"input", "expected_output", "context", "source_file", "additional_metadata"} <= goldens[0].keys()
    sample = json.loads((tmp_path / "giskard.jsonl").read_text().splitlines()[0])
    assert sample["conversation_history"] == [] and sample["metadata"]["question_type"] == tests[0].type
    promptfoo = yaml.safe_load((tmp_path / "promptfoo.yaml").read_text())
    assert {check["type"] for item in promptfoo for check in item["assert"]} == {"icontains-any", "llm-rubric"}
    qa = [json.loads(line) for line in (tmp_path / "autorag.jsonl").read_text().splitlines()]
    passages = {json.loads(line)["doc_id"] for line in (tmp_path / "autorag.corpus.jsonl").read_text().splitlines()}
    for row, test in zip(qa, tests, strict=True):
        gold = {name for group in row["retrieval_gt"] for name in group}
        assert gold <= passages and bool(gold) == bool(test.evidence)
    with (tmp_path / "csv.csv").open(newline="") as file:
        assert [row["id"] for row in csv.DictReader(file)] == [test.id for test in tests]


def test_rejected_tests_are_written_with_their_reason(corpus: Corpus, tmp_path: Path) -> None:
    result = asyncio.run(write_suite(corpus, SuiteOptions(tests=60)))
    path = tmp_path / "suite.rejected.jsonl"
    write_rejected_file(result.rejected, path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(lines) == len(result.rejected) and all(line["reason"] and line["query"] for line in lines)


FOREIGN = {
    "ragas": ("rows.jsonl", '{"user_input": "Who leads?", "reference": "Ann", "reference_contexts": ["Ann leads."]}'),
    "deepeval": ("rows.json", '[{"input": "Who leads?", "expected_output": "Ann", "context": ["Ann leads."]}]'),
    "giskard": (
        "rows.jsonl",
        '{"id": "1", "question": "Who leads?", "reference_answer": "Ann", "reference_context": "Ann leads.", "conversation_history": [], "metadata": {}}',
    ),
    "promptfoo": (
        "rows.yaml",
        "tests:\n- vars: {query: 'Who leads?', context: Ann leads.}\n  assert: [{type: contains, value: Ann}]\n",
    ),
    "csv": ("rows.csv", 'Question,Answer,Contexts\nWho leads?,Ann,"[""Ann leads.""]"\n'),
    "jsonl": ("rows.jsonl", '{"question": "Who leads?", "answer": "Ann", "contexts": ["Ann leads."]}'),
}


@pytest.mark.parametrize("name", sorted(FOREIGN))
def test_files_that_others_wrote_become_tests(name: str, tmp_path: Path) -> None:
    file, text = FOREIGN[name]
    path = tmp_path / file
    path.write_text(text)
    (test,) = import_suite(path, name).tests
    assert (test.query, test.expected_answer, test.kind, test.author) == ("Who leads?", "Ann", "positive", "imported")
    assert [span.quote for span in test.evidence] == ["Ann leads."]


def test_autorag_passages_are_looked_up_beside_the_questions(tmp_path: Path) -> None:
    (tmp_path / "qa.jsonl").write_text(
        '{"qid": "1", "query": "Who leads?", "retrieval_gt": [["p1"]], "generation_gt": ["Ann", "Miss Ann"]}\n'
    )
    (tmp_path / "corpus.jsonl").write_text('{"doc_id": "p1", "contents": "Ann leads."}\n')
    (test,) = import_suite(tmp_path / "qa.jsonl", "autorag").tests
    assert test.evidence[0].quote == "Ann leads." and test.accepted_answers == ("Miss Ann",)


def test_an_answer_that_abstains_makes_a_negative_test() -> None:
    row = {"question": "What is the fee of the club?", "answer": "The documents do not say what the fee is."}
    assert from_row(Line(1, row), Path("x")).kind == "negative"
    assert from_row(Line(1, {**row, "kind": "positive"}), Path("x")).kind == "positive"


@pytest.mark.parametrize(
    ("file", "text", "line", "words"),
    [
        ("a.jsonl", '{"question": "Q1 is this?", "answer": "A"}\n{broken\n', 2, "not JSON"),
        ("a.jsonl", '{"question": "Q1 is this?", "answer": "A"}\n[1]\n', 2, "object"),
        ("a.jsonl", '{"answer": "A"}\n', 1, "no question"),
        ("a.jsonl", '{"question": "Q?"}\n', 1, "no answer"),
        ("a.csv", "question,answer\nQ?,A,extra\n", 2, "more cells"),
        ("a.csv", "", 1, "no header"),
        ("a.json", '{"data": 3}', None, "list"),
    ],
)
def test_a_bad_line_is_named_by_file_and_line(
    file: str, text: str, line: int | None, words: str, tmp_path: Path
) -> None:
    path = tmp_path / file
    path.write_text(text)
    with pytest.raises(SuiteError, match=words) as caught:
        import_suite(path, "csv")
    assert str(path) in str(caught.value) and caught.value.line == line


def test_a_suite_line_with_a_wrong_field_names_it(tests: tuple[Test, ...], tmp_path: Path) -> None:
    path = tmp_path / "suite.jsonl"
    write_suite_file(tests[:2], path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1].replace('"kind": "', '"kind": "very ')]))
    with pytest.raises(SuiteError, match="kind"):
        read_suite(path)
    path.write_text("\n".join([lines[0], lines[0]]))
    with pytest.raises(SuiteError, match=r":2: the id .* line 1 too"):
        read_suite(path)


def test_missing_files_folders_and_other_bytes_are_named(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="no such file"):
        read_suite(tmp_path / "none.jsonl")
    with pytest.raises(SuiteError, match="folder"):
        read_suite(tmp_path)
    (tmp_path / "latin.jsonl").write_bytes(b'{"question": "caf\xe9"}')
    with pytest.raises(SuiteError, match="UTF-8"):
        read_suite(tmp_path / "latin.jsonl")
    (tmp_path / "bad.yaml").write_text("tests: [")
    with pytest.raises(SuiteError, match="not YAML"):
        import_suite(tmp_path / "bad.yaml", "promptfoo")
    (tmp_path / "none.yaml").write_text("tests: 3")
    with pytest.raises(SuiteError, match="no list"):
        import_suite(tmp_path / "none.yaml", "promptfoo")
    with pytest.raises(SuiteError, match="cannot be written"):
        write_suite_file([], tmp_path / "latin.jsonl" / "x.jsonl")


def test_unknown_formats_name_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="ragas"):
        export_suite([], "raga", tmp_path / "x")
    with pytest.raises(UnknownNameError, match="t2-ragbench"):
        import_suite(tmp_path / "x", "t2ragbench")


def test_parquet_needs_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtraError, match="pyarrow"):
        export_suite([], "autorag", tmp_path / "qa.parquet")
    with pytest.raises(MissingExtraError, match=r"ragtester-suite\[parquet\]"):
        import_suite(tmp_path / "qa.parquet", "autorag")


def test_parquet_round_trip(tests: tuple[Test, ...], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    export_suite(tests, "autorag", tmp_path / "qa.parquet")
    assert import_suite(tmp_path / "qa.parquet", "autorag").tests == tests
    (tmp_path / "no.parquet").write_bytes(b"nothing")
    with pytest.raises(SuiteError, match="not a Parquet file"):
        import_suite(tmp_path / "no.parquet", "autorag")
    with pytest.raises(SuiteError, match="no such file"):
        import_suite(tmp_path / "none.parquet", "autorag")


def test_small_readers() -> None:
    assert (
        strings(None) == ()
        and strings("a") == ("a",)
        and strings(["a", None, 3]) == ("a", "3")
        and strings(4) == ("4",)
    )
    assert first({"Source Docs": "", " Answer ": "x"}, "source_docs", "answer") == "x" and first({}, "a") is None


@pytest.mark.parametrize("name", sorted(EXPORTS))
def test_odd_texts_come_back_from_every_format(name: str, tests: tuple[Test, ...], tmp_path: Path) -> None:
    odd = 'What\u2028is \x85 the \x0b “fee”,\tin 中文 | \U0001f600;\r\nof "x"?'
    long = tests[0].model_copy(update={"id": "long", "query": f"{odd} {'word ' * 40_000}"})
    path = tmp_path / f"rows{'.jsonl' if name == 'autorag' else EXPORTS[name].suffix}"
    written = (tests[0].model_copy(update={"query": odd}), long)
    export_suite(written, name, path)
    assert import_suite(path, name).tests == written


@pytest.mark.parametrize(
    ("file", "text", "line", "words"),
    [
        ("a.jsonl", '{"question": "Q?", "answer": "A", "ragtester": "{broken"}', 1, "not JSON"),
        ("a.jsonl", '{"question": "Q?", "answer": NaN}', 1, "no answer"),
        ("a.jsonl", '{"question": "Q?", "answer": null}', 1, "no answer"),
        ("a.jsonl", '{"question": "Q?", "answer": []}', 1, "no answer"),
        ("a.jsonl", '{"question": "Q?", "answer": {"a": 1}}', 1, "no answer"),
        ("a.jsonl", '{"question": "Q \\ud800?", "answer": "A"}', 1, "half of a character"),
        ("a.jsonl", '{"question": "Q?", "answer": ' + "9" * 5000 + "}", 1, "too many digits"),
        ("a.json", "[" * 100_000, None, "too deeply"),
    ],
)
def test_odd_rows_are_named_not_raised_through(
    file: str, text: str, line: int | None, words: str, tmp_path: Path
) -> None:
    path = tmp_path / file
    path.write_text(text)
    for name in ("ragas", "deepeval", "giskard", "csv", "jsonl"):
        with pytest.raises(SuiteError, match=words) as caught:
            import_suite(path, name)
        assert caught.value.line == line


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.csv", "question;answer\nWho leads?;Ann\n"),
        ("a.tsv", "question\tanswer\nWho leads?\tAnn\n"),
        ("a.CSV", "\ufeffQuestion,Ground Truth\nWho leads?,Ann\n"),
        ("a.csv", "question,answer\nWho leads?,Ann\nWho leads?,Ann\n"),
        (
            "a.jsonl",
            '{"question": "Who leads?", "answer": "Ann", "contexts": [{"page_content": "Ann leads."}, null]}\r\n',
        ),
    ],
)
def test_tables_as_people_keep_them_are_read(file: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text, encoding="utf-8", newline="")
    for name in ("csv", "jsonl", "ragas"):
        (test,) = import_suite(path, name).tests
        assert (test.query, test.expected_answer) == ("Who leads?", "Ann")
        assert {span.quote for span in test.evidence} <= {"Ann leads."}


def test_programs_and_prices_of_promptfoo_are_no_answers(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "- vars: {query: Who leads?}\n  assert:\n  - {type: javascript, value: output.length < 9}\n"
        "  - {type: not-contains, value: Bob}\n  - {type: icontains, value: Ann}\n"
    )
    (test,) = import_suite(path, "promptfoo").tests
    assert test.expected_answer == "Ann"
    path.write_text("- vars: {query: Who leads?}\n  assert: 3\n")
    with pytest.raises(SuiteError, match="no answer"):
        import_suite(path, "promptfoo")
    path.write_text("- 3\n")
    with pytest.raises(SuiteError, match="test 1 is 3"):
        import_suite(path, "promptfoo")


SQUAD = {
    "data": [
        {
            "title": "Town_walls",
            "paragraphs": [
                {
                    "context": "The walls were built in 1320. They have nine gates.",
                    "qas": [
                        {
                            "id": "q1",
                            "question": "When were the walls built?",
                            "answers": [{"text": "1320", "answer_start": 24}],
                        },
                        {
                            "id": "q2",
                            "question": "Who paid?",
                            "is_impossible": True,
                            "answers": [],
                            "plausible_answers": [{"text": "nine"}],
                        },
                    ],
                }
            ],
        }
    ]
}


def test_squad_paragraphs_are_documents_and_impossible_questions_negative(tmp_path: Path) -> None:
    path = tmp_path / "squad.json"
    path.write_text(json.dumps(SQUAD))
    found = import_suite(path, "squad")
    assert found.corpus is not None and [d.id for d in found.corpus.documents] == ["Town_walls-1"]
    good, bad = found.tests
    assert good.evidence[0].quote == "The walls were built in 1320." and good.expected_answer == "1320"
    assert bad.kind == "negative" and bad.counterfactuals == ("nine",)


def test_flat_squad_rows_are_read_too(tmp_path: Path) -> None:
    path = tmp_path / "squad.jsonl"
    rows = [
        {
            "id": "a",
            "title": "Walls",
            "context": "Nine gates stand.",
            "question": "How many gates?",
            "answers": {"text": ["Nine"], "answer_start": [0]},
        },
        {
            "id": "b",
            "title": "Walls",
            "context": "Nine gates stand.",
            "question": "Who paid?",
            "answers": {"text": [], "answer_start": []},
        },
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    found = import_suite(path, "squad")
    assert found.corpus is not None and len(found.corpus.documents) == 1
    assert [t.kind for t in found.tests] == ["positive", "negative"]
    path.write_text('{"question": "x"}')
    with pytest.raises(SuiteError, match="no context"):
        import_suite(path, "squad")


TATQA = [
    {
        "table": {
            "uid": "t1",
            "table": [["", "2019", "2018"], ["Sales", "$1,496.5", "$1,202.9"], ["Other", "44.1", "56.7"]],
        },
        "paragraphs": [{"uid": "p", "order": 1, "text": "There are two kinds: fixed price and cost plus."}],
        "questions": [
            {
                "uid": "a",
                "question": "What were sales in 2019?",
                "answer": ["$1,496.5"],
                "answer_type": "span",
                "scale": "million",
            },
            {
                "uid": "b",
                "question": "Which kinds are there?",
                "answer": ["fixed price", "cost plus"],
                "answer_type": "multi-span",
                "scale": "",
            },
            {
                "uid": "c",
                "question": "What is the change in Other?",
                "answer": -12.6,
                "answer_type": "arithmetic",
                "derivation": "44.1-56.7",
                "scale": "million",
            },
        ],
    }
]


def test_tatqa_answers_carry_their_scale_and_their_operands(tmp_path: Path) -> None:
    path = tmp_path / "tatqa.json"
    path.write_text(json.dumps(TATQA))
    found = import_suite(path, "tatqa")
    assert found.corpus is not None and found.corpus.documents[0].tables[0].header == ("", "2019", "2018")
    span, several, worked = found.tests
    assert span.expected_answer == "$1,496.5 million" and "$1,496.5" in span.evidence[0].quote
    assert several.type == "list" and [p.forms[0] for p in several.answer_parts] == ["fixed price", "cost plus"]
    assert worked.expected_answer == "-12.6 million" and "56.7" in worked.evidence[0].quote


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tatqa", '{"a": 1}'),
        ("tatqa", "[1]"),
        ("tatqa", '[{"paragraphs": [], "questions": [{"question": ""}]}]'),
        ("squad", '{"data": [{"paragraphs": [{}]}]}'),
        ("squad", '{"data": [{"paragraphs": [{"context": "x", "qas": [{}]}]}]}'),
        ("repliqa", '[{"question": "x"}]'),
        ("t2-ragbench", '[{"question": "x"}]'),
    ],
)
def test_data_sets_of_another_shape_are_refused(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text(text)
    with pytest.raises(SuiteError):
        import_suite(path, name)


def test_repliqa_unanswerable_questions_are_negative(tmp_path: Path) -> None:
    path = tmp_path / "repliqa.jsonl"
    base = {
        "document_id": "d1",
        "document_topic": "Local news",
        "document_extracted": "Mara won the regatta. She is ten.",
    }
    rows = [
        {
            **base,
            "question_id": "1",
            "question": "Who won the regatta?",
            "answer": "Mara",
            "long_answer": "Mara won the regatta.",
        },
        {**base, "question_id": "2", "question": "Who lost?", "answer": "The answer is not found in the document."},
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    found = import_suite(path, "repliqa")
    assert [t.kind for t in found.tests] == ["positive", "negative"]
    assert found.tests[0].evidence[0].quote == "Mara won the regatta."


def test_t2_ragbench_rows_have_contexts_and_two_answers(tmp_path: Path) -> None:
    path = tmp_path / "t2.csv"
    path.write_text(
        "id,context_id,question,program_answer,original_answer,context\n"
        '1,c1,"What was the growth of Vellum Group in 2019?",0.052,5.2%,"Growth was 5.2% in 2019."\n'
        '1,c1,"What was the growth of Vellum Group in 2018?",0.041,4.1%,"Growth was 5.2% in 2019."\n'
    )
    found = import_suite(path, "t2-ragbench")
    assert found.corpus is not None and len(found.corpus.documents) == 1
    one, two = found.tests
    assert one.accepted_answers == ("0.052", "5.2%") and one.evidence[0].quote == "Growth was 5.2% in 2019."
    assert two.id != one.id and two.evidence == ()


def test_documents_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    def article(context: str, question: str) -> dict[str, object]:
        asked = {"question": question, "answers": [{"text": context.split()[0], "answer_start": 0}]}
        return {"title": "A", "paragraphs": [{"context": context, "qas": [asked]}]}

    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"data": [article("Ann leads.", "Who leads?"), article("Bob cooks.", "Who cooks?")]}))
    found = import_suite(path, "squad")
    assert found.corpus is not None
    texts = {document.id: document.text for document in found.corpus.documents}
    assert texts == {"A-1": "Ann leads.", "A-1-2": "Bob cooks."}
    for test in found.tests:
        assert [texts[span.document] for span in test.evidence] == [span.quote for span in test.evidence]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("squad", '{"data": [{"paragraphs": [{"context": "x", "qas": [{"question": "Q?", "answers": "x"}]}]}]}'),
        ("squad", '{"data": [{"paragraphs": [{"context": "x", "qas": [{"question": "Q?", "answers": [{}]}]}]}]}'),
        ("tatqa", '[{"table": {"table": [null]}, "paragraphs": [], "questions": []}]'),
        ("tatqa", '[{"table": {"table": ["ab"]}, "paragraphs": [], "questions": []}]'),
        ("t2-ragbench", '[{"question": "Q?", "context": {"a": 1}, "program_answer": 5}]'),
    ],
)
def test_odd_rows_of_data_sets_are_refused(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(text)
    with pytest.raises(SuiteError):
        import_suite(path, name)


def test_paragraphs_of_tatqa_without_a_usable_order_are_kept(tmp_path: Path) -> None:
    question = {"question": "How much?", "answer": ["5"], "answer_type": "span"}
    prose = [{"text": "First of 5.", "order": "x"}, {"text": "Second.", "order": 1.5}]
    path = tmp_path / "rows.json"
    path.write_text(json.dumps([{"table": {"table": None}, "paragraphs": prose, "questions": [question]}]))
    found = import_suite(path, "tatqa")
    assert found.corpus is not None
    assert found.corpus.documents[0].text.startswith("First of 5.\n\nSecond.")


def test_evidence_is_the_sentence_around_the_answer() -> None:
    from ragtester.records import Document

    document = Document(id="d", text="Ann came. Bob and Ann left. Nobody stayed.")
    assert evidence_of(document, "Ann", start=18)[0].quote == "Bob and Ann left."
    assert evidence_of(document, "left. Nobody")[0].quote == "left. Nobody"
    assert evidence_of(document, "Zoe") == () == evidence_of(document, "")


def test_every_format_describes_itself() -> None:
    assert all(item.description for item in [*EXPORTS.values(), *IMPORTS.values()])
    assert {"squad", "tatqa", "repliqa", "t2-ragbench"} <= IMPORTS.keys() and EXPORTS.keys() <= IMPORTS.keys()
