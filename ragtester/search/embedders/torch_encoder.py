"""sentence-transformers as the library runs it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ragtester.errors import ConfigError
from ragtester.protocols import Vectors
from ragtester.search.embedders.batches import by_length, while_wanted
from ragtester.search.embedders.quiet import quiet_transformers
from ragtester.search.embedders.weights import ModelSource

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from ragtester.search.embedders.sentence_transformers import Encoder, SentenceTransformersOptions


def load_encoder(source: ModelSource, options: SentenceTransformersOptions) -> Encoder:
    """The model, loaded.

    Raises:
        ConfigError: it cannot be loaded.
    """
    return TorchEncoder(load_model(source, options), batch=options.batch)


def load_model(
    source: ModelSource, options: SentenceTransformersOptions, *, device: str | None = None
) -> SentenceTransformer:
    """The library's own object.

    Raises:
        ConfigError: it cannot be loaded: not on this machine, no connection, or not a model.
    """
    quiet_transformers()
    from sentence_transformers import SentenceTransformer

    try:
        model = SentenceTransformer(
            source.location, device=device or options.device, local_files_only=source.local, trust_remote_code=False
        )
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        reason = " ".join(str(error).split())[:300]
        raise ConfigError(
            f"the sentence-transformers model {source.location} cannot be loaded: {reason}; "
            f"give a folder with the model, or the packaged all-MiniLM-L6-v2"
        ) from error
    if options.max_tokens:
        model.max_seq_length = options.max_tokens
    return model


class TorchEncoder:
    """Encodes by torch, in batches of like length.

    Args:
        model: the library's object.
        batch: texts at a time.
    """

    def __init__(self, model: SentenceTransformer, *, batch: int) -> None:
        self.model = model
        self._batch = batch

    def encode(self, texts: Sequence[str], given_up: threading.Event | None = None) -> Vectors:
        """One row per text; ends early where the event is set."""
        parts = [
            (
                places,
                self.model.encode(
                    [texts[place] for place in places],
                    batch_size=self._batch,
                    show_progress_bar=False,
                    convert_to_numpy=True,
                ),
            )
            for places in while_wanted(by_length(texts, batch=self._batch), given_up)
        ]
        rows = np.zeros((len(texts), parts[0][1].shape[1] if parts else 1), dtype=np.float32)
        for places, vectors in parts:
            rows[places] = vectors
        return rows
