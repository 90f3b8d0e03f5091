"""What every embedder's rows are: float32, of unit length, finite."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ragtester.errors import EndpointError
from ragtester.protocols import Vectors

_TINY = 1e-12


def unit_rows(rows: npt.NDArray[np.floating], *, name: str) -> Vectors:
    """The rows in float32 and of unit length; a row of zeros points along the first axis.

    Raises:
        EndpointError: a row holds a number that is not finite.
    """
    vectors = np.ascontiguousarray(rows, dtype=np.float32)
    if not np.isfinite(vectors).all():
        raise EndpointError(f"{name} gave a vector that is not finite", problem="server_error", retryable=False)
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    empty = lengths < _TINY
    if empty.any():
        vectors = vectors.copy()
        vectors[empty] = 0.0
        vectors[empty, 0] = 1.0
        lengths[empty] = 1.0
    unit: Vectors = (vectors / lengths[:, None]).astype(np.float32)
    return unit
