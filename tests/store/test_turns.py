from __future__ import annotations

import subprocess
import sys
import time

import pytest

from ragtester.store import Turn
from ragtester.store.engine import open_engine

HOLD = """
import sys, time
from ragtester.store import Turn
from ragtester.store.engine import open_engine
turn = Turn(open_engine(sys.argv[1]), "night")
print("taken" if turn.take() else "refused", flush=True)
time.sleep(60)
"""


def test_a_turn_is_one_process_s_for_one_name_until_it_is_given_back(url: str) -> None:
    first, second, other = (Turn(open_engine(url), name) for name in ("night", "night", "day"))
    assert first.take()
    assert not second.take()
    assert other.take(), "another name waits for nobody"
    first.give_back()
    assert second.take()
    second.give_back()
    other.give_back()


def test_a_killed_process_leaves_its_turn_to_the_next(url: str) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, url], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "taken\n"
    turn = Turn(open_engine(url), "night")
    assert not turn.take()
    holder.kill()
    holder.communicate()
    deadline = time.monotonic() + 10
    while not (taken := turn.take()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert taken
    turn.give_back()


@pytest.mark.parametrize("place", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_nobody_else_s(place: str) -> None:
    assert Turn(open_engine(place), "night").take()
    assert Turn(open_engine(place), "night").take()
