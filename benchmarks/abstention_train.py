"""Fits the weights of the abstention model and says how they generalise.

    python -m benchmarks.abstention_train            # cross-validation over the phrases of tests/text/data
    python -m benchmarks.abstention_train --write    # also writes ragtester/text/abstention/weights.tsv

A logistic regression with an L2 penalty on the features of `ragtester.text.abstention.features`: concepts and their order, no
word of any phrase. In cross-validation a phrase and its translations are in one fold. How much the listed grammar counts
beside the model is fitted on the held-out scores of phrases that the grammar was not written for.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy import optimize, sparse

from ragtester.text.abstention.detect import by_grammar
from ragtester.text.abstention.features import features
from ragtester.text.abstention.reading import language_of
from ragtester.text.abstention.settings import beside_the_point
from ragtester.text.abstention.weights import FILE, Weights, write_weights
from ragtester.text.folding import fold
from ragtester.text.sentences import split_sentences

PHRASES = Path(__file__).resolve().parents[1] / "tests" / "text" / "data"
PENALTY = 1.0
FOLDS = 10
WRITTEN_FOR = ("abstentions.tsv", "abstentions_check.tsv", "abstentions_fresh.tsv")
"""Phrases that the grammar was written for: it is right on them, which says nothing of how far to trust it."""
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Phrase:
    language: str
    abstains: bool
    text: str
    fold: int
    fresh: bool
    sentences: tuple[frozenset[str], ...]
    grammar: bool


def phrases(files: list[Path]) -> list[Phrase]:
    """Every phrase of the files; a phrase of the lessons shares its fold with its five translations."""
    found = []
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
            parts = line.split("\t")
            language, kind, text = parts[0], parts[1], parts[-1]
            question = parts[2] if len(parts) == 4 else ""
            own = language_of(text)
            sentences = [" ".join(fold(one.text).split()) for one in split_sentences(text)]
            found.append(
                Phrase(
                    language,
                    kind != "none",
                    text,
                    (number // 6 if "lessons" in file.name else number) % FOLDS,
                    file.name not in WRITTEN_FOR,
                    tuple(
                        frozenset()
                        if beside_the_point(s, None, question)
                        else frozenset(features(s, own, before=before))
                        for s, before in zip(sentences, ["", *sentences], strict=False)
                    ),
                    any(
                        by_grammar(one.text, question, own) in ("abstains", "refuses") for one in split_sentences(text)
                    ),
                )
            )
    return found


@dataclass(frozen=True)
class Model:
    weights: dict[str, float]
    bias: float

    def score(self, sentence: frozenset[str]) -> float:
        return self.bias + sum(self.weights.get(name, 0.0) for name in sentence) if sentence else -6.0

    def best(self, phrase: Phrase) -> float:
        return float(np.clip(max(map(self.score, phrase.sentences), default=-6.0), -6, 6))


def fit(taught: list[Phrase]) -> Model:
    """The sentence that abstains of an abstaining phrase is the one that scores highest, found in three turns."""
    counts = Counter(name for phrase in taught for sentence in phrase.sentences for name in sentence)
    names = sorted(name for name, count in counts.items() if count >= 2)
    place = {name: index for index, name in enumerate(names)}
    model = Model(
        {"has NOT": 1, "has NONE": 1, "has CANT": 1, "has SRC": 1, "has ME": 1, "has INFO": 1, "has SAY": 1}, 0
    )
    w = np.zeros(len(names) + 1)
    for _ in range(3):
        chosen = [
            (max(p.sentences, key=model.score), p.abstains)
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

        w = optimize.minimize(loss, w, jac=True, method="L-BFGS-B", options={"maxiter": 400}).x
        model = Model(dict(zip(names, w[:-1].tolist(), strict=True)), float(w[-1]))
    return model


def held_out(every: list[Phrase]) -> Array:
    """Each phrase's score by a model that saw neither it nor its translations."""
    scores = np.zeros(len(every))
    for number in range(FOLDS):
        model = fit([p for p in every if p.fold != number])
        for index, phrase in enumerate(every):
            if phrase.fold == number:
                scores[index] = model.best(phrase)
    return scores


def combine(scores: Array, grammar: Array, y: Array) -> Array:
    """Weights of score, grammar and bias, by Newton's method."""
    x = np.stack([scores, grammar, np.ones_like(scores)], axis=1)
    w = np.zeros(3)
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ w))
        w = w + np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(3), x.T @ (y - p))
    return w


def say(name: str, decided: npt.NDArray[np.bool_], y: Array) -> None:
    hits = float((decided & (y > 0)).sum())
    print(f"{name}: precision {hits / max(1, decided.sum()):.3f}, recall {hits / y.sum():.3f} (n {len(y)})")


def main() -> None:
    parser = argparse.ArgumentParser(description="fit the abstention model")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", action="store_true", help="print what the held-out decision gets wrong")
    given = parser.parse_args()
    every = phrases(sorted(PHRASES.glob("abstentions*.tsv")))
    y = np.array([float(p.abstains) for p in every])
    grammar = np.array([float(p.grammar) for p in every])
    fresh = np.array([p.fresh for p in every])
    scores = held_out(every)
    read = np.array([any(p.sentences) for p in every])
    w = combine(scores[fresh & read], grammar[fresh & read], y[fresh & read])
    both = np.stack([scores, grammar, np.ones_like(scores)], axis=1) @ w
    both[~read] = grammar[~read] - 0.5
    say("grammar, on phrases it was not written for", grammar[fresh] > 0, y[fresh])
    say("model held out, all", scores > 0, y)
    say("model held out, the same phrases", scores[fresh] > 0, y[fresh])
    say("both, the same phrases", both[fresh] > 0, y[fresh])
    for index in np.nonzero(((both > 0) != (y > 0)) & fresh)[0] if given.show else ():
        p = every[index]
        print(f"  {'missed' if p.abstains else 'marked'} {p.language} {scores[index]:+.1f} {p.grammar} {p.text[:120]}")
    if given.write:
        model = fit(every)
        kept = {name: value for name, value in model.weights.items() if abs(value) >= 0.02}
        write_weights(Weights(model.bias, float(w[0]), float(w[1]), float(w[2]), kept))
        print(f"{len(kept)} weights written to {FILE.name}")


if __name__ == "__main__":
    main()
