"""Systems under test: the reference pipeline, and systems of other people."""

from ragtester.systems.external import EXTERNAL

__all__ = ["EXTERNAL"]
