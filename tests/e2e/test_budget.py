"""`--budget`: a run stops within one window, keeps what it paid for, and goes on with more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ragtester.api import run_config
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer


@pytest.mark.parametrize("window", [8, pytest.param(64, marks=pytest.mark.slow)])
def test_a_spent_budget_stops_within_one_window_and_a_larger_one_goes_on(
    read_and_answer: Callable[..., str], write_config: Callable[..., Path], window: int
) -> None:
    def say(body: object) -> dict[str, object]:
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": read_and_answer(body)},
            "finish_reason": "stop",
        }
        return {"choices": [choice], "usage": {"prompt_tokens": 1000, "completion_tokens": 0}}

    with StandInServer(say=say, latency=0.05) as server:
        config = write_config(server.url)
        priced = f"concurrency: {window}, tries: 2, input_price: 1000.0, output_price: 1000.0}}"
        config.write_text(
            config.read_text()
            .replace("concurrency: 8, tries: 2}", priced)
            .replace("tests_per_document: 4", f"tests_per_document: {20 if window == 8 else 60}")
        )
        first = run_config(config, RunOptions(budget_usd=4.0))  # one dollar a call
        assert 4 <= server.stats.chat < 4 + window
        assert first.exit_code == 3
        assert first.summary["cost_usd"] == server.stats.chat
        assert "budget" in first.summary["systems"][-1]["reasons"]
        paid = server.stats.chat
        rest = run_config(config, RunOptions(budget_usd=1000.0)).summary
        assert rest["totals"]["unmeasured"] == 0
        assert rest["cost_usd"] == server.stats.chat - paid > 8, "nothing was left to do: give it more tests"
        assert server.stats.duplicates == 0
