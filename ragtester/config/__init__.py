"""Configuration: its sections, how a file is read and checked, and its JSON schema."""

from ragtester.config.base import Arguments, Component, Section
from ragtester.config.load import load_config, parse_config
from ragtester.config.schema import config_schema
from ragtester.config.sections import (
    CorpusConfig,
    DistributeConfig,
    DocumentSettings,
    FaultsConfig,
    GroundingConfig,
    JudgeConfig,
    LoadedConfig,
    MatrixConfig,
    MetamorphicConfig,
    QuestionType,
    RayConfig,
    RepairConfig,
    RunConfig,
    SuiteConfig,
    TargetConfig,
    ThresholdsConfig,
)

__all__ = [
    "Arguments",
    "Component",
    "CorpusConfig",
    "DistributeConfig",
    "DocumentSettings",
    "FaultsConfig",
    "GroundingConfig",
    "JudgeConfig",
    "LoadedConfig",
    "MatrixConfig",
    "MetamorphicConfig",
    "QuestionType",
    "RayConfig",
    "RepairConfig",
    "RunConfig",
    "Section",
    "SuiteConfig",
    "TargetConfig",
    "ThresholdsConfig",
    "config_schema",
    "load_config",
    "parse_config",
]
