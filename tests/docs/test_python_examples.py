from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from reading import PAGES, ROOT, Block, blocks

BLOCKS = [block for page in PAGES for block in blocks(page, "python")]
TOO_LONG = {"README.md": "runs the whole demonstration"}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_a_python_example_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reason = TOO_LONG.get(block.page.relative_to(ROOT).as_posix())
    code = compile(textwrap.dedent(block.text), block.place, "exec", dont_inherit=True)
    if reason or block.mark.startswith("file:"):
        pytest.skip(reason or "a file of the tutorial, which has a test of its own")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    exec(code, {"__name__": "example"})


def test_the_names_that_the_readme_uses_exist() -> None:
    import ragtester

    assert callable(ragtester.run_config)
    assert {"summary", "exit_code"} <= set(ragtester.run_config.__annotations__) | set(_result_fields())


def _result_fields() -> list[str]:
    from ragtester.runner import RunResult

    return list(RunResult.__annotations__)
