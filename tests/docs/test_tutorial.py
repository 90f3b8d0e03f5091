"""The tutorial, followed to the letter: its files are written, its commands are run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from reading import ROOT, blocks, commands

PAGE = ROOT / "docs" / "tutorial" / "first-suite.md"


def ragtester(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtester", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_following_the_tutorial_leads_to_the_failures_that_it_speaks_of(tmp_path: Path) -> None:
    ran = 0
    for block in blocks(PAGE):
        what, _, name = block.mark.partition(": ")
        file = tmp_path / name
        if what == "file":
            if file.name == "ragtester.yaml":
                assert file.is_file(), "init wrote it before"
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif what == "append":
            file.write_text(file.read_text(encoding="utf-8") + block.text, encoding="utf-8")
        elif block.language == "console":
            for words in commands(block):
                if words[0] != "ragtester" or words[1] == "--version":
                    continue
                done = ragtester(words[1:], tmp_path)
                expected = int(name) if what == "exit code" else 0
                assert done.returncode == expected, f"{block.place}: {' '.join(words)}: {done.stdout}{done.stderr}"
                ran += 1
    assert ran == 6
    failures = (tmp_path / "failures.md").read_text(encoding="utf-8")
    assert "| my-rag |" in failures
    assert "| generate |" in failures
    assert (tmp_path / "generated" / "bicycle-workshop" / "suite.rejected.jsonl").is_file()
