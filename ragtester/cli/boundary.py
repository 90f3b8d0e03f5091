"""From an error to a message and an exit code: the command line's outer edge."""

from __future__ import annotations

import contextlib
import os
import sys

INTERRUPTED = 130
UNUSABLE = 2
UNMEASURED = 3


def program() -> None:
    """`main` as a program of its own, which ends at once where it was interrupted.

    Everything is stored by then, and the interpreter would wait for every thread: a local model's reply takes a minute.
    """
    try:
        main()
    except SystemExit as ended:
        if ended.code != INTERRUPTED:
            raise
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(INTERRUPTED)


def main() -> None:
    """Runs the command line; never shows a traceback unless `--debug` is given."""
    debug = "--debug" in sys.argv
    if debug:
        sys.argv = [argument for argument in sys.argv if argument != "--debug"]
    _show_any_text()
    _load_environment()
    from ragtester.cli.app import app

    try:
        app()
    except KeyboardInterrupt:
        if debug:
            raise
        _say("interrupted; the same command continues where it stopped")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        from ragtester.errors import MeasurementError, RagtesterError

        if debug:
            raise
        if isinstance(error, RagtesterError):
            _say(str(error))
        elif isinstance(error, OSError):
            _say(f"{error.filename or 'the system'}: {error.strerror or error}")
        else:
            _say(f"internal error: {type(error).__name__}: {error}; run again with --debug and report what it shows")
        outage = isinstance(error, MeasurementError) and error.retryable  # a refused key or a wrong model is none
        sys.exit(UNMEASURED if outage else UNUSABLE)


def _say(message: str) -> None:
    print(f"ragtester: {message}", file=sys.stderr)  # noqa: T201  the command line's own voice


def _show_any_text() -> None:
    """What files and systems hold is shown, even where the terminal has no letters for it."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _load_environment() -> None:
    """`--env-file FILE`, on any command: NAME=VALUE lines that the environment does not have yet."""
    arguments = sys.argv
    for position, argument in enumerate(arguments):
        if argument == "--env-file" and position + 1 < len(arguments):
            name, used = arguments[position + 1], 2
        elif argument.startswith("--env-file="):
            name, used = argument.partition("=")[2], 1
        else:
            continue
        del arguments[position : position + used]
        _read_environment(name)
        return


def _read_environment(name: str) -> None:
    try:
        with open(name, encoding="utf-8") as lines:  # noqa: PTH123  pathlib is not loaded yet
            listed = list(lines)
    except OSError as error:
        _say(f"--env-file {name}: {error.strerror}")
        sys.exit(UNUSABLE)
    for number, line in enumerate(listed, start=1):
        text = line.strip().removeprefix("export ")
        if not text or text.startswith("#"):
            continue
        key, found, value = text.partition("=")
        if not found or not key.strip().replace("_", "").isalnum():
            _say(f"--env-file {name}:{number}: not NAME=VALUE: {text!r}")
            sys.exit(UNUSABLE)
        os.environ.setdefault(key.strip(), value.strip().strip("'\""))
