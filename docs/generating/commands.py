"""commands.md: every command with its arguments and options, from the typer application."""

from __future__ import annotations

from collections.abc import Iterator

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from generating.wording import NOTE, cell


def commands_page() -> str:
    """Every command with its arguments and options, from the typer application."""
    from typer.main import get_command

    from ragtester.cli.app import app

    root = get_command(app)
    if not isinstance(root, TyperGroup):
        raise TypeError("the application has no commands")
    found = list(_commands(root, ""))
    lines = [
        "# Commands",
        "",
        NOTE,
        f"{root.help}",
        "",
        f"{root.epilog} `ragtester --version` shows the version. Results go to standard output, progress and errors to",
        "standard error. [Exit codes](exit-codes.md) are the same for all commands.",
        "",
        "| command | does |",
        "|---|---|",
        *[f"| [`{name}`](#{_anchor(name)}) | {cell(command.help)} |" for name, command in found],
        "",
    ]
    for name, command in found:
        lines += _command(name, command)
    lines += _environment(found)
    return "\n".join(lines).rstrip() + "\n"


def _commands(group: TyperGroup, before: str) -> Iterator[tuple[str, TyperCommand]]:
    for name, command in group.commands.items():
        if getattr(command, "hidden", False):
            continue
        path = f"{before}ragtester {name}" if not before else f"{before} {name}"
        if isinstance(command, TyperGroup):
            yield from _commands(command, path)
        elif isinstance(command, TyperCommand):
            yield path, command


def _command(name: str, command: TyperCommand) -> list[str]:
    arguments = [p for p in command.params if isinstance(p, TyperArgument)]
    options = [p for p in command.params if isinstance(p, TyperOption) and not p.hidden and p.name != "help"]
    shown = " ".join(_usage(p) for p in arguments)
    usage = " ".join(part for part in (name, shown, "[OPTIONS]" if options else "") if part)
    lines = [f"## {name}", "", " ".join(str(command.help).split()), "", "```text", usage, "```", ""]
    if arguments:
        lines += ["| argument | meaning | default |", "|---|---|---|"]
        lines += [f"| `{_metavar(p)}` | {cell(p.help)} | {_default(p)} |" for p in arguments]
        lines.append("")
    if options:
        lines += ["| option | meaning | default |", "|---|---|---|"]
        lines += [f"| {_flags(p)} | {cell(p.help)} | {_default(p)} |" for p in options]
        lines.append("")
    return lines


def _usage(argument: TyperArgument) -> str:
    name = _metavar(argument) + ("..." if argument.nargs == -1 or argument.multiple else "")
    return name if argument.required else f"[{name}]"


def _metavar(parameter: TyperArgument | TyperOption) -> str:
    return str(parameter.metavar or parameter.name.upper()).strip("[]")


def _flags(option: TyperOption) -> str:
    names = ", ".join(f"`{name}`" for name in sorted(option.opts, key=len, reverse=True))
    if option.is_flag:
        return names
    kind = option.metavar or _kind(option.type_descriptor.annotation)
    bounds = " to ".join(str(b) for b in (option.min, option.max) if b is not None)
    if bounds and option.max is None:
        bounds = f"{bounds} or more"
    return f"{names} {kind}" + (f" ({bounds})" if bounds else "") + (", repeatable" if option.multiple else "")


def _kind(annotation: object) -> str:
    known = {"Path": "PATH", "int": "INTEGER", "float": "NUMBER", "str": "TEXT", "bool": ""}
    name = getattr(annotation, "__name__", str(annotation))
    for part, shown in known.items():
        if part in (name, *str(annotation).replace("[", " ").replace("]", " ").split()) or f"{part}]" in str(
            annotation
        ):
            return shown
    return "TEXT"


def _default(parameter: TyperArgument | TyperOption) -> str:
    if parameter.required:
        return "required"
    value = parameter.default
    if value is None or value is False or value == [] or callable(value):
        return ""
    return f"`{value}`"


def _environment(found: list[tuple[str, TyperCommand]]) -> list[str]:
    by_variable: dict[str, str] = {}
    for _, command in found:
        for parameter in command.params:
            if isinstance(parameter.envvar, str):
                by_variable[parameter.envvar] = max(parameter.opts, key=len)
    rows = [f"| `{variable}` | `{flag}` |" for variable, flag in sorted(by_variable.items())]
    return [
        "## Environment",
        "",
        "A variable stands for its flag, on every command that has the flag; the flag itself comes first.",
        "",
        "| variable | flag |",
        "|---|---|",
        *rows,
        "",
        "`OPENAI_API_KEY` and `OPENAI_BASE_URL` are used by models that name no key and no address of their own.",
        "`NO_COLOR` is honoured.",
    ]


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")
