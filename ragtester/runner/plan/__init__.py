"""From the names of a configuration to components, systems and an estimate."""

from ragtester.runner.plan.components import Components
from ragtester.runner.plan.systems import matching, reference_specs

__all__ = ["Components", "matching", "reference_specs"]
