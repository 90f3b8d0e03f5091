"""Document lifecycle: does a change reach the final context in time, and does what was removed stay away?"""

from ragtester.retrieval.lifecycle.abilities import Enumerates, OpensSessions, Restarts
from ragtester.retrieval.lifecycle.clock import Clock, MonotonicClock, Poll, VirtualClock
from ragtester.retrieval.lifecycle.report import LifecycleReport, StepResult
from ragtester.retrieval.lifecycle.runner import run_lifecycle
from ragtester.retrieval.lifecycle.scenario import Probe, Readers, Scenario, Step
from ragtester.retrieval.lifecycle.scenario_file import parse_scenarios, read_scenarios

__all__ = [
    "Clock",
    "Enumerates",
    "LifecycleReport",
    "MonotonicClock",
    "OpensSessions",
    "Poll",
    "Probe",
    "Readers",
    "Restarts",
    "Scenario",
    "Step",
    "StepResult",
    "VirtualClock",
    "parse_scenarios",
    "read_scenarios",
    "run_lifecycle",
]
