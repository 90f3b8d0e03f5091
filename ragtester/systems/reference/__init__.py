"""The reference pipeline: the systems of the matrix."""

from ragtester.systems.reference.access import allowed
from ragtester.systems.reference.composing import composer
from ragtester.systems.reference.context import budget
from ragtester.systems.reference.diagnosis import diagnose, diagnose_trace
from ragtester.systems.reference.knowledge import Knowledge, passage
from ragtester.systems.reference.obedient import Obedient
from ragtester.systems.reference.observing import Observed, vectors_right
from ragtester.systems.reference.pipeline import ReferenceSystem
from ragtester.systems.reference.reader import Reader
from ragtester.systems.reference.stages import Stages

__all__ = [
    "Knowledge",
    "Obedient",
    "Observed",
    "Reader",
    "ReferenceSystem",
    "Stages",
    "allowed",
    "budget",
    "composer",
    "diagnose",
    "diagnose_trace",
    "passage",
    "vectors_right",
]
