"""From a test to its mutants: which operators in which scopes, and the record of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ragtester.errors import ConfigError, PluginError, RagtesterError, UnknownNameError
from ragtester.metamorphic.operators import (
    OPERATORS,
    Inapplicable,
    Mutated,
    Mutation,
    Operator,
    Target,
    operator,
    operator_names,
    resolve,
    scopes,
)
from ragtester.metamorphic.settings import IndexSettings
from ragtester.records import Document, JsonValue, Mutant, Retrieved, Scope, Test, content_key

BASE_SETTINGS = IndexSettings(retriever="bm25", top_k=1)
"""The paper's k = 1; chunks of 256 words are the chunker's business."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An operator in one scope with its parameters, defaults filled in."""

    operator: Operator
    scope: Scope
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Skipped:
    """A mutant that cannot be made, and why; it counts as not applicable."""

    test: str
    operator: str
    scope: Scope
    reason: str


def choose(
    names: Sequence[str] = ("all",),
    *,
    scopes_wanted: Sequence[str] = ("pre", "post"),
    parameters: Mapping[str, Mapping[str, JsonValue]] | None = None,
) -> tuple[Choice, ...]:
    """The operators by name, each in every wanted scope that it has: 19 of them by default.

    Args:
        names: operator names, or `all`.
        scopes_wanted: `pre`, `post` or both.
        parameters: values by operator; one that only the other scope has is passed over.

    Raises:
        UnknownNameError: an operator or a parameter that does not exist.
        ConfigError: a parameter's value or a scope that cannot be used.
    """
    for scope in scopes_wanted:
        if scope not in ("pre", "post"):
            raise ConfigError(f"{scope!r} is neither pre nor post", place="metamorphic.scopes")
    wanted = operator_names() if "all" in names else tuple(dict.fromkeys(names))
    given = parameters or {}
    for name in given:
        if name not in operator_names():
            raise UnknownNameError("operator", name, operator_names())
    chosen: list[Choice] = []
    for name in wanted:
        found = operator(name)
        everywhere = {p.name for declared in found.parameters.values() for p in declared}
        for scope in scopes(found):
            if scope not in scopes_wanted:
                continue
            own = {p.name for p in found.parameters[scope]}
            values = {key: v for key, v in given.get(name, {}).items() if key in own or key not in everywhere}
            chosen.append(Choice(found, scope, resolve(name, found.parameters[scope], values)))
    return tuple(chosen)


def mutate(
    target: Target,
    choices: Sequence[Choice],
    *,
    documents: Sequence[Document],
    context: Sequence[Retrieved] | None = None,
    settings: IndexSettings = BASE_SETTINGS,
    seed: int = 0,
) -> tuple[list[Mutant], list[Skipped]]:
    """The mutants of one base instance.

    Args:
        target: the test and what operators may know of it.
        choices: from `choose`.
        documents: the corpus; text operators change those that hold the test's evidence.
        context: what the base run retrieved, for post-chunk mutants; None where a system does not show it.
        settings: the base setting of the index.
        seed: of the campaign.

    Returns:
        Mutants in the order of the choices, and those that cannot be made.

    Raises:
        PluginError: a third party's operator fails.
    """
    held = evidence_documents(target.test, documents)
    mutants: list[Mutant] = []
    skipped: list[Skipped] = []
    for choice in choices:
        try:
            made = _make(choice, target, held, context, settings, seed)
        except RagtesterError:
            raise
        except Exception as error:
            if choice.operator.name in OPERATORS:
                raise
            raise _failing(choice, target.test, error) from error
        if isinstance(made, Mutation):
            mutants.append(_record(choice, target.test, made, seed))
        else:
            skipped.append(Skipped(target.test.id, choice.operator.name, choice.scope, made.reason))
    return mutants, skipped


def _failing(choice: Choice, test: Test, error: Exception) -> PluginError:
    """A third party's operator may raise anything."""
    name = choice.operator.name
    problem = f"fails on the test {test.id} ({choice.scope}): {type(error).__name__}: {error}"
    return PluginError("operator", name, source=type(choice.operator).__module__, problem=problem)


def evidence_documents(test: Test, documents: Sequence[Document]) -> list[Document]:
    """The documents that hold the test's evidence, in corpus order."""
    wanted: set[str | None] = {span.document for span in test.evidence} or {test.document}
    return [document for document in documents if document.id in wanted]


def settings_of(mutant: Mutant, base: IndexSettings) -> IndexSettings:
    """The index settings under a mutant: made again from its operators and parameters."""
    settings = base
    for name, given in _orders(mutant):
        found = operator(name)
        if mutant.scope == "pre" and found.reach == "index":
            made = found.mutate_settings(settings, parameters=given)
            if isinstance(made, Mutation) and made.settings is not None:
                settings = made.settings
    return settings


def changes_index(mutant: Mutant) -> bool:
    """Whether the mutant changes how the whole index is made or searched."""
    return mutant.scope == "pre" and any(operator(name).reach == "index" for name, _ in _orders(mutant))


def _orders(mutant: Mutant) -> list[tuple[str, Mapping[str, JsonValue]]]:
    names = mutant.operator.split("+")
    if len(names) == 1:
        return [(names[0], mutant.parameters)]
    own = [mutant.parameters.get(name, {}) for name in names]
    return [(name, given if isinstance(given, Mapping) else {}) for name, given in zip(names, own, strict=True)]


def _make(
    choice: Choice,
    target: Target,
    held: Sequence[Document],
    context: Sequence[Retrieved] | None,
    settings: IndexSettings,
    seed: int,
) -> Mutated:
    if choice.scope == "post":
        if context is None:
            return Inapplicable("the system does not show what it retrieved")
        if not context:
            return Inapplicable("nothing was retrieved")
        return choice.operator.mutate_context(target, context, seed=seed, parameters=choice.parameters)
    if choice.operator.reach == "index":
        return choice.operator.mutate_settings(settings, parameters=choice.parameters)
    if not held:
        return Inapplicable("no document of the corpus holds the test's evidence")
    return choice.operator.mutate_documents(target, held, seed=seed, parameters=choice.parameters)


def _record(choice: Choice, test: Test, made: Mutation, seed: int) -> Mutant:
    parameters = dict(choice.parameters)
    name = choice.operator.name
    key = content_key(
        "mutant",
        test=test.id,
        operator=name,
        version=choice.operator.version,
        scope=choice.scope,
        parameters=parameters,
        seed=seed,
        edits=[edit.model_dump() for edit in made.edits],
    )
    return Mutant(
        id=f"{test.id}/{choice.scope}/{name}/{key[:8]}",
        test=test.id,
        operator=name,
        scope=choice.scope,
        parameters=parameters,
        seed=seed,
        edits=made.edits,
        note=made.note,
    )
