"""Prompt templates: Markdown files with strict `$variables`, hashed into every result.

A template is `<area>/<name>.md`. It is looked for in the folder that the configuration names, then
in the source checkout's `prompts/`, then in the copy inside the installed package. A template may
begin with a front matter of `key: value` lines between `---` lines; `version` is one of them.
Values are put in as they are: a `$` inside a value is never expanded again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from string import Template

from ragtester.errors import PromptError
from ragtester.records import Message, text_hash

_NAME = re.compile(r"[a-z0-9_]+(/[a-z0-9_]+)+")
_MARK = re.compile(r"^<<(system|user|assistant)>>$", re.MULTILINE)
_PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Prompt:
    """A template, its variables, and the hash that results carry."""

    name: str
    text: str
    version: str
    hash: str
    variables: frozenset[str] = field(default_factory=frozenset)

    def render(self, **values: str) -> str:
        """The text with every variable filled in.

        Raises:
            PromptError: a variable is missing, or one is given that the template does not have.
        """
        self._check(values)
        return Template(self.text).substitute(values)

    def _check(self, values: Mapping[str, str]) -> None:
        missing = sorted(self.variables - values.keys())
        unknown = sorted(values.keys() - self.variables)
        if missing or unknown:
            wrong = [f"missing {', '.join(missing)}"] * bool(missing) + [f"unknown {', '.join(unknown)}"] * bool(
                unknown
            )
            raise PromptError(
                f"prompt {self.name}: {'; '.join(wrong)}; the template's variables are {', '.join(sorted(self.variables))}"
            )

    def messages(self, **values: str) -> tuple[Message, ...]:
        """The messages of a template that marks them by lines `<<system>>`, `<<user>>` and `<<assistant>>`.

        The template is cut before the values are put in, so that no value can begin a message. A
        template without a mark is one user message.

        Raises:
            PromptError: a variable is missing, or one is given that the template does not have.
        """
        self._check(values)
        return tuple(
            Message.model_validate({"role": role, "content": body.substitute(values)}) for role, body in _cut(self.text)
        )


@lru_cache(maxsize=256)
def _cut(text: str) -> tuple[tuple[str, Template], ...]:
    """Roles and bodies of a template's messages."""
    first, *marked = _MARK.split(text)
    pairs = list(zip(marked[::2], marked[1::2], strict=True)) if marked else [("user", first)]
    return tuple((role, Template(body.strip())) for role, body in pairs)


def load_prompt(name: str, *, folder: Path | None = None) -> Prompt:
    """The template called `name`, such as `judge/verdict`.

    Args:
        name: area and name, without the suffix.
        folder: a folder of the user's own templates, looked at first.

    Raises:
        PromptError: no such template, or one that is not well formed.
    """
    if not _NAME.fullmatch(name):
        raise PromptError(f"prompt name {name!r} is not of the form area/name in lower case")
    for root in _roots(folder):
        file = root / f"{name}.md"
        if file.is_file():
            return _read(name, file, file.stat().st_mtime_ns)
    raise PromptError(f"there is no prompt {name}.md in {', '.join(str(root) for root in _roots(folder))}")


def _roots(folder: Path | None) -> list[Path]:
    checkout = _PACKAGE.parent / "prompts"
    return [*([folder] if folder else []), checkout, _PACKAGE / "_prompts"]


@lru_cache(maxsize=256)
def _read(name: str, file: Path, _changed: int) -> Prompt:
    raw = file.read_text(encoding="utf-8")
    header, body = _split(raw, file)
    template = Template(body)
    if not template.is_valid():
        raise PromptError(f"{file}: a $ that begins no variable; write $$ for the sign itself")
    return Prompt(
        name=name,
        text=body,
        version=header.get("version", "1"),
        hash=text_hash(body)[:16],
        variables=frozenset(template.get_identifiers()),
    )


def _split(raw: str, file: Path) -> tuple[Mapping[str, str], str]:
    if not raw.startswith("---\n"):
        return {}, raw.strip()
    front, found, body = raw[4:].partition("\n---\n")
    if not found:
        raise PromptError(f"{file}: the front matter that begins with --- is not closed by a line ---")
    lines = [line.partition(":") for line in front.splitlines() if line.strip()]
    return {key.strip(): value.strip() for key, _, value in lines}, body.strip()
