"""The frame of the operators that add pieces of text: where the pieces go is the same, what they are differs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from ragtester.metamorphic.operators.base import TextOperator
from ragtester.metamorphic.operators.insertion import Draw, noise_in_context, noise_in_documents
from ragtester.metamorphic.operators.parameters import STYLE, Parameter, Parameters, pool_parameter
from ragtester.metamorphic.operators.protocol import Mutated, Target
from ragtester.records import Document, Retrieved


class NoiseOperator(TextOperator):
    """Scatters pieces over documents, or adds them to passages; shared between tests."""

    name: str
    piece: str
    """What one added piece is called in a note."""
    depends_on_test = False

    @abstractmethod
    def drawing(self, parameters: Parameters) -> Draw:
        """How pieces for a given text are drawn."""

    def mutate_documents(
        self, target: Target, documents: Sequence[Document], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """Pieces at sentence ends all over each document, never inside a table."""
        draw = self.drawing(parameters)
        return noise_in_documents(self.name, documents, draw, seed=seed, parameters=parameters, what=self.piece)

    def mutate_context(
        self, target: Target, context: Sequence[Retrieved], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """Pieces added to each passage."""
        draw = self.drawing(parameters)
        return noise_in_context(self.name, context, draw, seed=seed, parameters=parameters, what=self.piece)


def share_parameter(default: float, what: str) -> Parameter:
    """The share of a text's sentences that is added."""
    return Parameter("share", default, f"{what} added, as a share of the text's sentences", 0.0, 20.0)


def count_parameter(what: str) -> Parameter:
    """How many pieces are added to each passage."""
    return Parameter("count", 1, f"{what} added to each passage", 1, 100)


def noise_parameters(amount: Parameter, pool: str) -> tuple[Parameter, ...]:
    """The amount, and the two ways in which a user varies the pieces."""
    return (amount, STYLE, pool_parameter(pool))
