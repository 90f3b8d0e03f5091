"""People's labels of answers, read from JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from ragtester.errors import InputError
from ragtester.records import Answer, Record, Retrieved, Test, ValueKind
from ragtester.text import extract_values

_TRUE = frozenset(("true", "yes", "1", "correct", "pass", "passed", "right", "equivalent"))
_FALSE = frozenset(("false", "no", "0", "incorrect", "fail", "failed", "wrong", "different"))


class Label(Record):
    """One answer with what a person said of it."""

    question: str
    references: tuple[str, ...]
    """Alternatives of the right answer; empty where the right answer is to abstain."""
    answer: str
    label: bool
    """Whether a person called the answer right."""
    contexts: tuple[str, ...] = ()
    score: float | None = None
    """A person's score, on any scale."""
    type: str = ""
    line: int = 0
    """Line of the file, from 1."""

    def case(self) -> tuple[Test, Answer]:
        """The label as a judge sees it: a test and an answer."""
        test = Test(
            id=f"label-{self.line}",
            query=self.question,
            kind="positive" if self.references else "negative",
            type=self.type or "labelled",
            expected_answer=self.references[0] if self.references else "The question cannot be answered.",
            accepted_answers=self.references[1:],
            answer_kind=_kind(self.references),
        )
        hits = tuple(
            Retrieved(chunk=f"context-{rank}", document=f"context-{rank}", text=text, rank=rank)
            for rank, text in enumerate(self.contexts, start=1)
        )
        return test, Answer(text=self.answer, context=hits or None)


def _kind(references: tuple[str, ...]) -> ValueKind | None:
    """The kind of value that every reference is and nothing else: then "two weeks" is "14 days"."""
    kinds = {_bare_kind(reference) for reference in references}
    return kinds.pop() if len(kinds) == 1 else None


def _bare_kind(reference: str) -> ValueKind | None:
    text = reference.strip().rstrip(".")
    found = extract_values(text, kinds=("duration", "money", "percent"))
    return found[0].kind if len(found) == 1 and len(found[0].text) >= len(text) - 1 else None


def read_labels(path: Path) -> list[Label]:
    """The labels of a JSON lines file: question, reference (text or list), answer, label; optional contexts, score, type.

    Raises:
        InputError: the file is missing or empty, or a line is no label: names the line and what is wrong with it.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}; give a UTF-8 file of JSON lines", file=path) from error
    labels = parse_labels(text.split("\n"), file=path)
    if not labels:
        raise InputError(
            "holds no labels; each line is an object with question, reference, answer and label", file=path
        )
    return labels


def parse_labels(lines: Iterable[str], *, file: Path | None = None) -> list[Label]:
    """The labels of JSON lines; empty lines are skipped.

    Raises:
        InputError: a line is no label; the message names its number and what is wrong with it.
    """
    return [_label(line, number, file) for number, line in enumerate(lines, start=1) if line.strip()]


def _label(line: str, number: int, file: Path | None) -> Label:
    def wrong(message: str) -> InputError:
        return InputError(message if file else f"line {number}: {message}", file=file, line=number)

    try:
        item = json.loads(line)
    except json.JSONDecodeError as error:
        raise wrong(f"not JSON ({error.msg}); each line is one JSON object") from error
    if not isinstance(item, Mapping):
        raise wrong(f"a {type(item).__name__}, not an object with question, reference, answer and label")
    missing = [name for name in ("question", "reference", "answer", "label") if name not in item]
    if missing:
        raise wrong(f"lacks {', '.join(missing)}; a label has question, reference, answer and label")
    for name in ("question", "answer"):
        if not isinstance(item[name], str):
            raise wrong(f"{name} is {item[name]!r}; it must be a text")
    label = _truth(item["label"])
    if label is None:
        raise wrong(f"label is {item['label']!r}; it must be true or false")
    score = item.get("score")
    if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
        raise wrong(f"score is {score!r}; it must be a number")
    references = _texts(item["reference"])
    contexts = _texts(item.get("contexts"))
    if references is None:
        raise wrong(f"reference is {item['reference']!r}; it must be a text or a list of alternatives")
    if contexts is None:
        raise wrong(f"contexts is {item['contexts']!r}; it must be a list of texts")
    return Label(
        question=item["question"],
        references=references,
        answer=item["answer"],
        label=label,
        contexts=contexts,
        score=None if score is None else float(score),
        type=str(item.get("type") or ""),
        line=number,
    )


def _truth(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, float) and value in (0.0, 1.0):
        return value == 1.0
    word = str(value).strip().lower() if isinstance(value, str | int) else ""
    return True if word in _TRUE else False if word in _FALSE else None


def _texts(value: object) -> tuple[str, ...] | None:
    """One text, a list of texts, or nothing; numbers are taken as they are written."""
    if value is None:
        return ()
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, bool) or not isinstance(item, str | int | float) for item in items):
        return None
    return tuple(str(item).strip() for item in items if str(item).strip())
