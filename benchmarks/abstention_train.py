"""Fits the weights of the abstention model and says how they generalise.

    python -m benchmarks.abstention_train            # leave-one-round-out over the phrases of tests/text/data
    python -m benchmarks.abstention_train --write    # also writes ragtester/text/abstention/weights.tsv

A logistic regression with an L2 penalty on the features of `ragtester.text.abstention.features`. What is printed is the whole
decision, by weights that saw no phrase of the round: a file of `abstentions_round_*.tsv` was written in one go, half of it
facts that hold the words of an abstention. The lessons are left out in tenths, a phrase with its translations.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import optimize, sparse

from ragtester.stats import Confusion
from ragtester.text.abstention.detect import decide
from ragtester.text.abstention.features import features
from ragtester.text.abstention.reading import language_of
from ragtester.text.abstention.weights import FILE, Weights, write_weights
from ragtester.text.folding import fold
from ragtester.text.sentences import split_sentences

PHRASES = Path(__file__).resolve().parents[1] / "tests" / "text" / "data"
PENALTY = 1.0
RAREST, RAREST_WORD = 2, 3
"""Phrases that a feature, and a word, must occur in to get a weight."""
LEAST = 0.03
"""Weights nearer to zero are not kept."""
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Phrase:
    round: str
    language: str
    abstains: bool
    question: str
    text: str
    sentences: tuple[frozenset[str], ...]


def phrases(files: list[Path]) -> list[Phrase]:
    """Every phrase of the files; lines are language, kind, question where there is one, text."""
    found = []
    for file in files:
        name = file.stem.removeprefix("abstentions_")
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
            parts = line.split("\t")
            text = parts[-1]
            own = language_of(text)
            folded = [" ".join(fold(one.text).split()) for one in split_sentences(text)]
            found.append(
                Phrase(
                    f"lessons {number // 6 % 10}" if name == "lessons" else name,
                    parts[0],
                    parts[1] != "none",
                    parts[2] if len(parts) == 4 else "",
                    text,
                    tuple(frozenset(features(s, own, before=b)) for s, b in zip(folded, ["", *folded], strict=False)),
                )
            )
    return found


def fit(taught: list[Phrase]) -> Weights:
    """The sentence that abstains of an abstaining phrase is the one that scores highest, found in three turns."""
    counts = Counter(name for phrase in taught for sentence in phrase.sentences for name in sentence)
    names = sorted(name for name, n in counts.items() if n >= (RAREST_WORD if name.startswith("word ") else RAREST))
    place = {name: index for index, name in enumerate(names)}
    of = dict.fromkeys(("has NOT", "has NONE", "has CANT", "has SRC", "has ME", "has INFO", "has SAY"), 1.0)
    w = np.zeros(len(names) + 1)
    for _ in range(3):
        chosen = [
            (max(p.sentences, key=lambda s: (bool(s), sum(of.get(name, 0.0) for name in s))), p.abstains)
            for p in taught
            if p.sentences and (p.abstains or len(p.sentences) == 1)
        ]
        rows = [[place[name] for name in sentence if name in place] + [len(names)] for sentence, _ in chosen]
        x = sparse.csr_matrix(
            (np.ones(sum(map(len, rows))), np.concatenate(rows), np.cumsum([0, *map(len, rows)])),
            shape=(len(rows), len(names) + 1),
        )
        y = np.array([float(abstains) for _, abstains in chosen])

        def loss(w: Array, x: sparse.csr_matrix = x, y: Array = y) -> tuple[float, Array]:
            z = x @ w
            ridge = PENALTY * w
            ridge[-1] = 0
            p = 1 / (1 + np.exp(-z))
            return float((np.logaddexp(0, z) - y * z).sum() + (ridge * w).sum() / 2), x.T @ (p - y) + ridge

        w = optimize.minimize(loss, w, jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
        of = dict(zip(names, w[:-1].tolist(), strict=True))
    return Weights(float(w[-1]), of)


def main() -> None:
    parser = argparse.ArgumentParser(description="fit the abstention model")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", action="store_true", help="print what the held-out decision gets wrong")
    given = parser.parse_args()
    every = phrases(sorted(PHRASES.glob("abstentions*.tsv")))
    decided: dict[str, list[tuple[bool, bool]]] = {}
    for name in sorted({p.round for p in every}):
        weights = fit([p for p in every if p.round != name])
        for p in every:
            if p.round == name:
                found = decide(p.text, p.question, weights).abstained
                for group in (name.split()[0], "all", *(["rounds"] if name.startswith("round") else [])):
                    decided.setdefault(group, []).append((p.abstains, found))
                if given.show and found != p.abstains:
                    print(f"  {'missed' if p.abstains else 'marked'} {name} {p.language} {p.text[:150]}")
    for group, pairs in decided.items():
        counted = Confusion.count([truth for truth, _ in pairs], [mark for _, mark in pairs])
        if counted.recall is None:
            print(f"held out, {group}: n {counted.n}, wrongly marked {counted.false_positive}")
        else:
            print(f"held out, {group}: n {counted.n}, precision {counted.precision:.3f}, recall {counted.recall:.3f}")
    if given.write:
        weights = fit(every)
        kept = {name: value for name, value in weights.of.items() if abs(value) >= LEAST}
        write_weights(Weights(weights.bias, kept))
        print(f"{len(kept)} weights written to {FILE.name}")


if __name__ == "__main__":
    main()
