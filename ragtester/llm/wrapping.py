"""What every model that asks another one shares."""

from __future__ import annotations

from ragtester.protocols import ChatModel


class ModelWrapper:
    """Asks `model` in a way of its own: stored, limited, elsewhere. None of that changes which model it is."""

    model: ChatModel

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def version(self) -> str:
        """The model's version: the way in which it is asked changes no reply, so keys are those of the model."""
        return self.model.version

    @property
    def samples(self) -> bool:
        """Whether the model samples."""
        return self.model.samples
