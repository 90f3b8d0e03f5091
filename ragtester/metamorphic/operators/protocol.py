"""What an operator is: a named way to change documents, a retrieved context, or index settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from ragtester.metamorphic.operators.parameters import Parameter, Parameters
from ragtester.metamorphic.settings import IndexSettings
from ragtester.records import Document, Edit, Fact, Retrieved, Scope, Test

FaultClass = Literal[
    "context overfitting",
    "knowledge conflict",
    "input robustness",
    "heterogeneous data",
    "syntactic filtering",
    "segmentation boundary",
    "configuration overfitting",
]
"""The classes of section 3.2 of the paper."""

Reach = Literal["evidence", "index"]
"""`evidence`: edits the documents that hold the test's evidence; `index`: changes the whole index."""


@dataclass(frozen=True, slots=True)
class Target:
    """The test that is mutated, with what an operator may know about it.

    `facts` are the ledger's facts by id (empty without a ledger); `passage` is a counterfactual passage
    that a model wrote, which CN then uses instead of its own.
    """

    test: Test
    facts: Mapping[str, Fact] = field(default_factory=dict)
    passage: str | None = None


@dataclass(frozen=True, slots=True)
class Mutation:
    """What an operator did: edits or new settings, and a line that says so."""

    edits: tuple[Edit, ...] = ()
    settings: IndexSettings | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Inapplicable:
    """Why an operator cannot mutate this test in this scope; it becomes `not_applicable`."""

    reason: str


Mutated: TypeAlias = Mutation | Inapplicable


@dataclass(frozen=True, slots=True)
class Example:
    """A text or setting before and after; one parametrised test runs the examples of every operator."""

    scope: Scope
    before: tuple[str, ...]
    """A document's text (pre) or the passages (post); for settings their printed form."""
    parameters: Parameters = field(default_factory=dict)
    contains: tuple[str, ...] = ()
    """What the result holds, joined by line ends."""
    keeps: tuple[str, ...] = ()
    """What of the original is still there word for word."""


@runtime_checkable
class Operator(Protocol):
    """One mutation operator. Every method is a function of its arguments and the seed alone."""

    @property
    def name(self) -> str:
        """The paper's short name, such as `SeN`."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same arguments may give another mutant."""
        ...

    @property
    def title(self) -> str:
        """Its full name, such as `semantic noise`."""
        ...

    @property
    def description(self) -> str:
        """One sentence: what it does to the corpus or the context."""
        ...

    @property
    def fault_class(self) -> FaultClass:
        """The class of faults that it looks for."""
        ...

    @property
    def reach(self) -> Reach:
        """What a pre-chunk mutant changes."""
        ...

    @property
    def depends_on_test(self) -> bool:
        """False where a pre-chunk mutant depends on the document and the seed only, and is shared."""
        ...

    @property
    def parameters(self) -> Mapping[Scope, tuple[Parameter, ...]]:
        """Parameters by scope with their defaults; a scope that is missing does not apply."""
        ...

    def mutate_documents(
        self, target: Target, documents: Sequence[Document], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """Edits of the given documents (pre-chunk); those without the test's evidence are not given."""
        ...

    def mutate_context(
        self, target: Target, context: Sequence[Retrieved], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """Edits of the retrieved passages (post-chunk)."""
        ...

    def mutate_settings(self, settings: IndexSettings, *, parameters: Parameters) -> Mutated:
        """New settings for the whole index (pre-chunk)."""
        ...

    def examples(self) -> Sequence[Example]:
        """At least one example for each scope."""
        ...


def scopes(operator: Operator) -> tuple[Scope, ...]:
    """The scopes in which an operator applies."""
    every: tuple[Scope, ...] = ("pre", "post")
    return tuple(scope for scope in every if scope in operator.parameters)
