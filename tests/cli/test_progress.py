from __future__ import annotations

import threading
import time

import pytest

from ragtester.cli import progress
from ragtester.cli.progress import Plain


def test_a_stage_whose_first_item_is_slow_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_EVERY_SECONDS", 0.05)
    shown = Plain()
    before = threading.active_count()
    bar = shown.stage("suite", 14)
    time.sleep(0.3)
    assert "suite    0/14 in 0:00" in capsys.readouterr().err
    bar.advance()
    shown.finish("suite")
    assert capsys.readouterr().err.rstrip().splitlines()[-1].startswith("suite    1/14")
    assert threading.active_count() == before, "the ticking ends with the last stage"
