"""For tests, a user's and ours: an endpoint that stands in for a model's, and models that follow a script."""

from ragtester.llm import ScriptedModel
from ragtester.testing.stand_in import Faults, Refuse, Say, StandInServer, StandInStats, example_of

__all__ = ["Faults", "Refuse", "Say", "ScriptedModel", "StandInServer", "StandInStats", "example_of"]
