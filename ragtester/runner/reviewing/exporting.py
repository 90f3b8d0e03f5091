"""Labelled answers as a label file, so that a team's own labels calibrate its judge."""

from __future__ import annotations

from collections.abc import Iterator

from ragtester.records import JsonValue
from ragtester.runner.reviewing.items import answered, tests_of
from ragtester.runner.session import Session
from ragtester.runner.traces import hydrate, referred
from ragtester.store import Labels


def labelled_answers(session: Session) -> Iterator[dict[str, JsonValue]]:
    """One line per labelled answer of the newest run, as `ragtester calibrate` reads it; of several reviewers the majority."""
    votes: dict[str, int] = {}
    labels = Labels(session.store)
    after = 0
    while page := labels.listed(kind="verdict", after=after):
        after = int(page[-1]["id"])
        for row in page:
            votes[row["item"]] = votes.get(row["item"], 0) + (1 if row["label"] == "passed" else -1)
    tests = tests_of(session)
    written: set[str] = set()
    for case, payload in answered(session):
        key = case["answer_key"]
        test = tests.get(case["test"])
        if test is None or not votes.get(key) or key in written:
            continue
        written.add(key)
        answer = hydrate(payload, session.store.passages(referred(payload)))
        references = [test.expected_answer, *test.accepted_answers] if test.kind == "positive" else []
        yield {
            "question": test.query,
            "reference": list(references),
            "answer": answer.text,
            "label": votes[key] > 0,
            "contexts": [passage.text for passage in answer.context or ()],
            "type": test.type,
        }
