"""Exact search: the best rows of a matrix for all queries at once, ties by position, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ragtester.protocols import Vectors

Hits: TypeAlias = list[tuple[int, float]]
"""Positions with scores, best first."""
Mask: TypeAlias = npt.NDArray[np.bool_]

_BLOCK = 4_000_000
_PAIRS = 8192
_GROUP = 32


def top_k(
    queries: npt.NDArray[np.floating], matrix: Vectors, k: int, *, allowed: Sequence[Mask | None] | None = None
) -> list[Hits]:
    """For each query the `k` rows of `matrix` with the largest dot product, ties by position.

    Products are computed in float32, block by block, and only choose the candidates; the candidates' scores are then
    computed again in float64, row by row. So neither the block that a row falls into, nor the threads or the kernel of
    the matrix library decide a rank, and a search of a part equals the search of the whole.

    Args:
        queries: shape (q, d); float64 is brought down to float32, never the matrix up.
        matrix: shape (n, d), float32.
        k: at most so many rows per query.
        allowed: for each query a mask over the rows, or None for all.

    Raises:
        ValueError: the shapes do not fit.
    """
    wanted = np.ascontiguousarray(queries, dtype=np.float32)
    if wanted.ndim != 2 or matrix.ndim != 2 or wanted.shape[1] != matrix.shape[1]:
        raise ValueError(f"queries of shape {wanted.shape} cannot be searched in a matrix of shape {matrix.shape}")
    if allowed is not None and len(allowed) != len(wanted):
        raise ValueError(f"{len(allowed)} masks for {len(wanted)} queries")
    rows = np.ascontiguousarray(matrix, dtype=np.float32)
    count = len(rows)
    if not count or k < 1:
        return [[] for _ in range(len(wanted))]
    margin = 2.0 * _rounding(wanted, rows)
    groups = count if count <= max(256, 8 * k) else max(4 * k, -(-count // _GROUP))
    width = groups * -(-count // groups)
    block = max(1, min(len(wanted), _BLOCK // width))
    scores = np.full((block, width), -np.inf, dtype=np.float32)
    found: list[Hits] = []
    for start in range(0, len(wanted), block):
        part = wanted[start : start + block]
        view = scores[: len(part)]
        np.matmul(part, rows.T, out=view[:, :count])
        masks = allowed[start : start + block] if allowed is not None else ()
        for row, mask in enumerate(masks):
            if mask is not None:
                view[row, :count][~mask] = -np.inf
        found += _best(part, rows, _candidates(view, groups, min(k, count), margin), k)
    return found


def exact_scores(
    queries: Vectors, matrix: Vectors, left: npt.NDArray[np.intp], right: npt.NDArray[np.intp]
) -> npt.NDArray[np.float64]:
    """The dot products of `queries[left]` and `matrix[right]` in float64, each by itself."""
    scores = np.empty(len(left), dtype=np.float64)
    for start in range(0, len(left), _PAIRS):
        stop = start + _PAIRS
        products = queries[left[start:stop]].astype(np.float64)
        products *= matrix[right[start:stop]]
        scores[start:stop] = products.sum(axis=1)
    return scores


def _rounding(queries: Vectors, rows: Vectors) -> float:
    """By how much a float32 product may differ from the true one: d * 2^-24 times the longest lengths."""
    lengths = float(np.sqrt(np.einsum("ij,ij->i", queries, queries).max(initial=0.0)))
    lengths *= float(np.sqrt(np.einsum("ij,ij->i", rows, rows).max(initial=0.0)))
    return float(rows.shape[1]) * 2.0**-24 * lengths


def _candidates(
    scores: npt.NDArray[np.float32], groups: int, k: int, margin: float
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows and columns of every score that may be among its row's best `k`.

    The k-th largest of the maxima of disjoint groups is a lower bound of the k-th largest score, and is found in one
    pass over the scores.
    """
    maxima = scores if groups == scores.shape[1] else scores.reshape(len(scores), -1, groups).max(axis=1)
    bound = np.partition(maxima, maxima.shape[1] - k, axis=1)[:, maxima.shape[1] - k]
    least = np.where(np.isfinite(bound), bound - np.float32(margin), np.finfo(np.float32).min)
    rows, columns = np.nonzero(scores >= least[:, None].astype(np.float32))
    return rows, columns


def _best(
    queries: Vectors, matrix: Vectors, pairs: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]], k: int
) -> list[Hits]:
    rows, columns = pairs
    scores = exact_scores(queries, matrix, rows, columns)
    order = np.lexsort((columns, -scores, rows))
    rows, columns, scores = rows[order], columns[order], scores[order]
    starts = np.searchsorted(rows, np.arange(len(queries) + 1))
    return [
        list(zip(columns[a : min(b, a + k)].tolist(), scores[a : min(b, a + k)].tolist(), strict=True))
        for a, b in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
    ]
