"""python.md: what `import ragtester` offers, from `ragtester.__all__`."""

from __future__ import annotations

import dataclasses
import inspect
import textwrap
from collections.abc import Callable

from generating.wording import NOTE, attribute_docstrings, cell


def python_page() -> str:
    """What `import ragtester` offers, from `ragtester.__all__`."""
    import ragtester

    lines = [
        "# Python",
        "",
        NOTE,
        "`import ragtester` costs nothing: a name is loaded when it is used. What a command does is a function here.",
        "Errors are subclasses of `ragtester.errors.RagtesterError`; see [exit codes](exit-codes.md).",
        "",
    ]
    for name in ragtester.__all__:
        if name == "__version__":
            continue
        thing = getattr(ragtester, name)
        lines += [f"## {name}", ""]
        if isinstance(thing, type):
            lines += [cell(inspect.getdoc(thing) or ""), "", *_fields(thing)]
        else:
            lines += ["```text", _signature(name, thing), "```", "", *_docstring(thing)]
    return "\n".join(lines).rstrip() + "\n"


def _fields(kind: type[object]) -> list[str]:
    meanings = attribute_docstrings(kind)
    lines = ["| field | type | meaning | default |", "|---|---|---|---|"]
    for field in dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ():
        default = "" if field.default is None else f"`{field.default}`"
        lines.append(f"| `{field.name}` | `{cell(field.type)}` | {cell(meanings.get(field.name, ''))} | {default} |")
    return [*lines, ""]


def _signature(name: str, function: Callable[..., object]) -> str:
    signature = inspect.signature(function)
    parts: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        parts.append(f"{parameter.name}: {parameter.annotation}{default}")
    inner = "".join(f"    {part},\n" for part in parts)
    return f"{name}(\n{inner}) -> {signature.return_annotation}"


def _docstring(function: Callable[..., object]) -> list[str]:
    """A Google docstring as Markdown: paragraphs, and a list under `Args` and `Raises`."""
    lines: list[str] = []
    for block in (inspect.getdoc(function) or "").split("\n\n"):
        head, _, rest = block.partition("\n")
        if head in ("Args:", "Raises:", "Returns:"):
            lines += [f"**{head.removesuffix(':')}**", ""]
            for entry in _entries(textwrap.dedent(rest)):
                name, found, text = entry.partition(": ")
                lines.append(f"- `{name}`: {text}" if found and " " not in name else f"- {entry}")
            lines.append("")
        else:
            lines += [" ".join(block.split()), ""]
    return lines


def _entries(text: str) -> list[str]:
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith(" ") and found:
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
    return found
