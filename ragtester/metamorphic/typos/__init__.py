"""Character-level damage: what fingers, scanners and a user's own map do to words."""

from ragtester.metamorphic.typos.channels import CHANNELS, Channel, human, mapped, ocr
from ragtester.metamorphic.typos.damage import damage, scanned
from ragtester.metamorphic.typos.keyboard import neighbours
from ragtester.metamorphic.typos.words import changes_meaning, eligible_words

__all__ = [
    "CHANNELS",
    "Channel",
    "changes_meaning",
    "damage",
    "eligible_words",
    "human",
    "mapped",
    "neighbours",
    "ocr",
    "scanned",
]
