"""What a person reads of a test that did not pass: question, expected, answer, reason, stage, evidence."""

from __future__ import annotations

import textwrap
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

from ragtester.api_asking import Asked
from ragtester.records import Retrieved, Test

_WIDTH = 100
_INDENT = 12
_SHOWN = 5
_LONGEST = 1200


def headline(asked: Asked) -> str:
    """One line for the summary."""
    if asked.status == "unmeasured":
        return f"unmeasured ({asked.reason}): {_short(asked.message)}"
    failure = asked.diagnosis.kind if asked.diagnosis else None
    stage = asked.diagnosis.stage if asked.diagnosis else "unknown"
    said = _short(asked.answer.text) if asked.answer else ""
    wanted = "an abstention" if asked.test.kind == "negative" else repr(_short(asked.test.expected_answer))
    return f"{failure or 'failed'} at stage {stage}: expected {wanted}, got {said!r}"


def details(asked: Asked) -> str:
    """All of it, a labelled block each."""
    return "\n".join(_blocks(asked))


def _blocks(asked: Asked) -> Iterator[str]:
    test = asked.test
    yield _block("test", f"{test.id} ({test.kind}, {test.type})")
    yield _block("system", asked.system)
    yield _block("question", test.query)
    yield _block("expected", expected(test))
    if asked.answer is not None:
        yield _block("answer", asked.answer.text)
    if asked.status == "unmeasured":
        yield _block("unmeasured", f"{asked.reason}: {asked.message}")
        yield from _raised(asked.cause)
        return
    verdict, diagnosis = asked.verdict, asked.diagnosis
    kind = (diagnosis.kind if diagnosis else None) or (verdict.failure if verdict else None) or "failed"
    yield _block("reason", f"{kind}: {verdict.rationale if verdict else asked.message}")
    if diagnosis is not None:
        yield _block("stage", diagnosis.stage)
        yield from (_block("", line) for line in diagnosis.trail)
    for span in test.evidence[:_SHOWN]:
        yield _block("evidence", f"{span.document}: {span.quote}")
    yield from _contexts(asked.answer.context if asked.answer else None)
    if verdict is not None:
        sure = f", confidence {verdict.confidence:.2f}" if verdict.confidence is not None else ""
        scores = ", ".join(f"{name} {value:g}" for name, value in verdict.scores.items() if value is not None)
        yield _block("judge", f"{verdict.judge.split(' ')[0]}{sure}" + (f" ({scores})" if scores else ""))


def expected(test: Test) -> str:
    """What a right answer says."""
    if test.kind == "negative":
        return f"an abstention, such as: {test.expected_answer}" if test.expected_answer else "an abstention"
    return test.expected_answer


def _contexts(context: Sequence[Retrieved] | None) -> Iterator[str]:
    if context is None:
        yield _block("context", "the system shows none")
        return
    for passage in context[:_SHOWN]:
        yield _block("context", f"{passage.rank}. {passage.document or passage.chunk}: {_short(passage.text, 240)}")
    if not context:
        yield _block("context", "empty: the system retrieved nothing")
    elif len(context) > _SHOWN:
        yield _block("context", f"and {len(context) - _SHOWN} more")


def _raised(cause: BaseException | None) -> Iterator[str]:
    """The frames of the user's own code, where it raised; ours are of no use to them."""
    if cause is None:
        return
    ours = str(Path(__file__).parents[1])
    frames = [
        frame
        for frame in traceback.extract_tb(cause.__traceback__)
        if not frame.filename.startswith(ours)
        and "asyncio" not in frame.filename
        and "concurrent" not in frame.filename
    ]
    for frame in frames[-_SHOWN:]:
        yield _block("raised at", f"{frame.filename}:{frame.lineno} in {frame.name}: {frame.line or ''}")


def _block(label: str, text: str) -> str:
    shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    lines: list[str] = []
    for line in shown.splitlines() or [""]:
        lines += textwrap.wrap(line, _WIDTH, break_long_words=False, break_on_hyphens=False) or [""]
    first, *rest = lines
    return "\n".join([f"{label:<{_INDENT}}{first}".rstrip(), *(f"{'':<{_INDENT}}{line}".rstrip() for line in rest)])


def _short(text: str, longest: int = 120) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"
