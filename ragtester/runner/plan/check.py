"""Checking a configuration before anything is spent: every name, file and argument.

What only a section needs is imported with it: this is on the way of a command that should answer at once.
"""

from __future__ import annotations

from glob import glob, has_magic
from pathlib import Path

from ragtester.config import Component, LoadedConfig
from ragtester.corpus import load_blueprint
from ragtester.documents import make_chunker
from ragtester.errors import ConfigError, UnknownNameError, UsageError
from ragtester.judge import RUBRICS, make_judge
from ragtester.llm import MODELS, make_chat_model
from ragtester.prompts import load_prompt
from ragtester.registry import lookup
from ragtester.registry import names as registered
from ragtester.runner.plan.names import CHAT, EMBEDDERS, GENERATORS, Spec, blueprint_place, model_spec
from ragtester.runner.plan.systems import reference_specs
from ragtester.search import EMBEDDERS as EMBEDDER_KINDS
from ragtester.search import RERANKERS, make_embedder

_SELECTIONS = ("coverage", "flesch", "random")


def check(loaded: LoadedConfig) -> list[str]:
    """The ids of the systems, once everything that the configuration names was found.

    Raises:
        UsageError: a name, file or argument that does not exist or fit; says where and what to write.
    """
    config = loaded.config
    for name, spec in config.models.items():
        _check_entry(loaded, name, spec)
    _check_corpus(loaded)
    _check_suite(loaded)
    _check_matrix(loaded)
    _check_judges(loaded)
    _check_metamorphic(loaded)
    _check_repair(loaded)
    _check_faults(loaded)
    _check_targets(loaded)
    names = [spec.id for spec, *_ in reference_specs(config)] + [target.name for target in config.targets]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise ConfigError(f"two systems are called {twice}", place="targets", file=loaded.file)
    return names


class _at:  # noqa: N801  reads as a word at its uses
    """Puts the place of the configuration before a usage error that has none."""

    def __init__(self, place: str, loaded: LoadedConfig) -> None:
        self._place, self._loaded = place, loaded

    def __enter__(self) -> None:
        """Nothing to do yet."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Adds place and file."""
        if isinstance(error, ConfigError) and error.place:
            if error.file is None and self._loaded.file:
                raise ConfigError(str(error), file=self._loaded.file) from None
            return
        if isinstance(error, UsageError):
            raise ConfigError(str(error), place=self._place, file=self._loaded.file) from None


def _check_entry(loaded: LoadedConfig, name: str, spec: Spec) -> None:
    kind = next(iter(spec))
    with _at(f"models.{name}", loaded):
        chat = registered(MODELS, group="ragtester.models")
        embedders = registered(EMBEDDER_KINDS, group="ragtester.embedders")
        if kind not in chat and kind not in embedders:
            raise UnknownNameError("kind of model", kind, {*chat, *embedders})
        if kind in embedders and kind not in chat:
            make_embedder(name, model_spec(loaded.config, name, kind="embedder", known={}), folder=loaded.folder)


def _check_chat(loaded: LoadedConfig, name: str | None, place: str, *, also: tuple[str, ...] = ("builtin",)) -> None:
    if name is None or name in also:
        return
    with _at(place, loaded):
        spec = model_spec(loaded.config, name, kind="model", known=CHAT, also=also)
        make_chat_model(name, spec, folder=loaded.folder)


def _check_corpus(loaded: LoadedConfig) -> None:
    corpus = loaded.config.corpus
    for name in corpus.all_blueprints:
        with _at("corpus.blueprint", loaded):
            load_blueprint(blueprint_place(loaded, name))
    for number, pattern in enumerate(corpus.files):
        place = str(loaded.path(pattern))
        found = bool(glob(place, recursive=True)) if has_magic(place) else Path(place).exists()  # noqa: PTH207
        if not found:
            raise ConfigError(
                f"no file matches {pattern!r} (looked for {place}; paths start from the folder of the configuration)",
                place=f"corpus.files.{number}",
                file=loaded.file,
            )
    _check_chat(loaded, corpus.author, "corpus.author")


def _check_suite(loaded: LoadedConfig) -> None:
    suite = loaded.config.suite
    if suite.file is not None and not loaded.path(suite.file).is_file():
        raise ConfigError(f"there is no file {loaded.path(suite.file)}", place="suite.file", file=loaded.file)
    if suite.tests is not None and suite.tests_per_document is not None:
        raise ConfigError("give tests or tests_per_document, not both", place="suite", file=loaded.file)
    with _at("suite.selection", loaded):
        if suite.selection.name not in _SELECTIONS:
            raise UnknownNameError("selection", suite.selection.name, _SELECTIONS)
    named = tuple(kind.label for kind in suite.question_types if not kind.description)
    if named != ("all",):
        from ragtester.suite import question_types

        with _at("suite.question_types", loaded):
            question_types(named)
    _check_chat(loaded, suite.author, "suite.author")
    _check_chat(loaded, suite.closed_book, "suite.closed_book", also=())


def _check_matrix(loaded: LoadedConfig) -> None:
    matrix = loaded.config.matrix
    for number, generator in enumerate(matrix.generators):
        _check_chat(loaded, generator, f"matrix.generators.{number}", also=GENERATORS)
    for number, component in enumerate(matrix.embedders):
        _check_embedder(loaded, component, f"matrix.embedders.{number}")
    for number, component in enumerate(matrix.chunkers):
        with _at(f"matrix.chunkers.{number}", loaded):
            make_chunker(component.name, dict(component.arguments))
    for number, component in enumerate(matrix.rerankers):
        with _at(f"matrix.rerankers.{number}", loaded):
            lookup("reranker", component.name, RERANKERS, group="ragtester.rerankers")
        if component.name == "llm":
            model = component.arguments.get("of") or component.arguments.get("model")
            if not isinstance(model, str):
                raise ConfigError("the llm reranker needs a model: {llm: NAME}", place=f"matrix.rerankers.{number}")
            _check_chat(loaded, model, f"matrix.rerankers.{number}", also=())
    _check_chat(loaded, matrix.rewrite, "matrix.rewrite", also=())
    with _at("matrix.prompt", loaded):
        variables = load_prompt(matrix.prompt, folder=_prompts(loaded)).variables
        if not {"context", "question"} <= variables <= {"context", "question", "citation_rule"}:
            raise ConfigError(
                f"the template {matrix.prompt} must use $context and $question, and may use $citation_rule; "
                f"it uses {', '.join(sorted(variables)) or 'none'}"
            )


def _check_embedder(loaded: LoadedConfig, component: Component, place: str) -> None:
    if component.name == "bm25":
        return
    name = component.name
    if name == "hybrid":
        given = component.arguments.get("of") or component.arguments.get("embedder")
        if not isinstance(given, str):
            raise ConfigError("hybrid needs an embedder's name: {hybrid: NAME}", place=place, file=loaded.file)
        name = given
    with _at(place, loaded):
        spec = model_spec(loaded.config, name, kind="embedder", known=EMBEDDERS, also=("bm25", "hybrid"))
        make_embedder(name, spec, folder=loaded.folder)


def _check_judges(loaded: LoadedConfig) -> None:
    judge = loaded.config.judge
    _check_chat(loaded, judge.model, "judge.model")
    for number, name in enumerate(judge.models):
        _check_chat(loaded, name, f"judge.models.{number}")
    known = {*RUBRICS, *judge.dimensions}
    with _at("judge.thresholds", loaded):
        for name in judge.thresholds:
            if name not in known:
                raise UnknownNameError("dimension", name, known)
    with _at("judge", loaded):
        asked = [name for name in dict.fromkeys([judge.model, *judge.models]) if name != "builtin"]
        named = {
            name: make_chat_model(
                name, model_spec(loaded.config, name, kind="judge", known=CHAT, also=("builtin",)), folder=loaded.folder
            )
            for name in asked
        }
        make_judge(judge.model_dump(mode="json", exclude={"calibration"}), models=named, prompts=_prompts(loaded))
    if judge.calibration is not None and not loaded.path(judge.calibration).is_file():
        raise ConfigError(
            f"there is no file {loaded.path(judge.calibration)}", place="judge.calibration", file=loaded.file
        )
    _check_grounding(loaded)


def _check_targets(loaded: LoadedConfig) -> None:
    if not loaded.config.targets:
        return
    from ragtester.runner.plan.targets import check_target

    for number, target in enumerate(loaded.config.targets):
        with _at(f"targets.{number}", loaded):
            check_target(loaded, target)


def _check_grounding(loaded: LoadedConfig) -> None:
    grounding = loaded.config.grounding
    if grounding is None:
        return
    from ragtester.runner.grounding import CROSS_ENCODER, check_grounding, verifier_names

    with _at("grounding", loaded):
        check_grounding(loaded, grounding)
    for name in verifier_names(grounding):
        if not name.startswith(CROSS_ENCODER):
            _check_chat(loaded, name, "grounding.verifier")


def _check_metamorphic(loaded: LoadedConfig) -> None:
    metamorphic = loaded.config.metamorphic
    if metamorphic is None:
        return
    from ragtester.metamorphic import choose, operator

    with _at("metamorphic.operators", loaded):
        for name in metamorphic.operators:
            if name != "all":
                operator(name)
    with _at("metamorphic.scopes", loaded):
        for scope in metamorphic.scopes:
            if scope not in ("pre", "post"):
                raise UnknownNameError("scope", scope, ("pre", "post"))
    with _at("metamorphic.parameters", loaded):
        choose(metamorphic.operators, scopes_wanted=metamorphic.scopes, parameters=metamorphic.parameters)
    for old, new in metamorphic.swap_embedder.items():
        _check_embedder(loaded, Component(name=new), f"metamorphic.swap_embedder.{old}")
    _check_chat(loaded, metamorphic.judge, "metamorphic.judge")
    _check_chat(loaded, metamorphic.author, "metamorphic.author", also=())


def _check_repair(loaded: LoadedConfig) -> None:
    repair = loaded.config.repair
    if repair is None:
        return
    from ragtester.metamorphic import repair_strategy

    with _at("repair.strategies", loaded):
        for name in repair.strategies:
            if name != "all":
                repair_strategy(name)
    _check_chat(loaded, repair.upgrade, "repair.upgrade", also=GENERATORS)
    _check_chat(loaded, repair.reranker, "repair.reranker", also=())


def _check_faults(loaded: LoadedConfig) -> None:
    faults = loaded.config.faults
    if faults is None:
        return
    from ragtester.faults import all_faults

    with _at("faults.faults", loaded):
        all_faults(tuple(faults.faults))
    with _at("faults.beside", loaded):
        for name in faults.beside:
            if name not in _SELECTIONS:
                raise UnknownNameError("selection", name, _SELECTIONS)


def _prompts(loaded: LoadedConfig) -> Path | None:
    if loaded.config.prompts is None:
        return None
    folder = loaded.path(loaded.config.prompts)
    if not folder.is_dir():
        raise ConfigError(f"there is no folder {folder}", place="prompts", file=loaded.file)
    return folder
