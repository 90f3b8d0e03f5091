"""The garbage collector while cases flow."""

from __future__ import annotations

import gc
import weakref

from ragtester.runner.collecting import seldom_collected


class Knot:
    def __init__(self) -> None:
        self.itself = self


def test_what_is_there_already_is_left_out_and_everything_is_as_before_afterwards():
    before = gc.get_threshold()
    with seldom_collected():
        assert gc.get_freeze_count() > 1000
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_rubbish_of_the_stream_is_still_collected_so_that_memory_stays_bounded():
    with seldom_collected():
        first = weakref.ref(Knot())
        kept = [Knot() for _ in range(30_000)]
        assert first() is None
        assert len(kept) == 30_000


def test_settings_of_the_caller_are_kept():
    before = gc.get_threshold()
    gc.set_threshold(50_000, 5, 5)
    try:
        with seldom_collected():
            assert gc.get_threshold() == (50_000, 5, 5)
            assert gc.get_freeze_count() == 0
    finally:
        gc.set_threshold(*before)


def test_a_stream_within_a_stream_changes_nothing():
    with seldom_collected():
        outer = gc.get_threshold()
        with seldom_collected():
            pass
        assert gc.get_threshold() == outer
        assert gc.get_freeze_count() > 0
