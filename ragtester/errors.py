"""Every error that ragtester raises on purpose.

The tree::

    RagtesterError                   one short message: the thing, its value, the remedy
    |-- UsageError                   the caller's mistake; nothing was spent; exit code 2
    |   |-- ConfigError              a configuration key or value
    |   |-- UnknownNameError         a component, model or blueprint that does not exist
    |   |-- PromptError              a template or its variables
    |   |-- MissingExtraError        an optional package is not installed
    |   |-- PluginError              a third party's component that cannot be loaded, or fails
    |   `-- InputError               a file that a user gave
    |       |-- DocumentError        a document that cannot be read (see its `problem`)
    |       |-- SuiteError           a suite or one of its lines
    |       `-- ContractError        a retrieval contract, capture or scenario
    |-- MeasurementError             a result could not be measured: it becomes `unmeasured`
    |   |-- EndpointError            a model or system did not answer properly
    |   |-- ReplyError               it answered, but with nothing that can be used
    |   `-- BudgetSpentError         the budget ended before this item
    `-- StoreError                   the database: locked, full, or of another version

`UsageError` stops a command before anything is spent. `MeasurementError` never stops a run: the
worker boundary turns it into a result with status `unmeasured` and the error's `reason`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

EndpointProblem = Literal[
    "connection",
    "timeout",
    "authentication",
    "not_found",
    "rate_limited",
    "server_error",
    "bad_request",
    "not_json",
]
"""Why an endpoint gave no usable answer."""

ReplyProblem = Literal["empty", "refused", "unparseable"]
"""Why a reply that did arrive cannot be used."""

DocumentProblem = Literal["missing", "broken", "empty", "image_only", "encrypted", "unsupported", "too_large"]
"""Why a document cannot be read."""

UnmeasuredReason = Literal[
    "connection",
    "timeout",
    "authentication",
    "not_found",
    "rate_limited",
    "server_error",
    "bad_request",
    "not_json",
    "empty",
    "refused",
    "unparseable",
    "budget",
    "system_error",
]
"""Why a check has no verdict."""


class RagtesterError(Exception):
    """Base of every error raised on purpose; `str()` of it is what a user reads."""


class UsageError(RagtesterError):
    """The caller's mistake: the message names the thing, its value and the remedy."""


class ConfigError(UsageError):
    """A configuration that cannot be used.

    Args:
        message: what is wrong, with the value, and what to write instead.
        place: the dotted path of the key, such as `matrix.top_k.0`.
        file: the configuration file, when there is one.
    """

    def __init__(self, message: str, *, place: str = "", file: Path | None = None) -> None:
        self.place = place
        self.file = file
        where = ": ".join(part for part in (str(file) if file else "", place) if part)
        super().__init__(f"{where}: {message}" if where else message)


class UnknownNameError(UsageError):
    """A name that is not registered; the message lists the choices and the nearest one."""

    def __init__(self, kind: str, name: str, choices: Iterable[str], *, remedy: str = "") -> None:
        self.kind = kind
        self.name = name
        self.choices = tuple(sorted(choices))
        near = near_match(name, self.choices)
        parts = [f"unknown {kind} {name!r}"]
        if near:
            parts.append(f"did you mean {near!r}?")
        parts.append(f"choices: {', '.join(self.choices) or 'none'}")
        if remedy:
            parts.append(remedy)
        super().__init__("; ".join(parts))


class PromptError(UsageError):
    """A prompt template that is missing, or whose variables do not match what is given."""


class MissingExtraError(UsageError):
    """An optional package is needed and not installed."""

    def __init__(self, package: str, *, extra: str, needed_for: str) -> None:
        super().__init__(
            f"{needed_for} needs the package {package}, which is not installed; "
            f"install it with: pip install 'ragtester-suite[{extra}]'"
        )


class PluginError(UsageError):
    """A third party's component that cannot be loaded, is not what its group wants, or fails where it is called.

    Args:
        kind: what it is: `operator`, `chunker`.
        name: by which it was asked for.
        source: the package and the place in it that offer it.
        problem: what happened.
    """

    def __init__(self, kind: str, name: str, *, source: str, problem: str) -> None:
        self.kind = kind
        self.name = name
        super().__init__(
            f"the {kind} {name!r} of {source} {problem}; repair or uninstall that package, or leave {name!r} out"
        )


class InputError(UsageError):
    """A file that a user gave and that cannot be used; names the file and, where known, the line."""

    def __init__(self, message: str, *, file: Path | str | None = None, line: int | None = None) -> None:
        self.file = file
        self.line = line
        where = f"{file}:{line}" if file and line else str(file or "")
        super().__init__(f"{where}: {message}" if where else message)


class DocumentError(InputError):
    """A document that cannot be read; `problem` says which way."""

    def __init__(self, message: str, *, problem: DocumentProblem, file: Path | str | None = None) -> None:
        self.problem: DocumentProblem = problem
        super().__init__(message, file=file)


class SuiteError(InputError):
    """A test suite, or one line of it, that cannot be used."""


class ContractError(InputError):
    """A retrieval contract, capture or lifecycle scenario that cannot be used."""


class MeasurementError(RagtesterError):
    """Something could not be measured; `reason` becomes the reason of an `unmeasured` result."""

    def __init__(self, message: str, *, reason: UnmeasuredReason, retryable: bool = False) -> None:
        self.reason: UnmeasuredReason = reason
        self.retryable = retryable
        super().__init__(message)


class EndpointError(MeasurementError):
    """An endpoint or system that did not answer properly.

    Args:
        message: what happened, with the endpoint's own words where they help.
        problem: which kind of failure.
        retryable: whether the same request may succeed later.
        retry_after: seconds that the endpoint asked to wait, if it did.
    """

    def __init__(
        self, message: str, *, problem: EndpointProblem, retryable: bool, retry_after: float | None = None
    ) -> None:
        self.problem: EndpointProblem = problem
        self.retry_after = retry_after
        super().__init__(message, reason=problem, retryable=retryable)


class ReplyError(MeasurementError):
    """A reply that arrived and cannot be used: empty, refused by the API, or not parseable."""

    def __init__(self, message: str, *, problem: ReplyProblem, reply: str = "") -> None:
        self.problem: ReplyProblem = problem
        self.reply = reply
        super().__init__(message, reason=problem)


class BudgetSpentError(MeasurementError):
    """The budget ended before this item was sent; a rerun with a larger budget continues."""

    def __init__(self, message: str) -> None:
        super().__init__(message, reason="budget")


class StoreError(RagtesterError):
    """The database cannot be used: locked, full, unreachable, or written by a newer version."""


def near_match(name: str, choices: Iterable[str]) -> str | None:
    """The choice that `name` was probably meant to be, or None."""
    by_folded = {choice.casefold(): choice for choice in choices}
    found = difflib.get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None
