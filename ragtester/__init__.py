"""Test suites for RAG systems: made, run, judged, and traced to the stage that failed."""

from ragtester.version import __version__

__all__ = ["__version__"]
