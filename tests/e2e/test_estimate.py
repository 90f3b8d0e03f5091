"""`estimate` against the run that follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragtester.api import estimate_config, run_config
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer

WriteConfig = Callable[..., Path]
JUDGED = "judge: {model: remote}"


def sent(summary: Any) -> int:
    return sum(model["calls"] for model in summary["models"].values())


@pytest.mark.parametrize("more", ["", JUDGED])
def test_an_estimate_is_within_a_fifth_of_the_calls_that_follow_and_sends_none(
    server: StandInServer, write_config: WriteConfig, more: str
) -> None:
    config = write_config(server.url, more)
    before = estimate_config(config)
    assert server.stats.chat == 0
    assert before.basis == "counted"
    first = run_config(config)
    assert sent(first.summary) > 0
    assert abs(before.calls - sent(first.summary)) <= max(2, 0.2 * sent(first.summary))
    assert estimate_config(config).calls == 0


def test_an_estimate_subtracts_what_is_stored_and_counts_what_is_added(
    server: StandInServer, write_config: WriteConfig
) -> None:
    config = write_config(server.url)
    run_config(config, RunOptions(limit=3))
    rest = estimate_config(config)
    stored = server.stats.chat
    summary = run_config(config).summary
    assert rest.calls == sent(summary) == server.stats.chat - stored


def test_before_documents_by_a_model_the_calls_are_an_upper_bound(
    server: StandInServer, write_config: WriteConfig
) -> None:
    config = write_config(server.url)
    text = config.read_text().replace("documents: 2}", "documents: 2, author: remote}")
    config.write_text(text)
    found = estimate_config(config)
    assert found.basis == "bound"
    assert "at most" in found.to_text()
    assert {stage.stage for stage in found.stages} == {"corpus", "matrix"}
    assert server.stats.chat == 0
