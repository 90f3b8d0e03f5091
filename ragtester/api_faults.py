"""`ragtester faults` from Python: plants known faults and says which the suite finds."""

from __future__ import annotations

from pathlib import Path

from ragtester.api import DEFAULT_DATABASE, open_session, run_stoppable
from ragtester.config import LoadedConfig
from ragtester.runner import Progress, RunOptions, check
from ragtester.runner.campaigns.faults import FaultsResult, run_faults


def find_faults(
    config: Path | str | LoadedConfig,
    options: RunOptions | None = None,
    *,
    database: str = DEFAULT_DATABASE,
    seed: int | None = None,
    progress: Progress | None = None,
) -> FaultsResult:
    """Plants every fault in the configuration's first system; the same call resumes.

    Raises:
        UsageError: the configuration or an input cannot be used.
        StoreError: the database cannot be used.
    """
    with open_session(config, options, database, seed, progress) as session:
        check(session.loaded)
        return run_stoppable(session, run_faults)
