"""Reads EVOUNA and writes it as label files for `ragtester calibrate`.

    python -m benchmarks.judge_data NQ.sample500.json -o nq.jsonl

EVOUNA (Wang et al. 2023) holds open questions, alternatives of the right answer split by "/", five systems' answers, and
a person's yes or no for each. Rows without a judgement are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

SYSTEMS = ("fid", "gpt35", "chatgpt", "gpt4", "newbing")
FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "evouna"


def rows(file: Path) -> list[dict[str, object]]:
    """One label per judged answer."""
    out: list[dict[str, object]] = []
    for item in json.loads(file.read_text(encoding="utf-8")):
        references = [part.strip() for part in item["golden_answer"].split("/") if part.strip()]
        for system in SYSTEMS:
            label, answer = item.get(f"judge_{system}"), item.get(f"answer_{system}")
            if isinstance(label, bool) and isinstance(answer, str) and answer.strip():
                out.append(
                    {
                        "question": item["question"],
                        "reference": references,
                        "answer": answer,
                        "label": label,
                        "system": system,
                    }
                )
    return out


def half(question: str) -> int:
    """0 for the half that rules were developed on, 1 for the half that only checks them; by the question's hash."""
    return int(hashlib.sha256(question.encode()).hexdigest(), 16) % 2


def fold(question: str, folds: int = 10) -> int:
    """The fold of a question; answers to one question stay together."""
    return int(hashlib.md5(question.encode()).hexdigest(), 16) % folds


def main() -> None:
    parser = argparse.ArgumentParser(description="EVOUNA as labels for `ragtester calibrate`")
    parser.add_argument("file", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args()
    lines = rows(given.file)
    given.output.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in lines), encoding="utf-8")
    print(f"{len(lines)} labels written to {given.output}")


if __name__ == "__main__":
    main()
