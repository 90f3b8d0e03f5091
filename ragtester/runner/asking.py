"""One question to one system, judged and traced: a run's case without a run, a matrix or a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from ragtester.config import LoadedConfig, TargetConfig, load_config, parse_config
from ragtester.config.load import yaml_data
from ragtester.errors import ConfigError, InputError, MeasurementError, RagtesterError, UnmeasuredReason, near_match
from ragtester.judge import make_judge
from ragtester.llm import limited, make_chat_model
from ragtester.protocols import ChatModel, Judge, RagSystem
from ragtester.records import Answer, Diagnosis, Status, Test, Verdict
from ragtester.runner.cells import question_of
from ragtester.runner.judging import judge_spec
from ragtester.runner.plan.names import CHAT, model_spec
from ragtester.runner.plan.targets import probe_target, system_of
from ragtester.systems.reference import diagnose

_FORMS = "module:function, an address (http://...), answers.jsonl, or a YAML file with a target"
_NOTHING = "{name: asking, corpus: {files: [none]}, matrix: {generators: [reader]}}"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What came of one question."""

    test: Test
    system: str
    status: Status
    answer: Answer | None = None
    verdict: Verdict | None = None
    diagnosis: Diagnosis | None = None
    """Which stage failed, where the status is `failed`."""
    reason: UnmeasuredReason | None = None
    """Why it is unmeasured."""
    message: str = ""
    cause: BaseException | None = None
    """What the system itself raised, where it did."""


async def ask_and_judge(system: RagSystem, test: Test, judge: Judge) -> Asked:
    """Asks a system a test's question, judges the answer, and names the failing stage.

    What cannot be measured is a result with its reason, never an exception.
    """
    if "ask" not in system.capabilities:
        return Asked(test=test, system=system.name, status="not_applicable", message="the system cannot answer")
    try:
        answer = await system.ask(question_of(test))
        verdict = await judge.judge(test, answer)
    except MeasurementError as error:
        return Asked(
            test=test,
            system=system.name,
            status="unmeasured",
            reason=error.reason,
            message=str(error),
            cause=error.__cause__,
        )
    except RagtesterError:
        raise
    except Exception as error:  # noqa: BLE001  the worker boundary: a system's crash is its result
        said = f"{type(error).__name__}: {error}"
        return Asked(
            test=test, system=system.name, status="unmeasured", reason="system_error", message=said, cause=error
        )
    failed = verdict.status == "failed"
    return Asked(
        test=test,
        system=system.name,
        status=verdict.status,
        answer=answer,
        verdict=verdict,
        diagnosis=diagnose(test, answer, verdict, None) if failed else None,
        reason=verdict.reason,
        message=verdict.rationale,
    )


def systems_named(names: Sequence[str], *, folder: Path, config: LoadedConfig | None = None) -> list[RagSystem]:
    """The systems behind what a user writes on a command line.

    Args:
        names: each `module:function`, an address, a `.jsonl` file of answers, a YAML file with targets, or the name
            of a target of `config`; none takes every target of `config`.
        folder: where modules and files are looked for.
        config: a configuration with targets.

    Raises:
        ConfigError: a name is none of these, or its system cannot be made.
        InputError: a file cannot be read.
        MeasurementError: an address gave no answer that could be read.
    """
    known = {target.name: target for target in config.config.targets} if config else {}
    found: list[RagSystem] = []
    for name in names or list(known):
        if config is not None and name in known:
            found.append(system_of(known[name], config.folder))
        else:
            found += [system_of(target, place) for target, place in _targets(name, folder, known)]
    if not found:
        raise ConfigError(f"no system is named; write {_FORMS}", place="targets")
    twice = next((one.name for one in found if [other.name for other in found].count(one.name) > 1), None)
    if twice:
        raise ConfigError(f"two systems are called {twice}", place="targets")
    return found


def judge_named(name: str | None, config: LoadedConfig | None = None) -> Judge:
    """The judge called `name`, by default the configuration's, and the built-in one without a configuration.

    Raises:
        UsageError: there is no such judge, or its model cannot be used.
    """
    loaded = config or parse_config(_NOTHING, folder=Path())
    section = loaded.config.judge
    if name is not None and name != section.model:
        section = section.model_copy(update={"model": name, "models": []})
    models: dict[str, ChatModel] = {}
    for one in dict.fromkeys([section.model, *section.models]):
        if one != "builtin":
            spec = model_spec(loaded.config, one, kind="judge", known=CHAT, also=("builtin",))
            models[one] = limited(make_chat_model(one, spec, folder=loaded.folder), seed=loaded.config.seed)
    prompts = loaded.path(loaded.config.prompts) if loaded.config.prompts else None
    return make_judge(judge_spec(section), models=models, prompts=prompts)


def _targets(name: str, folder: Path, known: Mapping[str, TargetConfig]) -> list[tuple[TargetConfig, Path]]:
    file = folder / name
    if name.startswith(("http://", "https://")):
        return [(TargetConfig.model_validate(probe_target(name)[0]), folder)]
    if file.suffix in (".yaml", ".yml"):
        loaded = _read_targets(file)
        return [(target, loaded.folder) for target in loaded.config.targets]
    if file.suffix in (".jsonl", ".json"):
        if not file.is_file():
            raise InputError("there is no such file of answers", file=file)
        return [(TargetConfig(name=_plain(file.stem), answers=name), folder)]
    if name.count(":") == 1:
        return [(TargetConfig(name=_plain(name.replace(":", ".")), callable=name), folder)]
    near = near_match(name, known)
    said = f"; did you mean {near!r}?" if near else ""
    raise ConfigError(f"{name!r} is no system{said}; write {_FORMS}", place="targets")


def _read_targets(file: Path) -> LoadedConfig:
    """A whole configuration, or a file that holds nothing but a target, a list of targets, or `targets: [...]`."""
    if not file.is_file():
        return load_config(file)
    data = yaml_data(file.read_text(encoding="utf-8-sig"))
    if isinstance(data, dict) and "corpus" in data:
        loaded = load_config(file)
        if not loaded.config.targets:
            raise ConfigError("has no targets; only external systems can be asked this way", file=file)
        return loaded
    listed = data.get("targets", [data]) if isinstance(data, dict) else data
    if not isinstance(listed, list) or not listed or not all(isinstance(one, dict) for one in listed):
        raise ConfigError("holds no target: {name: ..., http: {url: ...}} or a list of such", file=file)
    targets = [{"name": _plain(file.stem), **one} for one in listed]
    whole = {"name": "asking", "corpus": {"files": ["none"]}, "matrix": {"generators": []}, "targets": targets}
    return parse_config(yaml.safe_dump(whole), file=file)


def _plain(name: str) -> str:
    kept = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "-" for letter in name)
    return (kept.strip("._-") or "system")[:60]
