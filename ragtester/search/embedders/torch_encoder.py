"""sentence-transformers as the library runs it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ragtester.errors import ConfigError
from ragtester.protocols import Vectors
from ragtester.search.embedders.agreement import agreement
from ragtester.search.embedders.batches import by_length, while_wanted
from ragtester.search.embedders.quiet import quiet_transformers
from ragtester.search.embedders.weights import ModelSource

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from ragtester.search.embedders.sentence_transformers import Encoder, Precision, SentenceTransformersOptions

_ON_A_PROCESSOR = 8
_MANY = 32


def load_encoder(source: ModelSource, options: SentenceTransformersOptions) -> Encoder:
    """The model, loaded.

    Raises:
        ConfigError: it cannot be loaded, or gives other vectors with the precision that is asked for.
    """
    model = load_model(source, options)
    encoder = TorchEncoder(model, batch=options.batch)
    if options.precision == "float32":
        return encoder
    faster = TorchEncoder(model, batch=options.batch, precision=options.precision)
    agreement(encoder.encode, faster.encode, what=f"{source.name} in {options.precision}", remedy="leave precision out")
    return faster


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
        batch: texts at a time; by default few on a processor, so that what a layer computes stays in its cache, and many
            on a GPU or where the numbers are half as long.
        precision: of the products of matrices; all else, and the vectors, is in 32 bits.
    """

    def __init__(
        self, model: SentenceTransformer, *, batch: int | None = None, precision: Precision = "float32"
    ) -> None:
        self.model = model
        self._precision = precision
        small = model.device.type == "cpu" and precision == "float32"
        self._batch = batch or (_ON_A_PROCESSOR if small else _MANY)

    def encode(self, texts: Sequence[str], given_up: threading.Event | None = None) -> Vectors:
        """One row per text; ends early where the event is set."""
        parts = [
            (places, self._encode([texts[place] for place in places]))
            for places in while_wanted(by_length(texts, batch=self._batch), given_up)
        ]
        rows = np.zeros((len(texts), parts[0][1].shape[1] if parts else 1), dtype=np.float32)
        for places, vectors in parts:
            rows[places] = vectors
        return rows

    def _encode(self, texts: list[str]) -> Vectors:
        import torch

        reduced = self._precision != "float32"
        with torch.autocast(self.model.device.type, dtype=torch.bfloat16, enabled=reduced):
            vectors = self.model.encode(texts, batch_size=len(texts), show_progress_bar=False, convert_to_tensor=True)
        rows: Vectors = vectors.float().cpu().numpy()
        return rows
