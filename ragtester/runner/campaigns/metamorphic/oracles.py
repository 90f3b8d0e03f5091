"""The oracle of a campaign: the built-in one, or a model's three judgements."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ragtester.config import JudgeConfig
from ragtester.judge.rules import code_version, rules_version
from ragtester.metamorphic import Observation, model_outcome, relation_outcome
from ragtester.prompts import load_prompt
from ragtester.protocols import ChatModel
from ragtester.records import RelationOutcome, content_key
from ragtester.runner.campaigns.metamorphic.subjects import campaign_config
from ragtester.runner.session import Session
from ragtester.version import __version__

_PROMPTS = ("metamorphic/preservation", "metamorphic/equivalence", "metamorphic/adaptation")


@dataclass(frozen=True, slots=True)
class Oracle:
    """Says what came of a mutant; its version is part of every outcome's key."""

    version: str
    model: ChatModel | None = None
    prompts: Path | None = None

    async def decide(self, seen: Observation, *, sample: int = 0) -> RelationOutcome:
        """The outcome of one observation.

        Raises:
            MeasurementError: the judging model gave nothing usable.
        """
        if self.model is None:
            return relation_outcome(seen)
        return await model_outcome(self.model, seen, sample=sample, prompts=self.prompts)


def make_oracle(session: Session) -> Oracle:
    """The oracle that the configuration names: `metamorphic.judge`, by default the run's judge."""
    config = session.loaded.config
    name = campaign_config(config).judge or _judge(config.judge)
    if name == "builtin":
        rules = [code_version("ragtester.metamorphic.oracle"), rules_version()]
        return Oracle(content_key("oracle", builtin=__version__, rules=[*rules]))
    model = session.components.model(name, what="oracle")
    folder = session.components.prompts
    hashes = [load_prompt(prompt, folder=folder).hash for prompt in _PROMPTS]
    return Oracle(content_key("oracle", model=model.version, prompts=[*hashes]), model, folder)


def _judge(judge: JudgeConfig) -> str:
    return judge.models[0] if judge.models and judge.model == "builtin" else judge.model
