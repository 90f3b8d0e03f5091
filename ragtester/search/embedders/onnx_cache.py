"""Where exported models are kept, and what is known of them."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

from ragtester.records import Record
from ragtester.search.embedders.weights import ModelSource

_FORMAT = 2
_WORTH_EXPORTING = 1000
_NEEDED_TO_RUN = ("onnxruntime", "tokenizers")
_NEEDED_TO_EXPORT = ("onnx", "onnxscript", "torch")


class Exported(Record):
    """What stands beside an exported model."""

    inputs: tuple[str, ...]
    """Of the graph: `input_ids`, `attention_mask` and, for some models, `token_type_ids`."""
    max_tokens: int
    """Tokens of a text that are read."""
    pad_id: int
    cosine: float
    """The least cosine to torch's vectors, on the texts of the check."""


def export_path(source: ModelSource, *, max_tokens: int | None) -> Path:
    """The file of an exported model: named by its weights, so that other weights are another file."""
    base = os.environ.get("RAGTESTER_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    suffix = f"-{max_tokens}" if max_tokens else ""
    return Path(base) / "ragtester" / "onnx" / f"{source.sha256[:24]}-{_FORMAT}{suffix}.onnx"


def prefers_onnx(source: ModelSource, *, device: str | None, max_tokens: int | None, texts: int) -> bool:
    """Whether ONNX Runtime is the better choice for so many texts.

    It is where it is installed, the model is local, there is no GPU, and the model was exported before or the texts are
    enough to make up for the quarter of a minute that exporting takes.
    """
    if not source.local or not (Path(source.location) / "tokenizer.json").is_file():
        return False
    if device not in (None, "cpu") or (device is None and (sys.platform == "darwin" or _has_gpu())):
        return False
    if any(find_spec(name) is None for name in _NEEDED_TO_RUN):
        return False
    if export_path(source, max_tokens=max_tokens).is_file():
        return True
    return texts >= _WORTH_EXPORTING and all(find_spec(name) for name in _NEEDED_TO_EXPORT)


def _has_gpu() -> bool:
    return Path("/proc/driver/nvidia/gpus").is_dir()
