"""Hallucination localisation with the verifier that a configuration names, and as a step of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ragtester.config import GroundingConfig, LoadedConfig
from ragtester.errors import ConfigError, UnknownNameError
from ragtester.hallucination import (
    ERROR_KINDS,
    ErrorKind,
    FactoidScore,
    Grounding,
    LlmVerifier,
    NliVerifier,
    Topics,
    Verifier,
    ground_async,
    load_topics,
)
from ragtester.records import Answer, JsonValue, Test, content_key

if TYPE_CHECKING:
    from ragtester.runner.plan.components import Components

BUILTIN = "builtin"
CROSS_ENCODER = "cross_encoder/"
"""Before the folder of a sentence-transformers cross-encoder that was trained on entailment."""
_LONGEST = 300


def make_verifier(components: Components, names: Sequence[str]) -> Verifier | None:
    """What the names mean: None for the built-in one, a model, several as a panel, or `cross_encoder/FOLDER`.

    Raises:
        UsageError: there is no such model or folder, or names are mixed that no panel can be made of.
    """
    wanted = list(dict.fromkeys(names)) or [BUILTIN]
    if wanted == [BUILTIN]:
        return None
    if len(wanted) == 1 and wanted[0].startswith(CROSS_ENCODER):
        return NliVerifier(cross_encoder_folder(components.loaded, wanted[0]), name=wanted[0])
    single = next((name for name in wanted if name == BUILTIN or name.startswith(CROSS_ENCODER)), None)
    if single is not None:
        raise ConfigError(f"{single} cannot be in a panel; a panel has chat models only", place="grounding")
    return LlmVerifier(*(components.model(name, what="verifier") for name in wanted))


def cross_encoder_folder(loaded: LoadedConfig, name: str) -> Path:
    """The folder of `cross_encoder/FOLDER`, from the folder of the configuration.

    Raises:
        ConfigError: there is no such folder.
    """
    folder = loaded.path(name.removeprefix(CROSS_ENCODER))
    if not folder.is_dir():
        raise ConfigError(f"there is no folder {folder} of a cross-encoder", place="grounding.verifier")
    return folder


def read_topics(loaded: LoadedConfig, name: str | None) -> Topics | None:
    """The topic rules of a file of the configuration; `default` for the shipped ones, None for none.

    Raises:
        ConfigError: the file cannot be used.
    """
    if name is None:
        return None
    return load_topics() if name == "default" else load_topics(loaded.path(name))


def read_weights(given: Mapping[str, float]) -> dict[ErrorKind, float]:
    """Weights by kind of error.

    Raises:
        UnknownNameError: there is no such kind.
        ConfigError: a weight is below 0.
    """
    kinds: dict[str, ErrorKind] = {kind: kind for kind in ERROR_KINDS}
    for name, weight in given.items():
        if name not in kinds:
            raise UnknownNameError("kind of error", name, kinds)
        if weight < 0:
            raise ConfigError(f"the weight {weight:g} is below 0", place=f"grounding.weights.{name}")
    return {kinds[name]: weight for name, weight in given.items()}


def check_grounding(loaded: LoadedConfig, config: GroundingConfig) -> None:
    """Looks at everything of the section but its models.

    Raises:
        UsageError: a file, folder or kind does not exist.
    """
    read_topics(loaded, config.topics)
    read_weights(config.weights)
    for name in verifier_names(config):
        if name.startswith(CROSS_ENCODER):
            cross_encoder_folder(loaded, name)


def verifier_names(config: GroundingConfig) -> tuple[str, ...]:
    """The panel, or the one verifier."""
    return tuple(config.models) or (config.verifier,)


@dataclass(frozen=True, kw_only=True)
class Grounder:
    """Hallucination localisation as a step of a run."""

    tau: float
    variants: int
    verifier: Verifier | None = None
    """None for the built-in one."""
    weights: Mapping[ErrorKind, float] = field(default_factory=dict)
    topics: Topics | None = None

    @property
    def version(self) -> str:
        """Part of a row's key."""
        return content_key(
            "grounder",
            verifier=[self.verifier.name, self.verifier.version] if self.verifier else BUILTIN,
            tau=self.tau,
            variants=self.variants,
            weights={str(kind): weight for kind, weight in self.weights.items()},
            topics=[rule.model_dump(mode="json") for rule in self.topics.rules] if self.topics else None,
        )

    async def ground(self, test: Test, answer: Answer) -> Grounding | None:
        """The answer's grounding in its context; None where the system shows none.

        Raises:
            MeasurementError: the verifier's model gave no usable answer.
        """
        if answer.context is None:
            return None
        return await ground_async(
            answer.text,
            [passage.text for passage in answer.context],
            question=test.query,
            verifier=self.verifier or BUILTIN,
            tau=self.tau,
            n=self.variants,
            weights=self.weights or None,
            topics=self.topics,
        )


def make_grounder(components: Components, config: GroundingConfig | None) -> Grounder | None:
    """The step that the section asks for; None where there is no section."""
    if config is None:
        return None
    return Grounder(
        tau=config.tau,
        variants=config.variants,
        verifier=make_verifier(components, verifier_names(config)),
        weights=read_weights(config.weights),
        topics=read_topics(components.loaded, config.topics),
    )


def flagged_spans(grounding: Grounding) -> list[dict[str, JsonValue]]:
    """The flagged statements with their offsets in the answer and what the context says instead."""
    return [_span(factoid) for factoid in grounding.factoids if factoid.flagged]


def _span(factoid: FactoidScore) -> dict[str, JsonValue]:
    evidence = factoid.contradiction or factoid.support
    return {
        "start": factoid.start,
        "end": factoid.end,
        "score": factoid.score,
        "kind": factoid.kind,
        "verdict": factoid.verdict,
        "reason": factoid.reason[:_LONGEST],
        "topic": factoid.topic,
        "context": evidence.context if evidence else None,
        "support": evidence.text[:_LONGEST] if evidence else "",
    }
