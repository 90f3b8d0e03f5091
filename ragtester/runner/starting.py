"""`init`: a commented configuration to start from; for a domain with a blueprint that a model writes."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template

import yaml

from ragtester.config import load_config
from ragtester.corpus import Blueprint, derive_blueprint, draft_blueprint
from ragtester.documents import load_documents
from ragtester.errors import ConfigError, InputError, UsageError
from ragtester.llm import limited, make_chat_model
from ragtester.records import JsonValue
from ragtester.runner.plan.targets import probe_target
from ragtester.systems.external.http import Probed

_SECRET = ("auth", "key", "token", "cookie", "secret")
_TEMPLATE = Path(__file__).parent / "templates" / "start.yaml"


def start_project(
    folder: Path,
    *,
    domain: str | None = None,
    docs: Sequence[Path] = (),
    model: str = "openai/gpt-5-nano",
    target: str | None = None,
    headers: Sequence[str] = (),
    force: bool = False,
) -> list[str]:
    """Writes `ragtester.yaml`, and for a domain `blueprint.yaml`, into a folder.

    Args:
        folder: made where it is missing.
        domain: a domain in the user's words; `model` writes its blueprint.
        docs: the user's own documents; a blueprint of what they speak about is derived from them.
        model: who writes the blueprint.
        target: address of the user's own RAG system; one request is tried and its mapping written.
        headers: `NAME: VALUE` for that address; `$VARIABLE` is taken from the environment and never written.
        force: whether files that are there are overwritten.

    Returns:
        What was written and what to do next, a line each.

    Raises:
        InputError: a file is there already, or the documents cannot be read.
        MeasurementError: the model did not answer.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "ragtester.yaml"
    if file.exists() and not force:
        raise InputError("is there already; --force overwrites it", file=file)
    lines: list[str] = []
    corpus: dict[str, JsonValue] = {"blueprint": "hr-policies", "documents": 6, "author": "builtin"}
    name = "my-rag"
    if domain is not None:
        name = _slug(domain)
        written = asyncio.run(draft_blueprint(domain, limited(make_chat_model("author", _spec(model), folder=folder))))
        corpus |= {"blueprint": _write_blueprint(folder, written, force, lines)}
    if docs:
        corpus = {"files": [_relative(path, folder) for path in docs]}
        loaded = load_documents([str(path) for path in docs])
        lines += [f"cannot be read: {problem.file}: {problem.reason}" for problem in loaded.problems]
        if not loaded.documents:
            raise InputError("none of the documents can be read: " + "; ".join(p.reason for p in loaded.problems))
        name = _slug(loaded.documents[0].id if len(loaded.documents) == 1 else docs[0].stem or "documents")
        try:
            _write_blueprint(folder, derive_blueprint(loaded.documents), force, lines)
        except UsageError as error:
            lines.append(f"no blueprint was derived, and none is needed: {error}")
    targets: list[JsonValue] = []
    if target is not None:
        entry, found = probe_target(target, headers=_headers(headers))
        targets = [entry]
        lines.append(
            f"{target} answered after {found.requests} request{'s' if found.requests > 1 else ''}: {_cut(found.answer)!r}"
        )
        lines.append(_passages_line(found))
    elif headers:
        raise ConfigError("a header is sent to --target, and there is none", place="--header")
    text = Template(_TEMPLATE.read_text(encoding="utf-8")).substitute(
        name=name,
        corpus=_flow(corpus),
        targets=_flow(targets),
        generators="[]" if targets else "[reader, smollm2-135m-instruct]",
    )
    file.write_text(text, encoding="utf-8")
    load_config(file)
    return [*lines, f"wrote {file}", f"next: ragtester validate {file}, then ragtester run {file}"]


def _headers(given: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in given:
        name, colon, value = one.partition(":")
        if not colon or not name.strip() or not value.strip():
            raise ConfigError(f"a header is written 'NAME: VALUE', not {one!r}", place="--header")
        if "$" not in value and any(word in name.lower() for word in _SECRET):
            raise ConfigError(
                f"{name.strip()} is a secret that would stand in the file; put it into an environment variable and name "
                f"that: --header '{name.strip()}: Bearer $RAG_TOKEN'",
                place="--header",
            )
        found[name.strip()] = value.strip()
    return found


def _passages_line(found: Probed) -> str:
    if found.passages is None:
        return "no passages were found beside the answer: the failing stage will be unknown; name their place as `contexts`"
    return f"{found.passages} passage{'' if found.passages == 1 else 's'} came with it; the mapping is under targets: read it once"


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= 60 else plain[:59] + "…"


def _write_blueprint(folder: Path, blueprint: Blueprint, force: bool, lines: list[str]) -> str:
    file = folder / "blueprint.yaml"
    if file.exists() and not force:
        raise InputError("is there already; --force overwrites it", file=file)
    dump = blueprint.model_dump(mode="json", exclude_defaults=True)
    file.write_text(yaml.safe_dump(dump, sort_keys=False, allow_unicode=True, width=110), encoding="utf-8")
    lines.append(f"wrote {file}")
    return file.name


def _spec(model: str) -> dict[str, dict[str, JsonValue]]:
    kind, found, rest = model.partition("/")
    if not found or kind not in ("openai", "llama_cpp"):
        raise ConfigError(f"write openai/NAME or llama_cpp/FILE, not {model!r}", place="--model")
    return {kind: {"model" if kind == "openai" else "path": rest}}


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].strip("-") or "my-rag"


def _relative(path: Path, folder: Path) -> str:
    place = os.path.relpath(path, folder)
    return f"{place}/**/*" if path.is_dir() else place


def _flow(value: JsonValue) -> str:
    return (
        yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10_000, sort_keys=False)
        .strip()
        .removesuffix("\n...")
    )
