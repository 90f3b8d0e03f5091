from __future__ import annotations

import re

import pytest
import typer
from reading import PAGES, ROOT, Block, blocks, commands
from typer.exceptions import TyperException

from ragtester.cli.app import app

BLOCKS = [block for page in PAGES for block in blocks(page, "console")]


def parse(words: list[str]) -> None:
    """Parses a command as the command line does, without running it; raises where it is not one."""
    from typer.core import TyperGroup
    from typer.main import get_command

    words = [word for word in words if word != "--debug"]
    if "--env-file" in words:
        place = words.index("--env-file")
        assert len(words) > place + 1, "--env-file needs a file"
        del words[place : place + 2]
    command, name, context = get_command(app), "ragtester", None
    while isinstance(command, TyperGroup):
        context = command.make_context(name, words, parent=context)
        found, command, words = command.resolve_command(context, [*context._protected_args, *context.args])
        name = found or ""
    assert command is not None
    command.make_context(name, words, parent=context)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_every_ragtester_command_parses(block: Block) -> None:
    for words in commands(block):
        if words[0] != "ragtester":
            continue
        try:
            parse(words[1:])
        except typer.Exit:
            pass  # --version and --help end there
        except (TyperException, ValueError) as error:
            pytest.fail(f"{block.place}: {' '.join(words)}: {error}")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_every_make_target_and_shipped_file_exists(block: Block) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for words in commands(block):
        if words[0] == "make":
            assert set(words[1:]) <= targets
        for word in words[1:]:
            if word.startswith(("configs/", "benchmarks/", "docs/")):
                assert (ROOT / word).exists(), f"{block.place}: there is no {word}"


@pytest.mark.parametrize(
    "words", [["run"], ["run", "a.yaml", "--limits", "3"], ["runs", "a.yaml"], ["run", "a.yaml", "--limit", "many"]]
)
def test_a_command_that_does_not_exist_does_not_parse(words: list[str]) -> None:
    with pytest.raises(TyperException):
        parse(words)


def test_there_are_examples_to_check() -> None:
    assert sum(words[0] == "ragtester" for block in BLOCKS for words in commands(block)) > 25
