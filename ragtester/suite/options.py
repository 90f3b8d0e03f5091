"""What a user may ask of a suite, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, model_validator

from ragtester.records import NEGATIVE_TYPES, Record, RejectedTest, Test, Usage, Wording

SelectionName = Literal["flesch", "random", "coverage"]


class FleschShare(Record):
    """Parameters of the `flesch` selection."""

    complex_share: float = Field(default=0.5, ge=0, le=1)
    """Share of the tests that is made from the sections which are hardest to read."""


class FleschSelection(Record):
    """`{flesch: {complex_share: 0.5}}` as it stands in a configuration."""

    flesch: FleschShare


class QuestionType(Record):
    """A type of question as data: what it is called, what it is, and the rules for writing one."""

    label: str = Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)
    description: str = Field(min_length=1, max_length=400)
    rules: tuple[str, ...] = ()


class SeedQuestion(Record):
    """A question of the user's own, which shows an author the wanted style."""

    question: str = Field(min_length=1)
    answer: str = ""


class SuiteOptions(Record):
    """How many tests of which kinds, from which sections, in which words."""

    tests_per_document: int | None = Field(default=None, ge=1)
    """Tests for each document; 12 where neither this nor `tests` is given."""
    tests: int | None = Field(default=None, ge=1)
    """Tests in all, spread over the documents."""
    add: int = Field(default=0, ge=0)
    """That many tests more than the previous suite has; takes the place of the two above."""
    negative_share: float = Field(default=0.3, ge=0, le=1)
    selection: SelectionName | FleschSelection = "coverage"
    """The default fell behind a random choice nowhere at equal size: see docs/decisions/selection.md."""
    question_types: Literal["all"] | tuple[str | QuestionType, ...] = "all"
    """Labels of shipped types, or types of the user's own."""
    negative_types: tuple[str, ...] = NEGATIVE_TYPES
    seed: int = 7
    examples: tuple[SeedQuestion | str, ...] = ()
    wordings: tuple[Wording, ...] = ("plain",)
    """Styles that the questions take in turn."""
    language: str | None = None
    """Language of the questions; by default that of the document."""
    section_tokens: int = Field(default=300, ge=20)
    """No section is longer than this many words."""
    concurrency: int = Field(default=16, ge=1)
    """Requests to a model that are under way at once."""

    @model_validator(mode="after")
    def _one_size(self) -> SuiteOptions:
        if self.tests is not None and self.tests_per_document is not None:
            raise ValueError("give tests or tests_per_document, not both")
        return self

    @property
    def selection_name(self) -> SelectionName:
        """The selection without its parameters."""
        return self.selection if isinstance(self.selection, str) else "flesch"

    @property
    def complex_share(self) -> float:
        """Share of the hardest sections under the `flesch` selection."""
        return FleschShare().complex_share if isinstance(self.selection, str) else self.selection.flesch.complex_share


class Share(Record):
    """A part of a whole, with both counts."""

    covered: int
    total: int

    @property
    def rate(self) -> float | None:
        """Covered over total; None where there is nothing to cover."""
        return self.covered / self.total if self.total else None


class Coverage(Record):
    """What of the corpus the tests reach."""

    documents: Share
    sections: Share
    facts: Share
    chunks: Share | None = None
    """Chunks that the tests' questions retrieve; None without a retriever."""
    reading_ease: tuple[tuple[str, int], ...] = ()
    """Histogram: a band of Flesch Reading Ease and the tests made from sections in it."""
    by_type: Mapping[str, int] = Field(default_factory=dict)
    by_document: Mapping[str, int] = Field(default_factory=dict)


class Authoring(Record):
    """What the author cost and how often its replies could not be used."""

    author: str = "builtin"
    calls: int = 0
    parse_failures: int = 0
    endpoint_errors: int = 0
    usage: Usage = Usage()
    prompts: Mapping[str, str] = Field(default_factory=dict)
    """Hash of each prompt template that was used."""
    steps: Mapping[str, tuple[int, int]] = Field(default_factory=dict)
    """How often each step of the author succeeded, of how many times: what an estimate goes by."""


class SuiteResult(Record):
    """The tests, what was rejected and why, and what they cover."""

    tests: tuple[Test, ...]
    rejected: tuple[RejectedTest, ...] = ()
    coverage: Coverage
    message: str = ""
    """Empty where exactly as many tests were made as asked; otherwise how many and why."""
    authoring: Authoring = Authoring()

    @property
    def cut_short(self) -> bool:
        """Whether tests are missing, and requests to the author that got no answer may be the reason."""
        return bool(self.message) and self.authoring.endpoint_errors > 0
