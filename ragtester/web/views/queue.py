"""What a reviewer sees next, without what others said."""

from __future__ import annotations

from collections.abc import Hashable

from ragtester.records import content_key
from ragtester.store import Found
from ragtester.web.service import Service
from ragtester.web.views.state import state_of

_LARGEST, _LARGEST_SUITE = 2000, 20_000


def next_item(
    service: Service, run: str, kind: str, reviewer: str, *, skip: int = 0
) -> tuple[Found | None, tuple[int, int]]:
    """The next item of a run for a reviewer, and how many of how many are labelled.

    Everyone gets the same order, which is as good as random, so that two reviewers meet on the same items and
    what they label stands for the whole run. Answers that are the same work count once.
    """
    order = _order(service, run, kind)
    mine = service.labels.labelled(kind, reviewer)
    open_ = [one for one in order if one["item"] not in mine]
    done = len(order) - len(open_)
    return (open_[skip % len(open_)] if open_ else None), (done, len(order))


def _order(service: Service, run: str, kind: str) -> list[Found]:
    """The items of a run, `item` and where it stands; kept for the last few runs while they do not change."""
    key, state = (run, kind), state_of(service, run)
    known = _known.get(key)
    if known is None or known[0] != state:
        known = _known[key] = (state, _drawn(service, run, kind))
        while len(_known) > _KEPT:
            _known.pop(next(iter(_known)), None)
    return known[1]


_KEPT = 8
_known: dict[tuple[str, str], tuple[Hashable, list[Found]]] = {}


def _drawn(service: Service, run: str, kind: str) -> list[Found]:
    if kind == "verdict":
        return [{**row, "item": row["answer_key"]} for row in service.browse.drawn_answers(run, limit=_LARGEST)]
    tests = [row["id"] for row in service.browse.tests(run, equal={}, limit=_LARGEST_SUITE)]
    return [{"item": test, "test": test} for test in sorted(tests, key=lambda test: content_key("review", item=test))]
