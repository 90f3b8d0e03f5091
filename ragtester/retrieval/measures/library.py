"""The measures that ir-measures (trec_eval) defines as we do, computed by it.

It knows neither repeated ids nor alternatives; lists that have them are measured by
`ragtester.retrieval.measures.ranked`. Where both can measure, tests hold the two equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.errors import UsageError

LIBRARY_NAMES: dict[str, str] = {
    "precision_at_k": "P",
    "recall_at_k": "R",
    "ndcg_at_k": "nDCG",
    "mrr": "RR",
    "hit_rate": "Success",
}
"""Name of the measure in ir-measures; the cutoff is added as `@k`."""


def library_values(
    rankings: Mapping[str, Sequence[str]], judgments: Mapping[str, Mapping[str, int]], *, k: int
) -> dict[str, dict[str, float]]:
    """By query and measure, the value that ir-measures computes.

    Args:
        rankings: ids in order by query; a query with an empty list scores 0.
        judgments: grade by id by query.
        k: the cutoff.

    Raises:
        UsageError: a list holds an id twice, which the library cannot express.
    """
    import ir_measures

    for query, ranked in rankings.items():
        if len(set(ranked)) != len(ranked):
            raise UsageError(f"query {query!r} holds an id twice; measure it with the built-in measures")
    measures = {ir_measures.parse_measure(f"{short}@{k}"): name for name, short in LIBRARY_NAMES.items()}
    qrels = [ir_measures.Qrel(query, name, gain) for query, gains in judgments.items() for name, gain in gains.items()]
    run = [
        ir_measures.ScoredDoc(query, name, float(-position))
        for query, ranked in rankings.items()
        for position, name in enumerate(ranked)
    ]
    values: dict[str, dict[str, float]] = {
        query: dict.fromkeys(LIBRARY_NAMES, 0.0) for query in judgments if query in rankings
    }
    for found in ir_measures.iter_calc(list(measures), qrels, run):
        if found.query_id in values:
            values[found.query_id][measures[found.measure]] = float(found.value)
    return values
