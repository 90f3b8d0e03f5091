"""The built-in judge alone against the built-in judge with a model on what it is least sure of.

    python -m benchmarks.judge_combination --model MODEL [--items 150] [--seconds 450]

Replies are kept in generated/benchmarks, so that a run that was stopped goes on where it was.

The least sure items of EVOUNA (both files together) are judged by both; accuracy is against people's labels.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time

from benchmarks.judge_data import FOLDER, rows
from benchmarks.kept_replies import FOLDER as KEPT
from benchmarks.kept_replies import KeptReplies
from benchmarks.local_models import local_model
from ragtester.judge import BuiltinJudge, Label, LlmJudge, Panel, parse_labels
from ragtester.records import Verdict

FILES = ("NQ.sample500.json", "TQ.sample300.json")


async def main() -> None:
    parser = argparse.ArgumentParser(description="built-in judge with a model, measured")
    parser.add_argument("--model", required=True, help="a GGUF file, or the address of an endpoint")
    parser.add_argument("--items", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=600, help="stop asking after this long")
    given = parser.parse_args()
    lines = [json.dumps(row) for file in FILES for row in rows(FOLDER / file)]
    builtin = BuiltinJudge()
    judged: list[tuple[Verdict, Label]] = [(builtin.judge_now(*label.case()), label) for label in parse_labels(lines)]
    least = sorted(judged, key=lambda pair: pair[0].confidence or 0.0)[: given.items]
    local = local_model(given.model)
    model = KeptReplies(local, KEPT / "judge_combination.jsonl")
    judge = LlmJudge(Panel([model]), sure_at=1.0)
    start = time.perf_counter()
    asked: list[tuple[Verdict, Verdict, bool]] = []
    for before, label in least:
        if time.perf_counter() - start > given.seconds:
            break
        asked.append((before, await judge.judge(*label.case()), label.label))
        show(asked, time.perf_counter() - start)


def show(asked: list[tuple[Verdict, Verdict, bool]], seconds: float) -> None:
    measured = [(a, b, truth) for a, b, truth in asked if b.status != "unmeasured"]
    alone = sum((a.status == "passed") == truth for a, _, truth in measured)
    both = sum((b.status == "passed") == truth for _, b, truth in measured)
    changed = [(a, b, truth) for a, b, truth in measured if a.status != b.status]
    better = sum((b.status == "passed") == truth for _, b, truth in changed)
    print(
        f"{len(measured)} of {len(asked)} measured (confidence up to {asked[-1][0].confidence}), {seconds:.0f} s: "
        f"built-in alone {alone}, with the model {both}; changed {len(changed)}, {better} of them for the better",
        flush=True,
    )


if __name__ == "__main__":
    asyncio.run(main())
