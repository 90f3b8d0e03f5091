"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Writes `text` as UTF-8 beside `path` and moves it there, so that no reader sees half of it.

    Makes the folder where it is missing; an existing file keeps its content until the move. A link stays a link,
    and a device or pipe (`/dev/null`, `/dev/stdout`) is written to and never replaced.

    Raises:
        OSError: the folder or file cannot be written.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as device:
            device.write(text)
        return
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
        part.chmod(0o644 & ~_umask())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
