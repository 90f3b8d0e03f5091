"""Keeping the transformers library from writing bars and advice to a user's terminal."""

from __future__ import annotations

import logging


def quiet_transformers() -> None:
    """Turns off its progress bars and everything below an error."""
    from transformers.utils import logging as transformers_logging

    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
