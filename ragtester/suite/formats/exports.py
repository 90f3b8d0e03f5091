"""What other evaluators read: ragas, deepeval, promptfoo, giskard, AutoRAG, CSV."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import yaml

from ragtester.records import Corpus, JsonValue, Test, text_hash
from ragtester.suite.formats.carrier import OWN, contexts, dump
from ragtester.suite.formats.native import write_suite_file
from ragtester.suite.formats.rows import Row, write_rows, write_text
from ragtester.suite.sections import cut

_PASSAGE_WORDS = 120


def to_jsonl(tests: Sequence[Test], path: Path, corpus: Corpus | None) -> None:
    """Our own suite file."""
    del corpus
    write_suite_file(tests, path)


def to_ragas(tests: Sequence[Test], path: Path, corpus: Corpus | None) -> None:
    """Rows for `ragas.EvaluationDataset.from_jsonl` (or `from_csv` by the suffix)."""
    del corpus
    write_rows(
        [
            {
                "user_input": test.query,
                "reference": test.expected_answer,
                "reference_contexts": contexts(test),
                "response": "",
                "retrieved_contexts": [],
                OWN: json.dumps(dump(test), ensure_ascii=False),
            }
            for test in tests
        ],
        path,
    )


def to_deepeval(tests: Sequence[Test], path: Path, corpus: Corpus | None) -> None:
    """Goldens for `deepeval.dataset.EvaluationDataset.add_goldens_from_json_file`."""
    del corpus
    rows: list[Row] = [
        {
            "input": test.query,
            "actual_output": None,
            "expected_output": test.expected_answer,
            "context": contexts(test) or None,
            "retrieval_context": None,
            "source_file": test.document,
            "additional_metadata": {OWN: dump(test)},
        }
        for test in tests
    ]
    write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", path)


def to_promptfoo(tests: Sequence[Test], path: Path, corpus: Corpus | None) -> None:
    """Tests for `promptfoo eval -t FILE`, with an assertion on each answer."""
    del corpus
    rows = [
        {
            "description": f"{test.id}: {test.query}"[:120],
            "vars": {"query": test.query, "reference": test.expected_answer, "context": "\n\n".join(contexts(test))},
            "assert": _assertions(test),
            "metadata": {"kind": test.kind, "type": test.type, OWN: json.dumps(dump(test), ensure_ascii=False)},
        }
        for test in tests
    ]
    write_text(yaml.safe_dump(rows, allow_unicode=True, sort_keys=False, width=4096), path)


def _assertions(test: Test) -> list[dict[str, JsonValue]]:
    if test.kind == "negative":
        return [
            {
                "type": "llm-rubric",
                "value": "Says that the documents do not answer this, and gives no answer of its own.",
            }
        ]
    if test.answer_parts:
        return [{"type": "icontains-any", "value": list(part.forms)} for part in test.answer_parts]
    return [{"type": "icontains-any", "value": list(dict.fromkeys((test.expected_answer, *test.accepted_answers)))}]


def to_giskard(tests: Sequence[Test], path: Path, corpus: Corpus | None) -> None:
    """JSON lines for `giskard.rag.QATestset.load`."""
    del corpus
    rows: list[Row] = [
        {
            "id": test.id,
            "question": test.query,
            "reference_answer": test.expected_answer,
            "reference_context": "\n\n".join(contexts(test)),
            "conversation_history": [],
            "metadata": {
                "question_type": test.type,
                "seed_document_id": test.document or "",
                "topic": test.kind,
                OWN: dump(test),
            },
        }
        for test in tests
    ]
    write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), path)


def to_autorag(tests: Sequence[Test], path: Path, corpus: Corpus | None) -> None:
    """AutoRAG's `qa` table, and beside it the `corpus` table that its ids point to.

    With a corpus the passages are all of its text, otherwise the quoted evidence alone. AutoRAG
    itself reads Parquet: give `path` that suffix.
    """
    passages = _passages(corpus) if corpus else _quoted(tests)
    rows: list[Row] = [
        {
            "qid": test.id,
            "query": test.query,
            "retrieval_gt": [_holding(test, passages)],
            "generation_gt": list(dict.fromkeys((test.expected_answer, *test.accepted_answers))),
            "metadata": {"kind": test.kind, OWN: json.dumps(dump(test), ensure_ascii=False)},
        }
        for test in tests
    ]
    write_rows(rows, path)
    contents: list[Row] = [
        {
            "doc_id": name,
            "contents": text,
            "path": document,
            "start_end_idx": [start, end],
            "metadata": {"document": document},
        }
        for name, document, text, start, end in passages
    ]
    write_rows(contents, path.with_name(f"{path.stem}.corpus{path.suffix}"))


_Passage = tuple[str, str, str, int, int]


def _passages(corpus: Corpus) -> list[_Passage]:
    return [
        (f"{s.document}:{s.start}", s.document, s.text, s.start, s.end)
        for document in corpus.documents
        for s in cut(document, 1, max_words=_PASSAGE_WORDS)
    ]


def _quoted(tests: Sequence[Test]) -> list[_Passage]:
    found = {
        f"{span.document}:{text_hash(span.quote)[:12]}": (span.document, span.quote, span.start, span.end)
        for test in tests
        for span in test.evidence
    }
    return [(name, *rest) for name, rest in found.items()]


def _holding(test: Test, passages: Sequence[_Passage]) -> list[str]:
    return [
        name
        for name, document, text, start, end in passages
        if any(
            span.document == document and (start <= span.start < end if span.start >= 0 else span.quote in text)
            for span in test.evidence
        )
    ]


def to_csv(tests: Sequence[Test], path: Path, corpus: Corpus | None) -> None:
    """A table for people: one row a test, with the whole test in its last column."""
    del corpus
    rows: list[Row] = [
        {
            "id": test.id,
            "query": test.query,
            "kind": test.kind,
            "type": test.type,
            "expected_answer": test.expected_answer,
            "accepted_answers": " | ".join(test.accepted_answers),
            "document": test.document or "",
            "evidence": "\n".join(contexts(test)),
            "difficulty": test.difficulty,
            "wording": test.wording,
            "language": test.language,
            OWN: json.dumps(dump(test), ensure_ascii=False),
        }
        for test in tests
    ]
    write_rows(rows, path if path.suffix == ".csv" else path.with_suffix(".csv"))
