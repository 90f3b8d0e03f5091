"""Judges against people: calibration on labels, and review in the terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ragtester.api import DEFAULT_DATABASE, open_session, run_stoppable
from ragtester.config import JudgeConfig, LoadedConfig, load_config, parse_config
from ragtester.judge import Calibration, read_labels
from ragtester.runner import RunOptions, Session
from ragtester.runner.judging import calibrate_stored, make_run_judge
from ragtester.runner.reviewing import (
    KINDS,
    Agreement,
    Ask,
    Kind,
    OpenDisagreement,
    Say,
    agreements,
    items_to_review,
    labelled_answers,
    open_disagreements,
    review_items,
    unlabelled,
)


def calibrate_judge(
    labels: Path | str,
    *,
    judge: str | None = None,
    config: Path | str | None = None,
    seed: int = 0,
    fresh: bool = False,
    database: str = DEFAULT_DATABASE,
) -> Calibration:
    """How far a judge agrees with people's labels; stored, so that runs with the same judge show it.

    Args:
        labels: JSON lines with question, reference, answer, label; optional contexts, score, type.
        judge: `builtin`, `openai/NAME`, `llama_cpp/PATH` or a model of the configuration; by default the
            configuration's judge, and the built-in one without a configuration.
        config: where models and the judge's settings are taken from.
        seed: of the bootstrap intervals.
        fresh: measure again what was measured before.
        database: where replies and the calibration are kept.

    Raises:
        InputError: the labels cannot be read.
        UsageError: the judge or the configuration cannot be used.
    """
    found = read_labels(Path(labels))
    loaded = _loaded(config)
    section = loaded.config.judge
    if judge is not None and judge != section.model:
        section = section.model_copy(update={"model": judge, "models": []})
    if judge == "builtin":
        section = JudgeConfig(thresholds=section.thresholds)

    async def work(session: Session) -> Calibration:
        made = make_run_judge(session.components, section.model_copy(update={"snapshot_metrics": False}))
        return await calibrate_stored(found, made, session.store, seed=seed)

    with open_session(loaded, RunOptions(fresh=fresh), database, None, None) as session:
        return run_stoppable(session, work, alone=False)


@dataclass(frozen=True, kw_only=True)
class ReviewResult:
    """What a review came to."""

    labelled: int
    """Items that were labelled now."""
    left: int
    """Items that this reviewer has not labelled."""
    agreements: Sequence[Agreement]
    disagreements: Sequence[OpenDisagreement]
    exported: int = 0

    def to_json(self) -> dict[str, Any]:
        """As `ragtester review --json` prints it."""
        return {
            "labelled": self.labelled,
            "left": self.left,
            "agreements": [asdict(one) for one in self.agreements],
            "disagreements": [asdict(one) for one in self.disagreements],
            "exported": self.exported,
        }


def review(
    config: Path | str | LoadedConfig,
    *,
    reviewer: str,
    ask: Ask,
    say: Say,
    kinds: Sequence[Kind] = KINDS,
    limit: int | None = None,
    export: Path | None = None,
    output: Path = Path("generated"),
    database: str = DEFAULT_DATABASE,
) -> ReviewResult:
    """A reviewer labels tests, answers and mutants of a configuration's newest run.

    Args:
        config: the configuration.
        reviewer: who labels; each reviewer sees the items in the same order and never another's labels.
        ask: shows a prompt and gives the line that was typed, None at the end.
        say: shows a text.
        kinds: `test`, `verdict`, `mutant`.
        limit: most items to label now; 0 only lists agreement.
        export: also writes the labelled answers as a file for `calibrate_judge`.
        output: folder that the run's files are in.
        database: where labels are kept.

    Raises:
        InputError: there is nothing to review.
    """
    with open_session(config, RunOptions(output=output), database, None, None) as session:
        items = items_to_review(session, tuple(kinds), seed=session.loaded.config.seed)
        labelled = review_items(session.store, items, reviewer=reviewer, ask=ask, say=say, limit=limit)
        lines = list(labelled_answers(session)) if export is not None else []
        if export is not None:
            export.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        return ReviewResult(
            labelled=labelled,
            left=len(unlabelled(session.store, items, reviewer=reviewer)),
            agreements=agreements(session.store, kinds),
            disagreements=open_disagreements(session.store, kinds),
            exported=len(lines),
        )


def _loaded(config: Path | str | None) -> LoadedConfig:
    """The configuration, or one that names nothing: models are then called by their short forms."""
    if config is not None:
        return load_config(Path(config))
    return parse_config("{name: calibrate, corpus: {files: [none]}, matrix: {generators: [reader]}}", folder=Path())


__all__ = ["ReviewResult", "calibrate_judge", "review"]
