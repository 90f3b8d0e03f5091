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
from ragtester.search.embedders.onnx_cache import Exported
from ragtester.search.embedders.rows import unit_rows

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

LEAST_COSINE = 0.9999
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_CHECKED = (
    "Short.",
    "The notice period in the first year of employment is fourteen days, and a month after that.",
    "Die Kündigungsfrist beträgt 14 Tage; gesetzliche Feiertage zählen nicht.",
    "有給休暇は年間20日です。",
    "| item | price |\n| --- | --- |\n| filter A-17 | 12.50 EUR |",
    "\n".join(f"{number}. Step {number}: check valve {number * 7} and note the pressure." for number in range(60)),
    "",
)


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
        wanted = unit_rows(np.asarray(model.encode(list(_CHECKED), show_progress_bar=False)), name="torch")
        got = unit_rows(OnnxEncoder(partial, draft, tokenizer=tokenizer).encode(_CHECKED), name="onnx")
        cosine = float((wanted * got).sum(axis=1).min())
        if cosine < LEAST_COSINE:
            raise ConfigError(
                f"the exported model gives other vectors than torch (cosine {cosine:.6f} < {LEAST_COSINE}); "
                f"write backend: torch"
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
        with _silence():
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
