"""What PDF libraries warn about is kept, not printed: a damaged file must not fill a user's screen."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

_NOISY = ("pypdf", "pdfminer", "pdfplumber")


class _Keeper(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if len(self.kept) < 100:
            self.kept.append(record.getMessage())


@contextmanager
def quiet() -> Iterator[list[str]]:
    """Inside, warnings and log lines of the PDF libraries go to the list that is yielded."""
    keeper = _Keeper()
    loggers = [logging.getLogger(name) for name in _NOISY]
    before = [(log.propagate, log.level) for log in loggers]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for log in loggers:
            log.addHandler(keeper)
            log.propagate = False
            log.setLevel(logging.WARNING)
        try:
            yield keeper.kept
        finally:
            for log, (propagate, level) in zip(loggers, before, strict=True):
                log.removeHandler(keeper)
                log.propagate = propagate
                log.setLevel(level)
