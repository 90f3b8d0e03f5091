"""The command line. `main` is the entry point; nothing heavy is imported before a command runs."""

from ragtester.cli.boundary import program as main

__all__ = ["main"]
