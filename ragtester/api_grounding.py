"""Grounding a file of answers with any verifier, as a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ragtester.api import DEFAULT_DATABASE, open_session, run_stoppable
from ragtester.config import GroundingConfig, LoadedConfig, load_config, parse_config
from ragtester.hallucination import FileGrounding, Topics, ground_file, ground_file_async, grounding_page, load_topics
from ragtester.retrieval.contract.atomic import write_atomically
from ragtester.runner import RunOptions, Session
from ragtester.runner.grounding import BUILTIN, make_verifier, read_topics, read_weights, verifier_names


def ground_answers(
    file: Path | str,
    *,
    verifiers: Sequence[str] = (),
    config: Path | str | None = None,
    tau: float | None = None,
    variants: int | None = None,
    topics: Path | str | None = None,
    html: Path | str | None = None,
    concurrency: int | None = None,
    database: str = DEFAULT_DATABASE,
    progress: Callable[[int], None] | None = None,
) -> FileGrounding:
    """Grounds every line of a JSONL file with `answer`, `contexts`, and if known `question`, `label`, `spans`.

    Args:
        file: the answers.
        verifiers: `builtin`, a model's name, several for a panel, or `cross_encoder/FOLDER`.
        config: where models are named; its `grounding` section is used for what is not given here.
        tau: a statement is flagged from this score.
        variants: variants of each kind for each statement.
        topics: file with topic rules; `default` takes the shipped one.
        html: a page of the marked answers.
        concurrency: answers that a model is asked about at the same time.
        database: where replies of models are kept.
        progress: called with the number of lines done so far.

    Raises:
        InputError: the file cannot be read.
        UsageError: a verifier, topic file or value that cannot be used.
    """
    loaded = _loaded(config)
    section = loaded.config.grounding or GroundingConfig()
    chosen_tau = section.tau if tau is None else tau
    count = section.variants if variants is None else variants
    weights = read_weights(section.weights) or None
    rules = _topics(topics) if topics is not None else read_topics(loaded, section.topics)
    names = tuple(verifiers) or verifier_names(section)

    async def work(session: Session) -> FileGrounding:
        return await ground_file_async(
            file,
            verifier=make_verifier(session.components, names) or BUILTIN,
            concurrency=concurrency or 8,
            tau=chosen_tau,
            n=count,
            weights=weights,
            topics=rules,
            progress=progress,
        )

    if set(names) == {BUILTIN}:
        found = ground_file(file, tau=chosen_tau, n=count, weights=weights, topics=rules, progress=progress)
    else:
        with open_session(loaded, RunOptions(concurrency=concurrency), database, None, None) as session:
            found = run_stoppable(session, work, alone=False)
    if html is not None:
        _write_page(found, Path(html), title=Path(file).name)
    return found


def _topics(given: Path | str) -> Topics:
    return load_topics() if str(given) == "default" else load_topics(given)


def _loaded(config: Path | str | None) -> LoadedConfig:
    """The configuration, or one that names nothing: models are then called by their short forms."""
    if config is not None:
        return load_config(Path(config))
    empty = "{name: ground, corpus: {files: [none]}, matrix: {generators: [reader]}}"
    return parse_config(empty, folder=Path())


def _write_page(found: FileGrounding, file: Path, *, title: str) -> None:
    answers = [row.answer for row in found.rows]
    write_atomically(file, grounding_page(list(zip(answers, found.groundings, strict=True)), title=title))


__all__ = ["ground_answers"]
