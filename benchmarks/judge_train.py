"""Fits the weights of the equivalence model and says how they generalise.

    python -m benchmarks.judge_train            # cross-validation, and development half against check half
    python -m benchmarks.judge_train --judge    # the whole built-in judge, rules and all, with held-out weights
    python -m benchmarks.judge_train --write    # also writes ragtester/text/equivalence/weights.py

The model is a logistic regression with an L2 penalty on the features of `ragtester.text.equivalence.features`, fitted by
Newton's method on people's judgements of EVOUNA. No word of any question or answer is a feature. In cross-validation all
answers to one question are in one fold.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.judge_data import FOLDER, fold, half, rows
from ragtester.judge import BuiltinJudge, parse_labels
from ragtester.text import detect_abstention
from ragtester.text.equivalence import model
from ragtester.text.equivalence.compare import _compared
from ragtester.text.equivalence.features import NAMES, measure

PENALTY = 10.0
WEIGHTS = Path(__file__).resolve().parents[1] / "ragtester" / "text" / "equivalence" / "weights.py"
FILES = {"NQ": "NQ.sample500.json", "TQ": "TQ.sample300.json"}
Array = npt.NDArray[np.float64]


def features(items: list[dict[str, object]]) -> Array:
    """One row per answer: a 1 for the bias, then the features."""
    out = []
    for item in items:
        abstained = detect_abstention(str(item["answer"]), question=str(item["question"])).abstained
        found = measure(str(item["answer"]), item["reference"], str(item["question"]), abstained=abstained)  # type: ignore[arg-type]
        out.append([1.0, *(found.values if found else [0.0] * len(NAMES))])
    return np.array(out)


def fit(x: Array, y: Array, *, penalty: float = PENALTY) -> Array:
    """Weights on the features as they are; the penalty acts on standardised ones, not on the bias."""
    mean, deviation = x.mean(axis=0), x.std(axis=0)
    mean[0], deviation[0] = 0.0, 1.0
    deviation[deviation == 0] = 1.0
    z = (x - mean) / deviation
    ridge = np.eye(z.shape[1]) * penalty
    ridge[0, 0] = 1e-6
    w = np.zeros(z.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-z @ w))
        hessian = (z * (p * (1 - p) + 1e-9)[:, None]).T @ z + ridge
        w = w + np.linalg.solve(hessian, z.T @ (y - p) - ridge @ w)
    weights = w / deviation
    weights[0] = w[0] - (w[1:] * mean[1:] / deviation[1:]).sum()
    return np.asarray(weights)


def accuracy(x: Array, y: Array, weights: Array) -> float:
    return float(((x @ weights > 0) == (y > 0.5)).mean())


def held_out_judge(every: list[dict[str, object]], x: Array, y: Array, groups: npt.NDArray[np.int_]) -> Array:
    """Whether the built-in judge passes each answer, with weights from the answers of the other groups only.

    The rules beside the model are as they are: they are the same for every group.
    """
    judge = BuiltinJudge()
    cases = [label.case() for label in parse_labels(json.dumps(item) for item in every)]
    passed = np.zeros(len(y))
    before = (model.BIAS, model._ORDERED)
    try:
        for group in np.unique(groups):
            weights = fit(x[groups != group], y[groups != group])
            model.BIAS, model._ORDERED = float(weights[0]), tuple(weights[1:].tolist())
            _compared.cache_clear()
            for index in np.nonzero(groups == group)[0]:
                passed[index] = judge.judge_now(*cases[index]).status == "passed"
    finally:
        model.BIAS, model._ORDERED = before
        _compared.cache_clear()
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(description="fit the equivalence model")
    parser.add_argument("--judge", action="store_true", help="measure the whole judge with held-out weights")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    items = {name: rows(FOLDER / file) for name, file in FILES.items()}
    every = [item for group in items.values() for item in group]
    source = np.array([name for name, group in items.items() for _ in group])
    x = features(every)
    y = np.array([float(bool(item["label"])) for item in every])
    halves = np.array([half(str(item["question"])) for item in every])
    folds = np.array([fold(str(item["question"])) for item in every])
    developed = fit(x[halves == 0], y[halves == 0])
    crossed = np.zeros(len(y))
    for number in range(folds.max() + 1):
        crossed[folds == number] = x[folds == number] @ fit(x[folds != number], y[folds != number])
    for name in FILES:
        own = source == name
        parts = [accuracy(x[own & (halves == h)], y[own & (halves == h)], developed) for h in (0, 1)]
        cv = float(((crossed[own] > 0) == (y[own] > 0.5)).mean())
        print(f"{name}: fitted on half 0: half 0 {parts[0]:.4f}, half 1 {parts[1]:.4f}; 10-fold by question {cv:.4f}")
    for title, groups in (("10-fold by question", folds), ("one half, the other", halves)) if given.judge else ():
        passed = held_out_judge(every, x, y, groups)
        right = {name: float((passed == y)[source == name].mean()) for name in FILES}
        print(f"judge, {title}: " + ", ".join(f"{name} {share:.4f}" for name, share in right.items()), flush=True)
    weights = fit(x, y)
    if given.write:
        lines = [f'    "{name}": {value:.4f},' for name, value in zip(NAMES, weights[1:], strict=True)]
        WEIGHTS.write_text(
            '"""Weights of the equivalence model, written by `benchmarks/judge_train.py`; see there for how they were fitted."""\n\n'
            f"BIAS = {weights[0]:.4f}\nWEIGHTS: dict[str, float] = {{\n" + "\n".join(lines) + "\n}\n",
            encoding="utf-8",
        )
        print(f"written to {WEIGHTS.name}")


if __name__ == "__main__":
    main()
