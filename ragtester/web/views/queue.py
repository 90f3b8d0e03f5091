"""What a reviewer sees next: what teaches most first, without what others said."""

from __future__ import annotations

from ragtester.records import content_key
from ragtester.store import Found
from ragtester.web.service import Service

_LARGEST = 2000


def next_item(
    service: Service, run: str, kind: str, reviewer: str, *, skip: int = 0
) -> tuple[Found | None, tuple[int, int]]:
    """The next item of a run for a reviewer, and how many of how many are labelled.

    Everyone gets the same order, drawn from the items' names, so that two reviewers meet on the same
    items and no one labels the first system only. Answers that are the same text count once.
    """
    if kind == "test":
        items = {row["id"]: row for row in service.browse.tests(run, equal={}, limit=_LARGEST)}
    else:
        found = service.browse.cases(run, equal={}, limit=_LARGEST)
        items = {row["answer_key"]: row for row in found if row["answer_key"] and row["status"] in ("passed", "failed")}
    mine = {label["item"] for label in service.labels.listed(kind=kind, reviewer=reviewer, limit=100_000)}
    order = sorted(items, key=lambda item: content_key("review", item=item))
    open_ = [item for item in order if item not in mine]
    done = len(order) - len(open_)
    return (items[open_[skip % len(open_)]] if open_ else None), (done, len(order))
