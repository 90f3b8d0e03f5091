"""How the typos of the ON operator compare with typos that people made.

    python -m benchmarks.mutants_typos FOLDER

FOLDER holds DL-Typo: `query.tsv` and `query.typo.tsv` (id, text), 60 queries of real users with their corrections.
Each word that differs is classified (dropped, additional, exchanged or wrong letter, more than one slip), and the shares
are set beside those of ON on the corrected queries; the total variation distance says how far apart they are.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ragtester.metamorphic.typos import damage, human, neighbours

KINDS = ("dropped", "additional", "doubled", "neighbour", "other letter", "swapped", "several")


def kind(right: str, wrong: str) -> str:
    """Which single slip turns `right` into `wrong`."""
    for at in range(len(right)):
        if right[:at] + right[at + 1 :] == wrong:
            return "dropped"
        if at + 1 < len(right) and right[:at] + right[at + 1] + right[at] + right[at + 2 :] == wrong:
            return "swapped"
        if len(right) == len(wrong) and right[:at] + wrong[at] + right[at + 1 :] == wrong:
            return "neighbour" if wrong[at] in neighbours(right[at]) else "other letter"
    for at in range(len(wrong)):
        if wrong[:at] + wrong[at + 1 :] == right:
            return "doubled" if wrong[at] in wrong[max(0, at - 1) : at] + wrong[at + 1 : at + 2] else "additional"
    return "several"


def read(file: Path) -> dict[str, str]:
    lines = (line.split("\t", 1) for line in file.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return {key: text.strip().lower() for key, text in lines}


def real_pairs(folder: Path) -> Iterable[tuple[str, str]]:
    clean, typo = read(folder / "query.tsv"), read(folder / "query.typo.tsv")
    for key in clean.keys() & typo.keys():
        right, wrong = clean[key].split(), typo[key].split()
        if len(right) == len(wrong):
            yield from ((a, b) for a, b in zip(right, wrong, strict=True) if a != b)


def made_pairs(folder: Path, repeats: int = 200) -> Iterable[tuple[str, str]]:
    for seed in range(repeats):
        for text in read(folder / "query.tsv").values():
            for start, end, put_in in damage(text, rate=0.01, channel=human, random_=random.Random(f"{seed} {text}")):
                begin = text.rfind(" ", 0, start) + 1
                stop = text.find(" ", end - 1)
                stop = stop if stop >= 0 else len(text)
                yield text[begin:stop], text[begin:start] + put_in + text[end:stop]


def shares(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, float], int, float, float]:
    pairs = list(pairs)
    counts = Counter(kind(a, b) for a, b in pairs)
    lengths = sum(len(a) for a, _ in pairs) / len(pairs)
    first = sum(a[:1] != b[:1] for a, b in pairs) / len(pairs)
    return {name: counts[name] / len(pairs) for name in KINDS}, len(pairs), lengths, first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    real, n_real, long_real, first_real = shares(real_pairs(folder))
    made, n_made, long_made, first_made = shares(made_pairs(folder))
    print(f"{'slip':14}{'people':>8}{'ON':>8}")
    for name in KINDS:
        print(f"{name:14}{real[name]:8.2f}{made[name]:8.2f}")
    print(f"{'words':14}{n_real:8}{n_made:8}")
    print(f"{'word length':14}{long_real:8.1f}{long_made:8.1f}")
    print(f"{'first letter':14}{first_real:8.2f}{first_made:8.2f}")
    single_real = {k: v / (1 - real["several"]) for k, v in real.items() if k != "several"}
    distance = sum(abs(single_real[k] - made[k]) for k in single_real) / 2
    print(f"total variation distance of the single slips: {distance:.2f}")


if __name__ == "__main__":
    main()
