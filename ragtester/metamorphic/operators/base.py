"""What the shipped operators share: the scopes that they do not have, and examples by default."""

from __future__ import annotations

from collections.abc import Sequence

from ragtester.metamorphic.operators.parameters import Parameters
from ragtester.metamorphic.operators.protocol import Inapplicable, Mutated, Reach, Target
from ragtester.metamorphic.settings import IndexSettings
from ragtester.records import Document, Retrieved


class TextOperator:
    """Changes texts, so there are no settings to change."""

    reach: Reach = "evidence"

    def mutate_settings(self, settings: IndexSettings, *, parameters: Parameters) -> Mutated:
        """Not applicable."""
        return Inapplicable("this operator changes texts, not settings")


class SettingsOperator:
    """Changes the whole index, so there is no document to edit; post-chunk only where it says so."""

    reach: Reach = "index"

    def mutate_documents(
        self, target: Target, documents: Sequence[Document], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """Not applicable."""
        return Inapplicable("this operator changes the index, not the documents")

    def mutate_context(
        self, target: Target, context: Sequence[Retrieved], *, seed: int, parameters: Parameters
    ) -> Mutated:
        """Not applicable."""
        return Inapplicable("after retrieval there is no index left to change")
