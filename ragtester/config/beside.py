"""Importing what a configuration names: the module may lie beside the configuration's file."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

from ragtester.errors import ConfigError


def import_beside(name: str, folder: Path, *, place: str) -> ModuleType:
    """The module `name`, looked for in `folder` too.

    Raises:
        ConfigError: it cannot be imported; the reason is said.
    """
    beside = str(folder.resolve())
    if beside not in sys.path:
        sys.path.insert(0, beside)
    try:
        return importlib.import_module(name)
    except (ImportError, SyntaxError, ValueError) as error:
        raise ConfigError(
            f"the module {name} cannot be imported: {error}; it is looked for beside the configuration and where Python "
            "looks",
            place=place,
        ) from error
