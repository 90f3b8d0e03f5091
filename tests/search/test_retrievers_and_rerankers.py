"""Retrievers made from a configuration, and rerankers."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from ragtester.errors import ConfigError, ReplyError, UnknownNameError
from ragtester.llm import ScriptedModel
from ragtester.records import JsonValue, Request, Retrieved
from ragtester.search import CrossEncoderReranker, HashingEmbedder, LlmReranker, make_reranker, make_retriever, reranked
from ragtester.search.rerankers.llm import LlmOptions


def candidates(*texts: str) -> list[Retrieved]:
    return [
        Retrieved(chunk=f"c{rank}", document="d", text=text, rank=rank, score=1 / rank)
        for rank, text in enumerate(texts, start=1)
    ]


def rating(request: Request) -> str:
    """Five for passages with the word `right`, else as many points as the passage has words, three at most."""
    passages = request.messages[0].content.split("<passage number=")[1:]
    ratings = []
    for passage in passages:
        number, text = passage.split(">\n", 1)
        words = text.split("\n</passage>")[0].split()
        ratings.append({"passage": int(number), "rating": 5 if "right" in words else min(3, len(words))})
    return json.dumps({"ratings": ratings})


def test_equal_scores_keep_their_order_and_ranks_are_set_anew():
    found = reranked(candidates("a", "b", "c", "d"), [1.0, 2.0, 2.0, 0.5], k=3)
    assert [(entry.text, entry.rank, entry.score) for entry in found] == [("b", 1, 2.0), ("c", 2, 2.0), ("a", 3, 1.0)]


async def test_no_reranking_takes_the_first():
    found = await make_reranker("none", {"none": {}}).rerank("q", candidates("a", "b", "c"), k=2)
    assert [(entry.text, entry.rank, entry.score) for entry in found] == [("a", 1, 1.0), ("b", 2, 0.5)]


async def test_lexical_reranking_brings_shared_words_to_the_front():
    reranker = make_reranker("lexical", {"lexical": None})
    found = await reranker.rerank("valve pressure", candidates("nothing", "a valve", "valve pressure", "none"), k=4)
    assert [entry.text for entry in found] == ["valve pressure", "a valve", "nothing", "none"]
    assert await reranker.rerank("valve", [], k=3) == []


async def test_a_chat_model_rates_thirty_passages_and_keeps_the_best_six():
    model = ScriptedModel(rating)
    reranker = make_reranker("llm", {"llm": "judge"}, model=model)
    texts = [f"passage {number}" for number in range(40)]
    texts[29], texts[35] = "the right one", "right but too far down"
    found = await reranker.rerank("q", candidates(*texts), k=10)
    assert len(found) == 6
    assert found[0].text == "the right one"
    assert found[0].score == 5.0
    assert [entry.text for entry in found[1:]] == texts[:5]
    assert model.asked == 1
    assert await reranker.rerank("q", [], k=3) == []


async def test_ratings_that_cannot_be_used_are_an_error_and_no_order():
    reranker = LlmReranker(ScriptedModel(lambda _: '{"ratings": []}'))
    with pytest.raises(ReplyError):
        await reranker.rerank("q", candidates("a", "b"), k=2)


def test_what_changes_an_order_changes_the_version():
    model = ScriptedModel(rating)
    assert LlmReranker(model).version != LlmReranker(model, options=LlmOptions(best=3)).version


@pytest.mark.skipif(find_spec("transformers") is None, reason="transformers is not installed")
async def test_a_cross_encoder_is_loaded_from_a_folder(tmp_path: Path):
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "valve", "notice", "period"]
    (tmp_path / "vocab.txt").write_text("\n".join(words))
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=1,
    )
    BertForSequenceClassification(config).save_pretrained(tmp_path)
    BertTokenizerFast(vocab_file=str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    reranker = make_reranker("ce", {"cross_encoder": {"model": str(tmp_path)}})
    assert isinstance(reranker, CrossEncoderReranker)
    found = await reranker.rerank("valve", candidates("notice", "valve", "period"), k=2)
    assert [entry.rank for entry in found] == [1, 2]
    assert found[0].score is not None
    assert found[1].score is not None
    assert found[0].score >= found[1].score
    assert await reranker.rerank("valve", [], k=2) == []


async def test_a_cross_encoder_that_cannot_be_loaded_says_so(tmp_path: Path):
    (tmp_path / "config.json").write_text('{"model_type": "no-such-model"}')
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    reranker = make_reranker("ce", {"cross_encoder": {"model": str(tmp_path)}})
    with pytest.raises(ConfigError, match="cannot be loaded"):
        await reranker.rerank("q", candidates("a"), k=1)


def test_retrievers_are_made_by_name():
    embedder = HashingEmbedder(name="minilm")
    assert make_retriever("bm25", {"bm25": {"k1": 0.9}}, embedder=None).version == "bm25-1-0.9-0.75"
    assert make_retriever("minilm", {"dense": {}}, embedder=embedder).name == "minilm"
    assert make_retriever("h", {"hybrid": "minilm"}, embedder=embedder).version.startswith("rrf-1-60-50:bm25-1")


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ({"bm52": {}}, UnknownNameError, "did you mean 'bm25'"),
        ({"bm25": {"b": 2}}, ConfigError, "b = 2"),
        ({"dense": {}}, ConfigError, "needs an embedder"),
        ({"hybrid": {"constnt": 3}}, ConfigError, "did you mean 'constant'"),
    ],
)
def test_a_wrong_retriever_names_value_and_remedy(spec: dict[str, JsonValue], error: type[Exception], message: str):
    with pytest.raises(error, match=message):
        make_retriever("r", spec, embedder=None)


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ({"cross-encoder": {}}, UnknownNameError, "did you mean 'cross_encoder'"),
        ({"llm": {}}, ConfigError, "needs a chat model"),
        ({"none": {"k": 1}}, ConfigError, "unknown argument 'k'"),
    ],
)
def test_a_wrong_reranker_names_value_and_remedy(spec: dict[str, JsonValue], error: type[Exception], message: str):
    with pytest.raises(error, match=message):
        make_reranker("r", spec)
