"""Equal answers to one test are judged once, also while the first of them is still being judged."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ragtester.api import run_config
from ragtester.runner import RunOptions
from ragtester.testing import StandInServer
from ragtester.testing.stand_in.replies import default_reply, wanted_schema

MORE = "judge: {model: remote, sure_at: 1.0}"


@pytest.mark.parametrize("broken", [False, True])
def test_equal_answers_share_one_verdict_whether_the_judge_answers_or_not(
    write_config: Callable[..., Path], read_and_answer: Callable[..., str], *, broken: bool
) -> None:
    def say(body: Mapping[str, object]) -> str:
        if wanted_schema(body) is None:
            return read_and_answer(body)
        return "no JSON at all" if broken else default_reply(body)

    with StandInServer(say=say, latency=0.05) as server:
        config = write_config(server.url, MORE)
        result = run_config(config, RunOptions(samples=3, filter_systems="remote*"))
    work = result.summary["work"]["judge"]
    lines = [json.loads(line) for line in (result.folder / "results.jsonl").read_text().splitlines()]
    seen = {json.dumps([line["test"], line["answer"], line["retrieved_contexts"]]) for line in lines}
    assert work["needed"] == len(lines) == work["done"] + work["reused"] + work["failed"]
    assert len(seen) <= len(lines) / 3
    if broken:
        assert result.summary["totals"]["unmeasured"] == work["failed"] > 0
        asked = sum(wanted_schema(logged.body) is not None for logged in server.log)
        assert asked <= 2 * len(seen)  # each verdict once, with one repair
    else:
        assert work["done"] == len(seen)
