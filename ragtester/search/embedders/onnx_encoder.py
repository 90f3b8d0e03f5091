"""Running an exported model by ONNX Runtime: no torch, batches of like length and bounded size."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ragtester.errors import ConfigError
from ragtester.protocols import Vectors
from ragtester.search.embedders.batches import on_every_core
from ragtester.search.embedders.onnx_cache import Exported, export_path
from ragtester.search.embedders.weights import ModelSource

if TYPE_CHECKING:
    from ragtester.search.embedders.sentence_transformers import SentenceTransformersOptions

_BATCH_TOKENS = 256


class OnnxEncoder:
    """Encodes by ONNX Runtime.

    Batches are small, so that what a layer computes stays in the processor's cache, and of like length, so that
    little of it is padding. Each core takes one batch after the other: small ones are not worth sharing between cores.

    Args:
        file: the exported model.
        exported: what stands beside it.
        tokenizer: the model's `tokenizer.json`.
    """

    def __init__(self, file: Path, exported: Exported, *, tokenizer: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        self._exported = exported
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(exported.max_tokens)

    def encode(self, texts: Sequence[str], given_up: threading.Event | None = None) -> Vectors:
        """One row per text; ends early where the event is set."""
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        parts: dict[int, Vectors] = {}

        def work(places: list[int]) -> None:
            parts.update(zip(places, self._run([tokens[place] for place in places]), strict=True))

        on_every_core(work, _batches(tokens), given_up)
        return np.stack([parts[place] for place in range(len(texts))]) if parts else np.zeros((0, 1), dtype=np.float32)

    def _run(self, tokens: Sequence[Sequence[int]]) -> Vectors:
        length = max(2, *(len(ids) for ids in tokens))
        ids: npt.NDArray[np.int64] = np.full((len(tokens), length), self._exported.pad_id, dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, listed in enumerate(tokens):
            ids[row, : len(listed)] = listed
            mask[row, : len(listed)] = 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        vectors: Vectors = self._session.run(None, {name: given[name] for name in self._exported.inputs})[0]
        return vectors


def load_onnx(source: ModelSource, options: SentenceTransformersOptions) -> OnnxEncoder:
    """The exported model; it is exported now if that was not done before.

    Raises:
        ConfigError: it cannot be exported, or the exported one gives other vectors.
    """
    from ragtester.search.embedders.onnx_export import export_model
    from ragtester.search.embedders.torch_encoder import load_model

    file = export_path(source, max_tokens=options.max_tokens)
    description = file.with_suffix(".json")
    tokenizer = Path(source.location) / "tokenizer.json"
    if not tokenizer.is_file():
        raise ConfigError(f"{source.location} has no tokenizer.json, which backend: onnx needs; write backend: torch")
    if file.is_file() and description.is_file():
        exported = Exported.model_validate_json(description.read_text(encoding="utf-8"))
    else:
        exported = export_model(load_model(source, options, device="cpu"), file, tokenizer=tokenizer)
    return OnnxEncoder(file, exported, tokenizer=tokenizer)


def _batches(tokens: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Positions of texts, longest first, in batches of at most so many tokens with their padding."""
    order = sorted(range(len(tokens)), key=lambda place: (-len(tokens[place]), place))
    start = 0
    while start < len(order):
        width = max(1, len(tokens[order[start]]))
        stop = start + max(1, _BATCH_TOKENS // width)
        yield order[start:stop]
        start = stop
