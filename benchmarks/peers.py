"""The same kind of work by others: `python -m benchmarks.peers [--samples 1000]`.

One call a sample to a stand-in endpoint, 64 in flight: a model grades an answer by one criterion. Ours is a request through
window, retries and schema check; ragas 0.4.3 its `AspectCritic`, deepeval 4.3.1 its `GEval` with given steps. Each peer lives in
an environment of its own under `--folder`, which is made on first use from the package index; ours needs none.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.fanout import endpoint, stats
from ragtester.testing.stand_in.replies import default_reply, wanted_schema

NEEDS = {
    "ragas": ["ragas==0.4.3", "langchain<0.4", "langchain-community<0.4", "langchain-openai<0.4"],
    "deepeval": ["deepeval==4.3.1"],
}
COMMON = """
import asyncio, json, os, sys, time
samples, window = int(sys.argv[1]), int(sys.argv[2])
context = "The notice period for employees in their first year is fourteen days. " * 6

def told(work):
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    print(json.dumps({"seconds": time.perf_counter() - wall, "cpu_seconds": time.process_time() - cpu}))
"""
SCRIPTS = {
    "ours": """
import aiohttp, openai  # peers import their clients before the clock starts, too
from ragtester.llm import ask_json, limited, make_chat_model
from ragtester.records import Message, Request
url = os.environ["OPENAI_BASE_URL"]
model = limited(make_chat_model("m", {"openai": {"model": "gpt-4o-mini", "base_url": url, "concurrency": window}}))
schema = {"type": "object", "properties": {"reason": {"type": "string", "maxLength": 200}, "verdict": {"type": "integer", "minimum": 0,
          "maximum": 1}}, "required": ["reason", "verdict"], "additionalProperties": False}

async def grade(number):
    text = f"{context} Question {number}: how long is it? Answer {number}: fourteen days. Is the answer right?"
    await ask_json(model, Request(messages=(Message(role="user", content=text),), schema_=schema))

async def all_():
    await asyncio.gather(*(grade(number) for number in range(samples)))

told(lambda: asyncio.run(all_()))
""",
    "ragas": """
from langchain_openai import ChatOpenAI
from ragas import EvaluationDataset, RunConfig, SingleTurnSample, evaluate
from ragas.llms import LangchainLLMWrapper
from ragas.metrics import AspectCritic
llm = LangchainLLMWrapper(ChatOpenAI(model="gpt-4o-mini", max_retries=0))
metric = AspectCritic(name="right", definition="Is the answer right?", llm=llm)
made = [SingleTurnSample(user_input=f"{context} Question {n}: how long is it?", response=f"Answer {n}: fourteen days.")
        for n in range(samples)]
data = EvaluationDataset(samples=made)
told(lambda: evaluate(data, metrics=[metric], llm=llm, run_config=RunConfig(max_workers=window), show_progress=False))
""",
    "deepeval": """
from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import GEval
from deepeval.test_case import LLMTestCase
try:
    from deepeval.test_case import SingleTurnParams as Params
except ImportError:
    from deepeval.test_case import LLMTestCaseParams as Params
metric = GEval(name="right", model="gpt-4o-mini", evaluation_steps=["Is the answer right?"],
               evaluation_params=[Params.INPUT, Params.ACTUAL_OUTPUT])
cases = [LLMTestCase(input=f"{context} Question {n}: how long is it?", actual_output=f"Answer {n}: fourteen days.")
         for n in range(samples)]
told(lambda: evaluate(cases, [metric], async_config=AsyncConfig(max_concurrent=window, throttle_value=0),
                      display_config=DisplayConfig(show_indicator=False, print_results=False),
                      cache_config=CacheConfig(write_cache=False, use_cache=False)))
""",
}


def say(body: Mapping[str, object]) -> str:
    """Data where a schema was sent, and a score for whoever describes the JSON that it wants in words."""
    return default_reply(body) if wanted_schema(body) else json.dumps({"score": 8, "reason": "It is right."})


def python_of(name: str, folder: Path) -> Path:
    """The interpreter of a peer's environment, which is made where it is not there."""
    if name == "ours":
        return Path(sys.executable)
    place = folder / name
    python = place / "bin" / "python"
    if not (place / ".ready").exists():
        print(f"making an environment for {name} in {place}", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *NEEDS[name]], check=True)
        (place / ".ready").touch()
    return python


def measured(name: str, python: Path, *, samples: int, window: int, latency: float) -> dict[str, Any]:
    with endpoint(latency, more=("--reply", "benchmarks.peers:say")) as url, tempfile.TemporaryDirectory() as work:
        environment = {
            **os.environ,
            "OPENAI_BASE_URL": url,
            "OPENAI_API_BASE": url,
            "OPENAI_API_KEY": "k",
            "RAGAS_DO_NOT_TRACK": "true",
            "DEEPEVAL_TELEMETRY_OPT_OUT": "1",
            "CONFIDENT_OPEN_BROWSER": "0",
        }
        command = [str(python), "-c", COMMON + SCRIPTS[name], str(samples), str(window)]
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=work, check=False)
        whole = time.perf_counter() - began
        sent = stats(url)["chat"]
    lines = [line for line in done.stdout.splitlines() if line.startswith('{"seconds"')]
    if done.returncode or not lines:
        return {"what": name, "failed": done.stderr.strip().splitlines()[-1:] or done.stdout[-300:]}
    found = json.loads(lines[-1])
    return {
        "what": name,
        "samples": samples,
        "seconds": round(found["seconds"], 2),
        "of_ideal": round(samples * latency / window / found["seconds"], 3),
        "cpu_ms_per_sample": round(found["cpu_seconds"] / samples * 1000, 2),
        "calls_per_sample": round(sent / samples, 2),
        "with_start_seconds": round(whole, 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(SCRIPTS)}")
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--window", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.1)
    parser.add_argument("--folder", type=Path, default=Path("generated/peers"), help="where environments are kept")
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    rows = []
    for name in given.names or SCRIPTS:
        python = python_of(name, given.folder.absolute())
        rows.append(measured(name, python, samples=given.samples, window=given.window, latency=given.latency))
        if not given.json:
            print("  ".join(f"{key} {value}" for key, value in rows[-1].items()), flush=True)
    print(json.dumps(rows))
    return int(any("failed" in row for row in rows))


if __name__ == "__main__":
    sys.exit(main())
