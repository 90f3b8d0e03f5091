"""Exporting a sentence-transformers model once, and making sure that it gives the same vectors."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ragtester.errors import ConfigError
from ragtester.search.embedders.agreement import agreement
from ragtester.search.embedders.onnx_cache import Exported

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def export_model(model: SentenceTransformer, file: Path, *, tokenizer: Path) -> Exported:
    """Writes the model to `file`, with its description beside it, and checks it against torch.

    Raises:
        ConfigError: the model cannot be exported, or the exported one gives other vectors.
    """
    from ragtester.search.embedders.onnx_encoder import OnnxEncoder

    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_suffix(f".{os.getpid()}.partial")
    try:
        inputs = _write(model, partial)
        limit = int(model.max_seq_length or 512)
        pad = int(getattr(model.tokenizer, "pad_token_id", 0) or 0)
        draft = Exported(inputs=inputs, max_tokens=limit, pad_id=pad, cosine=0.0)
        cosine = agreement(
            lambda texts: np.asarray(model.encode(list(texts), show_progress_bar=False)),
            OnnxEncoder(partial, draft, tokenizer=tokenizer).encode,
            what="the exported model",
            remedy="write backend: torch",
        )
        exported = draft.model_copy(update={"cosine": cosine})
        file.with_suffix(".json").write_text(exported.model_dump_json(), encoding="utf-8")
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return exported


def _write(model: SentenceTransformer, file: Path) -> tuple[str, ...]:
    import torch

    features = model.preprocess(["a first text", "and a second one, a little longer"])
    inputs = tuple(name for name in _INPUTS if name in features)

    class Whole(torch.nn.Module):
        """Transformer, pooling and all that follows, from tokens to vectors."""

        def __init__(self) -> None:
            super().__init__()
            self.inner = model

        def forward(self, *tokens: torch.Tensor) -> torch.Tensor:
            vectors: torch.Tensor = self.inner(dict(zip(inputs, tokens, strict=True)))["sentence_embedding"]
            return vectors

    shape = {0: torch.export.Dim("batch", min=1, max=65536), 1: torch.export.Dim("length", min=2, max=_longest(model))}
    try:
        with _silence(), _plain_attention(model):
            torch.onnx.export(
                Whole().eval(),
                tuple(features[name] for name in inputs),
                str(file),
                dynamo=True,
                input_names=list(inputs),
                output_names=["vectors"],
                dynamic_shapes={"tokens": tuple(shape for _ in inputs)},
                external_data=False,
                verbose=False,
            )
    except (RuntimeError, ValueError, TypeError, ImportError) as error:
        reason = " ".join(str(error).split())[:200]
        raise ConfigError(f"the model cannot be exported to ONNX: {reason}; write backend: torch") from error
    return inputs


@contextlib.contextmanager
def _plain_attention(model: SentenceTransformer) -> Iterator[None]:
    """Attention as separate steps, which ONNX Runtime fuses; torch's own one is exported with guards for empty rows."""
    inner = getattr(model[0], "auto_model", None)
    before = getattr(getattr(inner, "config", None), "_attn_implementation", None)
    if inner is None or before is None:
        yield
        return
    inner.set_attn_implementation("eager")
    try:
        yield
    finally:
        inner.set_attn_implementation(before)


def _longest(model: SentenceTransformer) -> int:
    return max(8, int(model.max_seq_length or 512))


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """The exporter writes advice for its developers to the terminal."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
