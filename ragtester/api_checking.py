"""Checking a configuration, without what it takes to run one."""

from __future__ import annotations

from pathlib import Path

from ragtester.config import load_config
from ragtester.runner import check


def validate_config(config: Path | str) -> list[str]:
    """The ids of the systems of a valid configuration.

    Raises:
        UsageError: it is not valid; says where and what to write instead.
    """
    return check(load_config(Path(config)))
