"""The options that a request may give to a run."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ragtester.runner import RunOptions


class StartOptions(BaseModel):
    """What the flags of `ragtester run` say, as far as a request may say it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    limit: int | None = Field(default=None, ge=1, le=1_000_000, description="Use only the first N tests.")
    filter_systems: str | None = Field(default=None, max_length=200, description="Only systems whose id matches.")
    filter_tests: str | None = Field(
        default=None, max_length=200, description="Only tests whose id, type, kind or document matches."
    )
    retry_errors: bool = Field(default=False, description="Also try again what is unmeasured.")
    fresh: bool = Field(default=False, description="Do everything again, embeddings apart.")
    samples: int | None = Field(default=None, ge=1, le=100, description="Answers for each case.")
    budget_usd: float | None = Field(default=None, ge=0, le=1e6, description="Stop before this is spent.")


def run_options(text: str, *, output: Path) -> RunOptions:
    """The runner's options from a job's."""
    given = StartOptions.model_validate_json(text)
    return RunOptions(output=output, **given.model_dump())
