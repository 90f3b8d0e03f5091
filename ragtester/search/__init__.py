"""Search: embedders, BM25, dense and hybrid retrievers over exact indexes, and rerankers."""

from ragtester.search.bm25 import Bm25Index, Bm25Retriever
from ragtester.search.changes import Change, Layout
from ragtester.search.dense import DenseIndex, DenseRetriever
from ragtester.search.embedders import (
    EMBEDDERS,
    HashingEmbedder,
    OpenAIEmbedder,
    SentenceTransformersEmbedder,
    UseMultilingualEmbedder,
    hashed_vectors,
)
from ragtester.search.exact import Hits, Mask, top_k
from ragtester.search.factory import RETRIEVERS, make_embedder, make_reranker, make_retriever
from ragtester.search.hybrid import ChangeableIndex, HybridIndex, HybridRetriever
from ragtester.search.identity import embedder_identity, vector_key
from ragtester.search.rerankers import (
    RERANKERS,
    CrossEncoderReranker,
    LexicalReranker,
    LlmReranker,
    NoReranker,
    reranked,
)
from ragtester.search.words import search_words

__all__ = [
    "EMBEDDERS",
    "RERANKERS",
    "RETRIEVERS",
    "Bm25Index",
    "Bm25Retriever",
    "Change",
    "ChangeableIndex",
    "CrossEncoderReranker",
    "DenseIndex",
    "DenseRetriever",
    "HashingEmbedder",
    "Hits",
    "HybridIndex",
    "HybridRetriever",
    "Layout",
    "LexicalReranker",
    "LlmReranker",
    "Mask",
    "NoReranker",
    "OpenAIEmbedder",
    "SentenceTransformersEmbedder",
    "UseMultilingualEmbedder",
    "embedder_identity",
    "hashed_vectors",
    "make_embedder",
    "make_reranker",
    "make_retriever",
    "reranked",
    "search_words",
    "top_k",
    "vector_key",
]
