"""Precision and recall of abstention detection on the phrases of tests/text/data, and what it marks among EVOUNA's answers.

python -m benchmarks.judge_abstention [--show]     # --show prints every answer that it marks, for reading
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from benchmarks.judge_data import FOLDER, rows
from ragtester.stats import Confusion, wilson
from ragtester.text import detect_abstention

PHRASES = Path(__file__).resolve().parents[1] / "tests" / "text" / "data"


def phrases(file: Path) -> None:
    lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line]
    truth = [line[1] != "none" for line in lines]
    decided = [detect_abstention(line[-1], question=line[2] if len(line) == 4 else "").abstained for line in lines]
    found = Confusion.count(truth, decided)
    if found.recall is None:
        print(f"{file.name}: n {found.n}, wrongly marked {found.false_positive}")
        return
    low = wilson(found.true_positive, found.true_positive + found.false_negative).low
    print(f"{file.name}: n {found.n}, precision {found.precision:.4f}, recall {found.recall:.4f} (at least {low:.3f})")
    for language in sorted({line[0] for line in lines}):
        own = [i for i, line in enumerate(lines) if line[0] == language]
        right = sum(truth[i] == decided[i] for i in own)
        print(f"  {language}: {right} of {len(own)}")


def answers(*, show: bool) -> None:
    for file in sorted(FOLDER.glob("*.json")):
        items = rows(file)
        start = time.perf_counter()
        found = [detect_abstention(str(item["answer"]), question=str(item["question"])) for item in items]
        seconds = time.perf_counter() - start
        kinds = Counter(one.kind for one in found)
        right = sum(bool(item["label"]) for item, one in zip(items, found, strict=True) if one.abstained)
        print(
            f"{file.name}: {dict(kinds)}, {len(items) / seconds:.0f} answers/s; called right by people though marked: {right}"
        )
        for item, one in zip(items, found, strict=True):
            if show and one.abstained:
                print(f"  {one.kind} | {item['question']} | {str(item['answer'])[:300]!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description="abstention detection, measured")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    for file in sorted(PHRASES.glob("abstentions*.tsv")):
        phrases(file)
    answers(show=given.show)


if __name__ == "__main__":
    main()
