"""Published data sets as tests with their documents: SQuAD, TAT-QA, RepLiQA, T2-RAGBench."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import cast

from ragtester.documents import make_table, row_text
from ragtester.errors import SuiteError
from ragtester.records import AnswerPart, Corpus, Document, JsonValue, Span, Test, ValueKind, text_hash
from ragtester.suite.formats.carrier import evidence_of
from ragtester.suite.formats.imported import Imported
from ragtester.suite.formats.rows import Row, is_missing, parse, read_rows, read_text, strings
from ragtester.suite.ids import identified

_ABSTAIN = "The documents do not answer this question."


def from_squad(path: Path) -> Imported:
    """SQuAD 1.1 and 2.0: its nested JSON, or the flat rows of the hub; every paragraph is a document."""
    if path.suffix == ".json":
        whole = parse(read_text(path), path)
        if isinstance(whole, Mapping) and isinstance(whole.get("data"), Sequence):
            return _imported(path, _nested(whole, path))
    return _imported(path, _flat_squad(path))


_Item = tuple[Document, list[Test]]


def _nested(whole: Mapping[str, JsonValue], path: Path) -> Iterable[_Item]:
    for i, article in enumerate(_rows(whole.get("data"), path, "data")):
        title = str(article.get("title") or f"article {i + 1}")
        for j, paragraph in enumerate(_rows(article.get("paragraphs"), path, f"data.{i}.paragraphs")):
            place = f"data.{i}.paragraphs.{j}"
            if not isinstance(paragraph.get("context"), str):
                raise SuiteError(f"{place} has no context", file=path)
            document = _document(f"{title}-{j + 1}", str(paragraph["context"]), title=title.replace("_", " "))
            yield (
                document,
                [
                    _squad_test(document, qa, path, f"{place}.qas.{k}")
                    for k, qa in enumerate(_rows(paragraph.get("qas"), path, f"{place}.qas"))
                ],
            )


def _flat_squad(path: Path) -> Iterable[_Item]:
    documents: dict[str, Document] = {}
    for line in read_rows(path):
        context = line.data.get("context")
        if not isinstance(context, str):
            raise SuiteError("has no context", file=path, line=line.number)
        title = str(line.data.get("title") or "paragraph")
        document = documents.setdefault(context, _document(f"{title}-{len(documents) + 1}", context, title=title))
        answers = line.data.get("answers")
        if isinstance(answers, str) and answers.strip():
            answers = parse(answers, path, line.number)
        if isinstance(answers, Mapping):
            texts, starts = strings(answers.get("text")), answers.get("answer_start")
            places = list(starts) if isinstance(starts, Sequence) and not isinstance(starts, str) else []
            answers = [
                {"text": text, "answer_start": places[i] if i < len(places) else -1} for i, text in enumerate(texts)
            ]
        line.data["answers"] = answers
        yield document, [_squad_test(document, line.data, path, f"line {line.number}")]


def _squad_test(document: Document, qa: Mapping[str, JsonValue], path: Path, place: str) -> Test:
    question = str(qa.get("question") or "").strip()
    if not question:
        raise SuiteError(f"{place} has no question", file=path)
    answers = _rows(qa.get("answers") or (), path, f"{place}.answers")
    texts = list(dict.fromkeys(str(a["text"]) for a in answers if a.get("text")))
    if answers and not texts:
        raise SuiteError(f"{place} has answers without a text", file=path)
    if str(qa.get("is_impossible") or False).casefold() == "true" or not texts:
        plausible = _rows(qa.get("plausible_answers") or (), path, f"{place}.plausible_answers")
        wrong = tuple(dict.fromkeys(str(a["text"]) for a in plausible if a.get("text")))
        return _test(
            question, _ABSTAIN, document, "withheld_fact", negative=True, counterfactuals=wrong, name=qa.get("id")
        )
    start = answers[0].get("answer_start")
    evidence = evidence_of(document, texts[0], start=int(start) if isinstance(start, int) else -1)
    return _test(
        question, texts[0], document, "extractive", accepted=tuple(texts), evidence=evidence, name=qa.get("id")
    )


def from_tatqa(path: Path) -> Imported:
    """TAT-QA: a table with its paragraphs is a document; answers carry their scale."""
    whole = parse(read_text(path), path)
    return _imported(path, (_tatqa_item(item, path, i) for i, item in enumerate(_rows(whole, path, "file"))))


def _tatqa_item(item: Mapping[str, JsonValue], path: Path, i: int) -> _Item:
    raw, paragraphs = item.get("table"), _rows(item.get("paragraphs"), path, f"{i}.paragraphs")
    uid = str((raw.get("uid") if isinstance(raw, Mapping) else None) or f"context-{i + 1}")
    cells = _grid(raw.get("table") if isinstance(raw, Mapping) else (), path, f"{i}.table.table")
    table = make_table(cells)
    lines = [row_text(table.header, row) for row in table.rows]
    prose = [str(p.get("text", "")) for p in sorted(paragraphs, key=_order)]
    block = "\n".join(lines)
    text = "\n\n".join([*prose, block])
    start = len(text) - len(block)
    placed = table.model_copy(update={"start": start, "end": len(text)})
    document = _document(uid, text).model_copy(update={"tables": (placed,) if lines else ()})
    return document, [
        _tatqa_test(document, q, lines, path, f"{i}.questions.{k}")
        for k, q in enumerate(_rows(item.get("questions"), path, f"{i}.questions"))
    ]


def _grid(value: JsonValue, path: Path, place: str) -> list[list[str]]:
    grid = value or ()
    if not isinstance(grid, Sequence) or any(isinstance(row, str) or not isinstance(row, Sequence) for row in grid):
        raise SuiteError(f"{place} is not a list of rows", file=path)
    rows = cast("Sequence[Sequence[JsonValue]]", grid)
    return [["" if is_missing(cell) else str(cell) for cell in row] for row in rows]


def _order(paragraph: Row) -> float:
    """Where a paragraph stands; one without a number keeps its place behind those before it."""
    order = paragraph.get("order")
    try:
        return float(order) if isinstance(order, int | float | str) else 0.0
    except ValueError:
        return 0.0


_SCALES = {"percent": "%", "thousand": " thousand", "million": " million", "billion": " billion"}
_TATQA_TYPES = {"span": "extractive", "multi-span": "list", "arithmetic": "numeric", "count": "numeric"}


def _tatqa_test(document: Document, q: Mapping[str, JsonValue], rows: Sequence[str], path: Path, place: str) -> Test:
    question = str(q.get("question") or "").strip()
    answers = strings(q.get("answer"))
    if not question or not answers:
        raise SuiteError(f"{place} has no question or no answer", file=path)
    scale = _SCALES.get(str(q.get("scale") or ""), "")
    scaled = tuple(a if scale.strip() and scale.strip() in a else f"{a}{scale}" for a in answers)
    several = q.get("answer_type") == "multi-span"
    parts = (
        tuple(AnswerPart(forms=tuple(dict.fromkeys((s, a)))) for s, a in zip(scaled, answers, strict=True))
        if several
        else ()
    )
    evidence: tuple[Span, ...] = tuple(dict.fromkeys(s for a in answers for s in evidence_of(document, a)))
    kind: ValueKind | None = (
        "list" if several else "number" if q.get("answer_type") in ("arithmetic", "count") else None
    )
    return _test(
        question,
        ", ".join(scaled),
        document,
        _TATQA_TYPES.get(str(q.get("answer_type")), "natural_language"),
        accepted=() if several else tuple(dict.fromkeys((*scaled, *answers))),
        parts=parts,
        evidence=evidence or _operands(document, str(q.get("derivation") or ""), rows),
        answer_kind=kind,
        name=q.get("uid"),
    )


def _operands(document: Document, derivation: str, rows: Sequence[str]) -> tuple[Span, ...]:
    """The table rows that hold the numbers which an answer was worked out from."""
    import re

    numbers = re.findall(r"\d[\d,.]*", derivation)
    held = [row for row in rows if any(number in row for number in numbers)]
    return tuple(Span.cut(document, at, at + len(row)) for row in held[:6] if (at := document.text.find(row)) >= 0)


def from_repliqa(path: Path) -> Imported:
    """RepLiQA: rows with the document's text; "not found in the document" makes a negative test."""
    found: list[_Item] = []
    for line in read_rows(path):
        name, text = str(line.data.get("document_id") or ""), line.data.get("document_extracted")
        question, answer = str(line.data.get("question") or "").strip(), str(line.data.get("answer") or "").strip()
        if not name or not isinstance(text, str) or not question or not answer:
            raise SuiteError("needs document_id, document_extracted, question and answer", file=path, line=line.number)
        document = _document(name, text, title=str(line.data.get("document_topic") or ""))
        if "not found in the document" in answer.casefold():
            test = _test(question, answer, document, "withheld_fact", negative=True, name=line.data.get("question_id"))
        else:
            long = str(line.data.get("long_answer") or "")
            evidence = evidence_of(document, long) or evidence_of(document, answer)
            test = _test(
                question, answer, document, "natural_language", accepted=(answer,), evidence=evidence,
                name=line.data.get("question_id"),
            )  # fmt: skip
        found.append((document, [test]))
    return _imported(path, found)


def from_t2ragbench(path: Path) -> Imported:
    """T2-RAGBench: rows with `question`, `context` (or pre_text, table and post_text) and `program_answer`."""
    found: list[_Item] = []
    for line in read_rows(path):
        row = line.data
        question = str(row.get("question") or "").strip()
        texts = strings(row.get("context")) or tuple(
            part for key in ("pre_text", "table", "post_text") for part in strings(row.get(key))
        )
        answers = tuple(
            dict.fromkeys(a for key in ("program_answer", "original_answer", "answer") for a in strings(row.get(key)))
        )
        if not question or not texts or not answers:
            raise SuiteError(
                "needs question, context and program_answer or original_answer", file=path, line=line.number
            )
        name = str(row.get("context_id") or row.get("file_name") or text_hash("".join(texts))[:12])
        document = _document(name, "\n\n".join(texts), title=str(row.get("company_name") or ""))
        evidence = next((e for a in answers[::-1] if (e := evidence_of(document, a))), ())
        found.append(
            (
                document,
                [
                    _test(
                        question,
                        answers[0],
                        document,
                        "numeric",
                        accepted=answers,
                        evidence=evidence,
                        name=row.get("id"),
                    )
                ],
            )
        )
    return _imported(path, found)


def _test(
    query: str,
    answer: str,
    document: Document,
    label: str,
    *,
    negative: bool = False,
    accepted: tuple[str, ...] = (),
    parts: tuple[AnswerPart, ...] = (),
    evidence: tuple[Span, ...] = (),
    counterfactuals: tuple[str, ...] = (),
    answer_kind: ValueKind | None = None,
    name: JsonValue = None,
) -> Test:
    test = Test(
        id=str(name or ""),
        query=query,
        kind="negative" if negative else "positive",
        type=label,
        expected_answer=answer,
        accepted_answers=accepted,
        answer_parts=parts,
        answer_kind=answer_kind,
        counterfactuals=counterfactuals,
        evidence=evidence,
        document=document.id,
        author="imported",
    )
    return test if name else identified(test)


def _imported(path: Path, items: Iterable[_Item]) -> Imported:
    documents: dict[str, Document] = {}
    tests: dict[str, Test] = {}
    for document, found in items:
        document, found = _named_apart(document, found, documents)
        documents.setdefault(document.id, document)
        for test in found:
            if test.id in tests:
                test = identified(test)
            tests.setdefault(test.id, test)
    return Imported(tuple(tests.values()), Corpus(name=path.stem, documents=tuple(documents.values())))


def _named_apart(document: Document, tests: list[Test], known: Mapping[str, Document]) -> _Item:
    """A document and its tests, with a number at its name where another text has that name already."""
    name, number = document.id, 2
    while name in known and known[name].text != document.text:
        name, number = f"{document.id}-{number}", number + 1
    if name == document.id:
        return document, tests
    moved = [
        test.model_copy(
            update={
                "document": name,
                "evidence": tuple(span.model_copy(update={"document": name}) for span in test.evidence),
            }
        )
        for test in tests
    ]
    return document.model_copy(update={"id": name}), moved


def _document(name: str, text: str, *, title: str = "") -> Document:
    return Document(id=name, title=title, text=text, sha256=text_hash(text))


def _rows(value: JsonValue, path: Path, place: str) -> list[Row]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise SuiteError(f"{place} is not a list", file=path)
    for i, item in enumerate(value):
        if not isinstance(item, Mapping):
            raise SuiteError(f"{place}.{i} is not an object", file=path)
    return [dict(cast("Mapping[str, JsonValue]", item)) for item in value]
