"""A local HTTP server that speaks the OpenAI protocol, as slowly and as badly as a test wants."""

from ragtester.structured import example_of
from ragtester.testing.stand_in.faults import FAULTS, Fault, Faults
from ragtester.testing.stand_in.refusals import Refuse
from ragtester.testing.stand_in.replies import Say, default_reply
from ragtester.testing.stand_in.server import StandInServer
from ragtester.testing.stand_in.stats import Logged, StandInStats

__all__ = [
    "FAULTS",
    "Fault",
    "Faults",
    "Logged",
    "Refuse",
    "Say",
    "StandInServer",
    "StandInStats",
    "default_reply",
    "example_of",
]
