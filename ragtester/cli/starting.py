"""`ragtester init`: the first configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def init(
    folder: Annotated[Path, typer.Argument(help="Folder to write into; made where it is missing.")] = Path(),
    domain: Annotated[str | None, typer.Option(help="A domain; a model writes a blueprint for it.")] = None,
    docs: Annotated[list[Path] | None, typer.Option(help="Your own documents: files or folders.")] = None,
    model: Annotated[
        str, typer.Option(help="Model that writes the blueprint, such as openai/NAME or llama_cpp/FILE.")
    ] = "openai/gpt-5-nano",
    target: Annotated[
        str | None, typer.Option(metavar="URL", help="Your own RAG system's address: one request is tried.")
    ] = None,
    header: Annotated[
        list[str] | None,
        typer.Option(metavar="'NAME: VALUE'", help="Header for the target; $VARIABLE is never written out."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")] = False,
) -> None:
    """Write a commented configuration, and a blueprint where a domain is named."""
    from ragtester.api import start_project

    for line in start_project(
        folder, domain=domain, docs=docs or [], model=model, target=target, headers=header or [], force=force
    ):
        typer.echo(line)
