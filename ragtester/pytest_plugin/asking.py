"""A system as a test sees it: synchronous, with a loop of its own."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.api_asking import Asked, ask_and_judge
from ragtester.errors import MeasurementError
from ragtester.protocols import Judge, RagSystem
from ragtester.pytest_plugin.asserting import make_test, require
from ragtester.pytest_plugin.loop import Loop
from ragtester.records import Answer, Question, Test


class AskedSystem:
    """What the fixture `ragtester_system` gives.

    Args:
        system: the system that is asked.
        judge: who judges its answers.
        loop: where both run.
    """

    def __init__(self, system: RagSystem, judge: Judge, loop: Loop) -> None:
        self._system = system
        self._judge = judge
        self._loop = loop

    @property
    def name(self) -> str:
        """The system's name."""
        return self._system.name

    def ask(self, question: str, *, tenant: str | None = None, role: str | None = None, language: str = "en") -> Answer:
        """The system's answer, with `text` and `context`.

        Raises:
            MeasurementError: there is no answer.
        """
        asked = Question(text=question, tenant=tenant, role=role, language=language)
        return self._loop.run(self._system.ask(asked))

    def run(self, test: Test) -> Asked:
        """What came of a test; never raises for what could not be measured."""
        return self._loop.run(ask_and_judge(self._system, test, self._judge))

    def check(
        self,
        question: str,
        *,
        expected: str | None = None,
        accepted: Sequence[str] = (),
        evidence: str | None = None,
        document: str | None = None,
    ) -> Answer:
        """Asks, and fails the test unless the answer is right; returns the answer.

        Args:
            question: what is asked.
            expected: the right answer; None where the right answer is to abstain.
            accepted: other right answers.
            evidence: the sentence that a right answer rests on; with it, the failing stage is named.
            document: the document that holds the evidence.

        Raises:
            AssertionError: the answer is wrong.
            MeasurementError: there is no answer that could be judged.
        """
        __tracebackhide__ = True
        test = make_test(question, expected=expected, accepted=accepted, evidence=evidence, document=document)
        asked = self.run(test)
        require(asked)
        if asked.answer is None:
            raise MeasurementError(asked.message, reason="system_error")
        return asked.answer

    async def _close(self) -> None:
        end = getattr(self._system, "close", None)
        if end is not None:
            await end()

    def close(self) -> None:
        """Ends what the system keeps open."""
        self._loop.run(self._close())
