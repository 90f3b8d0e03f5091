"""Biases of a judge: does the order of the options, or the length of an answer, move its verdicts?"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from statistics import median

from ragtester.judge.labels import Label
from ragtester.records import Interval, Record, Verdict
from ragtester.stats import bootstrap_mean


class VerbosityBias(Record):
    """How much more lenient the judge is with long answers than with short ones.

    Leniency is the judge's pass rate less people's; 0 means that length moves no verdict.
    """

    difference: float
    """Leniency on the longer half less leniency on the shorter half."""
    longer: float
    shorter: float
    interval: Interval | None
    """Bootstrap interval of the difference."""
    median_words: float


async def order_flips(
    measured: Sequence[tuple[Label, Verdict]], ask: Callable[[Label], Awaitable[Verdict]], *, limit: int
) -> tuple[int, int]:
    """How many verdicts stayed, and how many were asked for again, with references and contexts in reverse order."""
    several = [pair for pair in measured if len(pair[0].references) > 1 or len(pair[0].contexts) > 1]
    step = max(1, len(several) // limit) if limit else 1
    chosen = several[::step][:limit]
    turned = [
        label.model_copy(update={"references": label.references[::-1], "contexts": label.contexts[::-1]})
        for label, _ in chosen
    ]
    again = await asyncio.gather(*map(ask, turned))
    pairs = [(first, second) for (_, first), second in zip(chosen, again, strict=True) if second.reason is None]
    return sum(first.status == second.status for first, second in pairs), len(pairs)


def verbosity_bias(measured: Sequence[tuple[Label, Verdict]], *, seed: int = 0) -> VerbosityBias | None:
    """The bias on these labels; None with fewer than ten, or where all answers are equally long."""
    if len(measured) < 10:
        return None
    lengths = [len(label.answer.split()) for label, _ in measured]
    middle = median(lengths)
    leniency = [float(verdict.status == "passed") - float(label.label) for label, verdict in measured]
    longer = [value for value, length in zip(leniency, lengths, strict=True) if length > middle]
    shorter = [value for value, length in zip(leniency, lengths, strict=True) if length <= middle]
    if not longer or not shorter:
        return None
    up, down = sum(longer) / len(longer), sum(shorter) / len(shorter)
    # the difference of two means as one mean: each value weighted by its half's share
    n = len(measured)
    signed = [
        value * n / len(longer) if length > middle else -value * n / len(shorter)
        for value, length in zip(leniency, lengths, strict=True)
    ]
    return VerbosityBias(
        difference=up - down,
        longer=up,
        shorter=down,
        interval=bootstrap_mean(signed, seed=seed, resamples=2000),
        median_words=float(middle),
    )
