"""The reference pipeline: the systems of the matrix."""

from ragtester.systems.reference.access import allowed
from ragtester.systems.reference.composing import composer
from ragtester.systems.reference.context import budget
from ragtester.systems.reference.diagnosis import Observed, diagnose
from ragtester.systems.reference.knowledge import Knowledge, passage
from ragtester.systems.reference.pipeline import ReferenceSystem
from ragtester.systems.reference.reader import Reader
from ragtester.systems.reference.stages import Stages

__all__ = [
    "Knowledge",
    "Observed",
    "Reader",
    "ReferenceSystem",
    "Stages",
    "allowed",
    "budget",
    "composer",
    "diagnose",
    "passage",
]
