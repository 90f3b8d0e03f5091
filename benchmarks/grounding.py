"""How well answers are grounded: two public sets of sentence pairs, answers with planted errors, and speed.

Run as ``python -m benchmarks.grounding --data FOLDER [--model FILE.gguf] [--items 60]``. The folder holds
`breaking_nli/sample.jsonl` and `fever_symmetric/fever_symmetric.half.jsonl`; a part whose data are absent is passed over.
Each pair is one answer (the claim) with one context (the evidence); flagged means not borne out.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.kept_replies import FOLDER, KeptReplies
from benchmarks.local_models import local_model
from benchmarks.planted import FAULTS, planted_answers
from ragtester.errors import MeasurementError
from ragtester.hallucination import LlmVerifier, agreement, ground, span_agreement


class Pair(NamedTuple):
    claim: str
    evidence: str
    wrong: bool
    category: str


def breaking_nli(folder: Path) -> list[Pair]:
    rows = _rows(folder / "breaking_nli" / "sample.jsonl")
    kept = [row for row in rows if row["gold_label"] in ("contradiction", "entailment")]
    return [
        Pair(row["sentence2"], row["sentence1"], row["gold_label"] == "contradiction", row["category"]) for row in kept
    ]


def fever_symmetric(folder: Path) -> list[Pair]:
    rows = _rows(folder / "fever_symmetric" / "fever_symmetric.half.jsonl")
    return [Pair(row["claim"], row["evidence_sentence"], row["label"] == "REFUTES", row["label"]) for row in rows]


def _rows(file: Path) -> list[dict[str, str]]:
    if not file.is_file():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def report(name: str, pairs: Sequence[Pair], flags: Sequence[bool], seconds: float) -> None:
    right = [pair.wrong == flag for pair, flag in zip(pairs, flags, strict=True)]
    recalls = [
        _mean(ok for ok, pair in zip(right, pairs, strict=True) if pair.wrong == wrong) for wrong in (True, False)
    ]
    print(
        f"\n{name}: n {len(pairs)}, accuracy {_mean(right):.3f}, balanced accuracy {sum(recalls) / 2:.3f} "
        f"(wrong flagged {recalls[0]:.3f}, sound passed {recalls[1]:.3f}), {len(pairs) / seconds:.0f} answers/s"
    )
    by_category: dict[tuple[str, bool], list[bool]] = defaultdict(list)
    for ok, pair in zip(right, pairs, strict=True):
        by_category[pair.category, pair.wrong].append(ok)
    print("| category | label | n | right |\n|---|---|---:|---:|")
    for (category, wrong), results in sorted(by_category.items()):
        print(f"| {category} | {'wrong' if wrong else 'sound'} | {len(results)} | {_mean(results):.3f} |")


def run_builtin(name: str, pairs: Sequence[Pair]) -> None:
    if pairs:
        started = time.process_time()
        flags = [ground(pair.claim, [pair.evidence]).flagged for pair in pairs]
        report(f"{name}, built-in", pairs, flags, time.process_time() - started)


async def run_model(name: str, pairs: Sequence[Pair], named: str, items: int, budget: float) -> None:
    """Up to `items` pairs, as many as `budget` seconds allow."""
    if not pairs:
        return
    chosen = Random(7).sample(list(pairs), min(items, len(pairs)))
    model = KeptReplies(local_model(named), FOLDER / "grounding.jsonl")
    verifier = LlmVerifier(model)
    started = time.perf_counter()
    flags: list[bool] = []
    kept: list[Pair] = []
    failed = 0
    for pair in chosen:
        if time.perf_counter() - started > budget:
            break
        try:
            (finding,) = await verifier.verify([pair.claim], (pair.evidence,))
        except MeasurementError:
            failed += 1
            continue
        kept.append(pair)
        flags.append(finding.judgement.answer != "yes")
    spent = time.perf_counter() - started
    report(f"{name}, {model.name} ({failed} unmeasured, {spent / len(chosen):.1f} s per answer)", kept, flags, spent)
    report(f"{name}, built-in on the same items", kept, [ground(p.claim, [p.evidence]).flagged for p in kept], 1.0)


def run_planted(count: int, seed: int) -> None:
    items = list(planted_answers(count, seed=seed))
    started = time.process_time()
    done = [ground(item.answer, item.contexts) for item in items]
    spent = time.process_time() - started
    responses = agreement([item.fault != "none" for item in items], [g.flagged for g in done], [g.score for g in done])
    spans = span_agreement([item.spans for item in items], [g.spans() for g in done])
    assert responses is not None and spans is not None
    print(
        f"\nplanted errors: n {len(items)}, seed {seed}, {len(items) / spent:.0f} answers/s on whole retrieved chunks"
    )
    print(f"response level: F1 {responses.f1:.3f}, accuracy {responses.accuracy:.3f}, ROC AUC {responses.roc_auc:.3f}")
    print(f"span level: precision {spans.precision:.3f}, recall {spans.recall:.3f}, F1 {spans.f1:.3f}")
    print(f"characters: F1 {spans.characters_f1:.3f}")
    print("| planted | n | flagged |\n|---|---:|---:|")
    for fault in FAULTS:
        results = [g.flagged for item, g in zip(items, done, strict=True) if item.fault == fault]
        print(f"| {fault} | {len(results)} | {_mean(results):.3f} |")


def run_speed(seed: int) -> None:
    """Answers of one to two sentences on contexts cut to 300 words, each context seen once."""
    items = list(planted_answers(500, seed=seed))
    work = [(item.answer, [" ".join(" ".join(item.contexts).split()[:300])]) for item in items]
    for answer, contexts in work[:100]:
        ground(answer, contexts)
    started = time.process_time()
    for answer, contexts in work[100:]:
        ground(answer, contexts)
    spent = time.process_time() - started
    words = sum(len(answer.split()) for answer, _ in work[100:]) / len(work[100:])
    print(
        f"\nspeed: {len(work[100:]) / spent:.0f} answers per second of one core ({words:.0f} words each, contexts of 300 words)"
    )
    context = [work[0][1][0]]
    print("| answer, characters | seconds | microseconds per character |\n|---:|---:|---:|")
    for times in (1, 10, 100, 200):
        text = " ".join(f"{answer}" for answer, _ in work[100 : 100 + times])
        started = time.process_time()
        ground(text, context)
        spent = time.process_time() - started
        print(f"| {len(text)} | {spent:.3f} | {1e6 * spent / len(text):.1f} |")


def _mean(values: Iterable[bool]) -> float:
    kept = list(values)
    return sum(kept) / len(kept) if kept else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--model", help="a GGUF file, or the address of an endpoint")
    parser.add_argument("--items", type=int, default=60)
    parser.add_argument("--budget", type=float, default=300, help="seconds for each set with a model")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    sets = {"breaking_nli": breaking_nli(options.data), "fever_symmetric": fever_symmetric(options.data)}
    if options.model:
        for name, pairs in sets.items():
            asyncio.run(run_model(name, pairs, options.model, options.items, options.budget))
        return
    for name, pairs in sets.items():
        run_builtin(name, pairs)
    run_planted(400, options.seed)
    run_speed(options.seed)


if __name__ == "__main__":
    main()
