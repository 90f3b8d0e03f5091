"""How long a command takes before it does anything: `python -m benchmarks.startup`. CPU time, least of several rounds."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

CONFIGS = Path(__file__).parents[1] / "configs"
COMMANDS = {
    "--version": ["--version"],
    "--help": ["--help"],
    "run --help": ["run", "--help"],
    "validate": ["validate", str(CONFIGS / "demo.yaml")],
}


def measure(arguments: list[str], rounds: int) -> tuple[float, float]:
    code = "import sys; from ragtester.cli import main; sys.argv[0] = 'ragtester'; sys.exit(main())"
    wall = cpu = float("inf")
    for _ in range(rounds):
        before, started = os.times(), time.perf_counter()
        subprocess.run([sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        wall = min(wall, time.perf_counter() - started)
        used = after.children_user + after.children_system - before.children_user - before.children_system
        cpu = min(cpu, used)
    return wall, cpu


def main() -> int:
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="JSON only")
    given = parser.parse_args()
    rows = []
    for name, arguments in COMMANDS.items():
        wall, cpu = measure(arguments, given.rounds)
        rows.append({"command": name, "seconds": round(wall, 3), "cpu_seconds": round(cpu, 3)})
        if not given.json:
            print(f"{name:12} {wall:7.3f} s {cpu:7.3f} s CPU")
    print(json.dumps(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
