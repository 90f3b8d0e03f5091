"""Campaigns as functions of a few lines: metamorphic testing and the repair study."""

from __future__ import annotations

from pathlib import Path

from ragtester.api import DEFAULT_DATABASE, open_session, run_stoppable
from ragtester.config import LoadedConfig
from ragtester.runner import Progress, RunOptions, check
from ragtester.runner.campaigns import CampaignResult, metamorphic, repair


def run_metamorphic(
    config: Path | str | LoadedConfig,
    options: RunOptions | None = None,
    *,
    database: str = DEFAULT_DATABASE,
    seed: int | None = None,
    progress: Progress | None = None,
) -> CampaignResult:
    """Metamorphic testing of every system of a configuration; the same call resumes.

    Args:
        config: a configuration, or its file; its section `metamorphic` may be left out.
        options: what the flags of the command say; `limit` is the number of base instances.
        database: see `Store`.
        seed: replaces the configuration's.
        progress: is told how far the campaign is.

    Raises:
        UsageError: the configuration or an input cannot be used.
        StoreError: the database cannot be used.
    """
    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        return run_stoppable(session, metamorphic)


def run_repair(
    config: Path | str | LoadedConfig,
    options: RunOptions | None = None,
    *,
    database: str = DEFAULT_DATABASE,
    seed: int | None = None,
    progress: Progress | None = None,
) -> CampaignResult:
    """Metamorphic testing, and every repair on every violation that it found; the same call resumes.

    Raises:
        UsageError: the configuration or an input cannot be used.
        StoreError: the database cannot be used.
    """
    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        return run_stoppable(session, repair)


__all__ = ["CampaignResult", "run_metamorphic", "run_repair"]
