"""The four dimensions of a verdict, what each score means, and the thresholds that pass an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ragtester.errors import ConfigError
from ragtester.records import Dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """A dimension: what it asks, and what each score from 1 to 5 means."""

    name: str
    asks: str
    anchors: tuple[str, str, str, str, str]
    """For the scores 1, 2, 3, 4 and 5."""


RUBRICS: dict[Dimension, Rubric] = {
    "factuality": Rubric(
        name="factuality",
        asks="Does the answer agree with the reference, and contradict neither it nor the evidence?",
        anchors=(
            "states something that the reference or the evidence contradicts",
            "states nothing that the reference supports, or the right value beside a wrong one",
            "agrees in part: some of it is right, some cannot be right",
            "agrees, with a rounding, a hedge or a detail that nothing supports",
            "agrees fully",
        ),
    ),
    "relevance": Rubric(
        name="relevance",
        asks="Does the answer answer this question?",
        anchors=(
            "about something else",
            "about the subject, without what was asked",
            "touches what was asked among other matters",
            "answers the question, with much beside it, or with the wrong value",
            "answers exactly what was asked",
        ),
    ),
    "completeness": Rubric(
        name="completeness",
        asks="What share of the required facts does the answer state?",
        anchors=(
            "none of the required facts",
            "less than half of them",
            "half or more, not all",
            "all of them, one less exactly than required",
            "all of them",
        ),
    ),
    "clarity": Rubric(
        name="clarity",
        asks="Is the answer readable, unambiguous and free of repetition?",
        anchors=(
            "cannot be understood",
            "hard to follow, or repeats itself throughout",
            "understandable with effort: cut off, rambling, or of two minds",
            "clear, with a flaw of form",
            "clear and to the point",
        ),
    ),
}
"""The written anchors of the four dimensions."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The lowest score that passes, by dimension; a dimension that is not named decides nothing."""

    lowest: Mapping[str, float] = field(
        default_factory=lambda: {"factuality": 4.0, "relevance": 4.0, "completeness": 4.0}
    )

    def failing(self, scores: Mapping[str, float | None]) -> list[str]:
        """The dimensions whose score lies below its threshold; a score of None passes."""
        return [
            name for name, lowest in self.lowest.items() if (score := scores.get(name)) is not None and score < lowest
        ]

    @classmethod
    def read(cls, given: Mapping[str, object] | None, *, place: str = "judge.thresholds") -> Thresholds:
        """Thresholds from a configuration; the defaults where none are given.

        Raises:
            ConfigError: a threshold is no number from 1 to 5.
        """
        if given is None:
            return cls()
        lowest: dict[str, float] = {}
        for name, value in given.items():
            if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= 5:
                raise ConfigError(f"threshold {value!r} must be a number from 1 to 5", place=f"{place}.{name}")
            lowest[name] = float(value)
        return cls(lowest)
