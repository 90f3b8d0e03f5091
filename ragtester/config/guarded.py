"""Reading YAML that somebody else wrote: only plain data, and no aliases that unfold without end.

Nine lines of aliases of aliases can stand for a billion values: whoever walks through them never comes back.
Every YAML file that a user or a stranger gives is read here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import yaml

MOST_NODES: Final = 1_000_000
"""Values that one file may stand for, with each alias counted as what it stands for."""


class Reader(Protocol):
    """What of a PyYAML loader is used."""

    def get_single_node(self) -> yaml.Node | None:
        """The tree of the one document; None where there is none."""
        ...

    def construct_document(self, node: Any) -> object:  # noqa: ANN401 - PyYAML's own types differ here
        """Its plain data."""
        ...

    def dispose(self) -> None:
        """Lets go of the text."""
        ...


_PLAIN: Callable[[str], Reader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class UnfoldingError(yaml.MarkedYAMLError):
    """Aliases that stand for too much, or for themselves."""


def load_yaml(text: str, *, loader: Callable[[str], Reader] | None = None) -> object:
    """The plain data of a YAML text.

    Args:
        text: one document.
        loader: a safe loader with rules of its own; PyYAML's by default.

    Raises:
        yaml.YAMLError: not YAML, nested too deeply, a value that cannot be read, or aliases that stand for more
            than `MOST_NODES` values or for themselves.
    """
    reader = (loader or _PLAIN)(text)
    try:
        node = reader.get_single_node()
        if node is None:
            return None
        check_unfolding(node)
        return reader.construct_document(node)
    except RecursionError:
        raise yaml.YAMLError("nested too deeply") from None
    except ValueError as error:
        raise yaml.YAMLError(f"holds a value that cannot be read: {error}") from None
    finally:
        reader.dispose()


def check_unfolding(node: yaml.Node) -> None:
    """Refuses a tree whose aliases stand for too much.

    Raises:
        UnfoldingError: they stand for more than `MOST_NODES` values, or for themselves.
    """
    if _unfolded(node, {}) > MOST_NODES:
        raise UnfoldingError(
            problem=f"its aliases stand for more than {MOST_NODES:,} values; write the values out, or use fewer aliases",
            problem_mark=node.start_mark,
        )


def _unfolded(node: yaml.Node, sizes: dict[int, int]) -> int:
    if not isinstance(node, yaml.CollectionNode):
        return 1
    known = sizes.get(id(node))
    if known == 0:
        raise UnfoldingError(
            problem="an alias stands for something that it is a part of; write the value out",
            problem_mark=node.start_mark,
        )
    if known is None:
        sizes[id(node)] = 0  # met again inside itself
        parts = [part for pair in node.value for part in pair] if isinstance(node, yaml.MappingNode) else node.value
        known = 1 + sum(_unfolded(part, sizes) for part in parts)
        sizes[id(node)] = known
    return known
