"""Grounding a file of answers, with measures where its lines carry labels."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ragtester.errors import MeasurementError
from ragtester.hallucination.ground import ground
from ragtester.hallucination.ground_async import ground_async
from ragtester.hallucination.grounding import Grounding
from ragtester.hallucination.judgement import ErrorKind
from ragtester.hallucination.measures import Agreement, SpanAgreement, agreement, span_agreement
from ragtester.hallucination.rows import BadLine, Row, read_rows
from ragtester.hallucination.topics import Topics
from ragtester.hallucination.verification.verifier import Verifier
from ragtester.protocols import ChatModel
from ragtester.records import JsonValue


@dataclass(frozen=True, slots=True)
class FileGrounding:
    """The groundings of a file's lines, in order, the lines that could not be used, and the measures."""

    rows: tuple[Row, ...]
    groundings: tuple[Grounding, ...]
    problems: tuple[BadLine, ...]
    measures: Agreement | None
    """None where no line has a label."""
    spans: SpanAgreement | None
    """None where no line says which spans are wrong."""

    def to_json(self) -> dict[str, JsonValue]:
        """What `ragtester ground FILE --json` prints."""
        results: list[JsonValue] = [
            {"line": row.line, **({"id": row.id} if row.id else {}), **grounding.to_json()}
            for row, grounding in zip(self.rows, self.groundings, strict=True)
        ]
        out: dict[str, JsonValue] = {
            "n": len(self.rows),
            "flagged": sum(grounding.flagged for grounding in self.groundings),
            "results": results,
            "problems": [{"line": problem.line, "message": problem.message} for problem in self.problems],
        }
        if self.measures is not None:
            out.update({"labelled" if name == "n" else name: value for name, value in asdict(self.measures).items()})
        if self.spans is not None:
            out["span_overlap"] = asdict(self.spans)
        return out


def ground_file(
    path: Path | str,
    *,
    verifier: str = "builtin",
    tau: float = 0.5,
    n: int = 2,
    weights: Mapping[ErrorKind, float] | None = None,
    topics: Topics | None = None,
    progress: Callable[[int], None] | None = None,
) -> FileGrounding:
    """Grounds every line of a JSONL file with `answer`, `contexts`, and if known `question`, `label`, `spans`, `id`.

    A line that cannot be used is reported with its number; the others are done.

    Args:
        path: the file.
        verifier: `builtin`; `ground_file_async` takes models.
        tau: as for `ground`.
        n: as for `ground`.
        weights: as for `ground`.
        topics: as for `ground`.
        progress: called with the number of lines done so far.

    Raises:
        InputError: the file cannot be read.
        UsageError: an argument of the wrong type or range.
    """
    rows: list[Row] = []
    done: list[Grounding] = []
    problems: list[BadLine] = []
    for row in read_rows(path):
        if isinstance(row, BadLine):
            problems.append(row)
            continue
        rows.append(row)
        done.append(
            ground(
                row.answer,
                row.contexts,
                question=row.question,
                verifier=verifier,
                tau=tau,
                n=n,
                weights=weights,
                topics=topics,
            )
        )
        if progress is not None:
            progress(len(done))
    return _measured(rows, done, problems)


async def ground_file_async(
    path: Path | str,
    *,
    verifier: str | Verifier | ChatModel,
    author: ChatModel | None = None,
    concurrency: int = 8,
    tau: float = 0.5,
    n: int = 2,
    weights: Mapping[ErrorKind, float] | None = None,
    topics: Topics | None = None,
    progress: Callable[[int], None] | None = None,
) -> FileGrounding:
    """What `ground_file` does with any verifier; a line that a model gives no answer for is reported too.

    Raises:
        InputError: the file cannot be read.
        UsageError: an argument of the wrong type or range.
    """
    gate = asyncio.Semaphore(max(1, concurrency))
    finished = 0

    async def one(row: Row) -> Grounding | BadLine:
        nonlocal finished
        async with gate:
            try:
                result: Grounding | BadLine = await ground_async(
                    row.answer,
                    row.contexts,
                    question=row.question,
                    verifier=verifier,
                    author=author,
                    tau=tau,
                    n=n,
                    weights=weights,
                    topics=topics,
                )
            except MeasurementError as error:
                result = BadLine(row.line, f"unmeasured ({error.reason}): {error}")
        finished += 1
        if progress is not None:
            progress(finished)
        return result

    given = list(read_rows(path))
    good = [row for row in given if isinstance(row, Row)]
    results = await asyncio.gather(*(one(row) for row in good))
    problems = [row for row in given if isinstance(row, BadLine)]
    problems += [result for result in results if isinstance(result, BadLine)]
    kept = [(row, result) for row, result in zip(good, results, strict=True) if isinstance(result, Grounding)]
    return _measured(
        [row for row, _ in kept], [result for _, result in kept], sorted(problems, key=lambda problem: problem.line)
    )


def _measured(rows: Sequence[Row], done: Sequence[Grounding], problems: Sequence[BadLine]) -> FileGrounding:
    labelled = [(row.label, result) for row, result in zip(rows, done, strict=True) if row.label is not None]
    spanned = [(row.spans, result) for row, result in zip(rows, done, strict=True) if row.spans is not None]
    return FileGrounding(
        tuple(rows),
        tuple(done),
        tuple(problems),
        agreement(
            [label for label, _ in labelled],
            [result.flagged for _, result in labelled],
            [result.score for _, result in labelled],
        ),
        span_agreement([spans for spans, _ in spanned], [result.spans() for _, result in spanned]),
    )
