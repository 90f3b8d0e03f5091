"""What stands on a page: words and rules with their places, in points from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A word as printed."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    bold: bool = False
    order: int = 0
    """Position in the order in which the file paints its words."""
    spaced: bool = False
    """Whether a painted space stands before it."""

    @property
    def middle(self) -> float:
        """The vertical middle."""
        return (self.top + self.bottom) / 2

    @property
    def centre(self) -> float:
        """The horizontal middle."""
        return (self.x0 + self.x1) / 2


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight printed line along one axis.

    `at` is its y for a horizontal rule and its x for a vertical one; it reaches from `low` to `high` along
    the other axis.
    """

    at: float
    low: float
    high: float

    @property
    def length(self) -> float:
        """How long it is, in points."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a page."""

    x0: float
    top: float
    x1: float
    bottom: float

    def holds(self, word: Word, *, margin: float = 1.0) -> bool:
        """Whether the word's middle lies in the box."""
        return (
            self.x0 - margin <= word.centre <= self.x1 + margin
            and self.top - margin <= word.middle <= self.bottom + margin
        )


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page's words and rules."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    across: tuple[Rule, ...] = ()
    """Horizontal rules."""
    down: tuple[Rule, ...] = ()
    """Vertical rules."""
    turned: str = ""
    """Text that runs along the other axis, such as the label of a figure."""
    images: int = 0
    lost: int = 0
    """Letters of which the file does not say which they are."""
