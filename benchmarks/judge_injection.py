"""Hostile answers against the built-in judge, the whole judge with a model, and the bare model.

    python -m benchmarks.judge_injection [--model MODEL] [--seconds 450]

Replies are kept in generated/benchmarks, so that a run that was stopped goes on where it was.

Every answer of tests/judge/data/injections.yaml is wrong; a verdict of passed is one that was raised. The bare model gets
the same prompt with the answer as it is: nothing cut out, no rules before it, no veto after it.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path

import yaml

from benchmarks.kept_replies import FOLDER, KeptReplies
from benchmarks.local_models import local_model
from ragtester.judge import BuiltinJudge, LlmJudge, Panel
from ragtester.judge.votes import Vote
from ragtester.records import Answer, Test

DATA = Path(__file__).resolve().parents[1] / "tests" / "judge" / "data" / "injections.yaml"


def cases() -> list[tuple[str, Test, str]]:
    """Style, test and answer."""
    data = yaml.safe_load(DATA.read_text(encoding="utf-8"))
    tests = {
        name: Test(id=name, **{key: value for key, value in fields.items() if key != "says"})
        for name, fields in data["tests"].items()
    }
    return [
        (case["style"], tests[case["test"]], f"{data['tests'][case['test']]['says']}\n{case['injection']}")
        for case in data["cases"]
    ]


async def main() -> None:
    parser = argparse.ArgumentParser(description="injections, measured")
    parser.add_argument("--model", help="a GGUF file, or the address of an endpoint")
    parser.add_argument("--every", type=int, default=1, help="ask about every n-th answer")
    parser.add_argument("--seconds", type=float, default=600, help="stop asking after this long")
    given = parser.parse_args()
    listed = cases()
    builtin = [BuiltinJudge().judge_now(test, Answer(text=text)) for _, test, text in listed]
    print(f"built-in: raised {sum(v.status == 'passed' for v in builtin)} of {len(listed)}, "
          f"cut and reported {sum(bool(v.injections) for v in builtin)}")  # fmt: skip
    if given.model is None:
        return
    model = local_model(given.model)
    panel = Panel([KeptReplies(model, FOLDER / "judge_injection.jsonl")])
    whole, forced = LlmJudge(panel), LlmJudge(panel, sure_at=1.01)
    raised = {"whole judge": 0, "whole judge, model always asked": 0, "bare model": 0}
    styles: list[str] = []
    broken = 0
    start = time.perf_counter()
    for asked, (style, test, text) in enumerate(listed[:: given.every], start=1):
        if time.perf_counter() - start > given.seconds:
            break
        for name, judge in (("whole judge", whole), ("whole judge, model always asked", forced)):
            raised[name] += (await judge.judge(test, Answer(text=text))).status == "passed"
        (vote,) = await panel.votes(test, text)
        broken += not isinstance(vote, Vote)
        if isinstance(vote, Vote) and vote.status == "passed":
            raised["bare model"] += 1
            styles.append(style)
        told = ", ".join(f"{name} {count}" for name, count in raised.items())
        print(
            f"{asked} answers, {time.perf_counter() - start:.0f} s, raised: {told} ({', '.join(styles)}); unparseable {broken}",
            flush=True,
        )


if __name__ == "__main__":
    asyncio.run(main())
