"""The files of a suite in the run's folder, and what they were made from."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from ragtester.records import Record, Test
from ragtester.suite import SuiteCard, SuiteResult, read_suite, write_card, write_rejected_file, write_suite_file


class MadeFrom(Record):
    """Content keys of what a suite was made from; equal ones need no new suite."""

    options: str
    """Options, author and closed-book model."""
    corpus: str


class SuiteFolder:
    """`suite.jsonl`, `suite.rejected.jsonl`, the suite's card, and `suite.made.json`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def made_from(self) -> MadeFrom | None:
        """What the suite that is there was made from; None where there is none, or not a whole one."""
        if not self._suite.is_file():
            return None
        try:
            return MadeFrom.model_validate_json(self._made.read_text(encoding="utf-8"))
        except (OSError, ValidationError):
            return None

    def tests(self) -> list[Test]:
        """The tests that are there.

        Raises:
            SuiteError: the file was edited into something that cannot be read.
        """
        return list(read_suite(self._suite))

    def message(self) -> str:
        """Why the suite that is there has fewer tests than were asked for; empty where it has all."""
        try:
            card = json.loads((self._folder / "suite.card.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return ""
        return str(card.get("message") or "") if isinstance(card, dict) else ""

    def write(self, result: SuiteResult, *, card: SuiteCard, made: MadeFrom) -> None:
        """Writes all files; `suite.made.json` last, so that an interrupted write is no suite.

        Nor is a suite whose author did not answer whole: the next run asks again for what is missing.
        """
        self._made.unlink(missing_ok=True)
        write_suite_file(result.tests, self._suite)
        write_rejected_file(result.rejected, self._folder / "suite.rejected.jsonl")
        write_card(card, self._folder)
        if not result.cut_short:
            self._made.write_text(made.model_dump_json() + "\n", encoding="utf-8")

    @property
    def _suite(self) -> Path:
        return self._folder / "suite.jsonl"

    @property
    def _made(self) -> Path:
        return self._folder / "suite.made.json"
