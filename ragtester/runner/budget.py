"""The budget: money that a run may spend, checked before every call."""

from __future__ import annotations

from ragtester.errors import BudgetSpentError
from ragtester.runner.work import WorkLog


class Budget:
    """Refuses further calls once the calls so far cost as much as allowed."""

    def __init__(self, usd: float | None, log: WorkLog) -> None:
        self.usd = usd
        self._log = log

    def check(self) -> None:
        """Called before a call is sent.

        Raises:
            BudgetSpentError: the budget is used up, or a price is unknown so that it cannot be kept.
        """
        if self.usd is None:
            return
        spent = self._log.cost_usd
        if spent is None:
            raise BudgetSpentError(
                "the price of a model is unknown, so --budget cannot be kept; give it as input_price and output_price "
                "(USD per million tokens) under models: NAME: {openai: {...}}"
            )
        if spent >= self.usd:
            raise BudgetSpentError(
                f"the budget of {self.usd:g} USD is spent; run again with a larger --budget to go on"
            )
