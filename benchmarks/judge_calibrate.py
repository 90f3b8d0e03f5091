"""Calibrates the built-in judge on EVOUNA, every item decided, beside string containment.

python -m benchmarks.judge_calibrate
"""

from __future__ import annotations

import asyncio
import json
import time

from benchmarks.judge_data import FOLDER, half, rows
from ragtester.judge import BuiltinJudge, Calibration, calibrate, parse_labels
from ragtester.text import normalise

FILES = {"NQ": "NQ.sample500.json", "TQ": "TQ.sample300.json"}


def containment(items: list[dict[str, object]]) -> float:
    """Accuracy of: an alternative stands in the answer, both normalised."""
    right = 0
    for item in items:
        answer = f" {normalise(str(item['answer']))} "
        found = any(f" {normalise(str(ref))} " in answer for ref in item["reference"])  # type: ignore[attr-defined]
        right += found == item["label"]
    return right / len(items)


def show(name: str, found: Calibration, seconds: float) -> None:
    interval = found.intervals["accuracy"]
    print(
        f"{name}: n {found.n}, unmeasured {found.unmeasured}, accuracy {found.accuracy:.4f} "
        f"({interval.low:.4f} to {interval.high:.4f}), kappa {found.kappa:.3f}, precision {found.precision:.4f}, "
        f"recall {found.recall:.4f}, F1 {found.f1:.4f}, {found.n / seconds:.0f} verdicts/s"
    )


async def main() -> None:
    for name, file in FILES.items():
        items = rows(FOLDER / file)
        print(f"{name}: containment {containment(items):.4f}")
        for part, chosen in (
            ("all", items),
            ("half 0", [i for i in items if half(str(i["question"])) == 0]),
            ("half 1", [i for i in items if half(str(i["question"])) == 1]),
        ):
            labels = parse_labels(json.dumps(item) for item in chosen)
            start = time.perf_counter()
            found = await calibrate(labels, BuiltinJudge(), reversed_sample=200 if part == "all" else 0)
            show(f"{name} {part}", found, time.perf_counter() - start)
            if part == "all":
                details(found)


def details(found: Calibration) -> None:
    for one in found.by_confidence:
        print(
            f"  confidence {one.low:.2f} to {one.high:.2f}: n {one.agreement.n}, mean {one.mean_confidence:.3f}, "
            f"accuracy {one.agreement.accuracy:.3f}"
        )
    for kind, agreement in found.by_type.items():
        print(f"  {kind}: n {agreement.n}, accuracy {agreement.accuracy:.3f}")
    if found.position_flips:
        print(f"  verdicts unchanged in reverse order: {found.position_flips.agreed} of {found.position_flips.n}")
    if found.verbosity:
        print(f"  leniency, longer less shorter half: {found.verbosity.difference:+.3f} {found.verbosity.interval}")
    print(f"  calibration error {found.calibration_error:.3f}")


if __name__ == "__main__":
    asyncio.run(main())
