"""Seeded faults: known mistakes that are planted in the reference pipeline, one per file, by stage."""

from __future__ import annotations

from ragtester.faults.chunk.cut_mid_sentence import FAULT as CUT_MID_SENTENCE
from ragtester.faults.chunk.duplicates import FAULT as DUPLICATES
from ragtester.faults.chunk.gaps import FAULT as GAPS
from ragtester.faults.chunk.lost_tail import FAULT as LOST_TAIL
from ragtester.faults.chunk.shortened_chunks import FAULT as SHORTENED_CHUNKS
from ragtester.faults.context.first_dropped import FAULT as FIRST_DROPPED
from ragtester.faults.context.first_repeated import FAULT as FIRST_REPEATED
from ragtester.faults.context.passages_cut import FAULT as PASSAGES_CUT
from ragtester.faults.context.tight_budget import FAULT as TIGHT_BUDGET
from ragtester.faults.embed.failed_batch import FAULT as FAILED_BATCH
from ragtester.faults.embed.model_mismatch import FAULT as MODEL_MISMATCH
from ragtester.faults.embed.shifted_vectors import FAULT as SHIFTED_VECTORS
from ragtester.faults.embed.truncated_input import FAULT as TRUNCATED_INPUT
from ragtester.faults.embed.unnormalised import FAULT as UNNORMALISED
from ragtester.faults.fault import Fault, FaultKind
from ragtester.faults.generate.always_abstains import FAULT as ALWAYS_ABSTAINS
from ragtester.faults.generate.always_answers import FAULT as ALWAYS_ANSWERS
from ragtester.faults.generate.cut_short import FAULT as CUT_SHORT
from ragtester.faults.generate.digits_changed import FAULT as DIGITS_CHANGED
from ragtester.faults.generate.other_query import FAULT as OTHER_QUERY
from ragtester.faults.generate.passages_ignored import FAULT as PASSAGES_IGNORED
from ragtester.faults.index.deleted_kept import FAULT as DELETED_KEPT
from ragtester.faults.index.indexed_twice import FAULT as INDEXED_TWICE
from ragtester.faults.index.missing_document import FAULT as MISSING_DOCUMENT
from ragtester.faults.index.old_edition_kept import FAULT as OLD_EDITION_KEPT
from ragtester.faults.index.partial_ingestion import FAULT as PARTIAL_INGESTION
from ragtester.faults.index.stale_revision import FAULT as STALE_REVISION
from ragtester.faults.index.tenant_leak import FAULT as TENANT_LEAK
from ragtester.faults.listing import all_faults
from ragtester.faults.parse.dropped_tables import FAULT as DROPPED_TABLES
from ragtester.faults.parse.joined_words import FAULT as JOINED_WORDS
from ragtester.faults.parse.letters_for_digits import FAULT as LETTERS_FOR_DIGITS
from ragtester.faults.parse.lost_last_page import FAULT as LOST_LAST_PAGE
from ragtester.faults.parse.lost_ligatures import FAULT as LOST_LIGATURES
from ragtester.faults.parse.mojibake import FAULT as MOJIBAKE
from ragtester.faults.prompt.context_cut import FAULT as CONTEXT_CUT
from ragtester.faults.prompt.context_left_out import FAULT as CONTEXT_LEFT_OUT
from ragtester.faults.prompt.no_abstention_rule import FAULT as NO_ABSTENTION_RULE
from ragtester.faults.prompt.question_left_out import FAULT as QUESTION_LEFT_OUT
from ragtester.faults.rerank.best_dropped import FAULT as BEST_DROPPED
from ragtester.faults.rerank.inverted_scores import FAULT as INVERTED_SCORES
from ragtester.faults.rerank.random_order import FAULT as RANDOM_ORDER
from ragtester.faults.retrieve.ignored_filter import FAULT as IGNORED_FILTER
from ragtester.faults.retrieve.k_too_small import FAULT as K_TOO_SMALL
from ragtester.faults.retrieve.query_cut import FAULT as QUERY_CUT
from ragtester.faults.retrieve.reversed_order import FAULT as REVERSED_ORDER
from ragtester.faults.retrieve.wrong_filter import FAULT as WRONG_FILTER

FAULTS: dict[str, Fault] = {
    fault.name: fault
    for fault in (
        DROPPED_TABLES,
        JOINED_WORDS,
        LETTERS_FOR_DIGITS,
        LOST_LAST_PAGE,
        LOST_LIGATURES,
        MOJIBAKE,
        CUT_MID_SENTENCE,
        DUPLICATES,
        GAPS,
        LOST_TAIL,
        SHORTENED_CHUNKS,
        DELETED_KEPT,
        INDEXED_TWICE,
        MISSING_DOCUMENT,
        OLD_EDITION_KEPT,
        PARTIAL_INGESTION,
        STALE_REVISION,
        TENANT_LEAK,
        FAILED_BATCH,
        MODEL_MISMATCH,
        SHIFTED_VECTORS,
        TRUNCATED_INPUT,
        UNNORMALISED,
        IGNORED_FILTER,
        K_TOO_SMALL,
        QUERY_CUT,
        REVERSED_ORDER,
        WRONG_FILTER,
        BEST_DROPPED,
        INVERTED_SCORES,
        RANDOM_ORDER,
        FIRST_DROPPED,
        FIRST_REPEATED,
        PASSAGES_CUT,
        TIGHT_BUDGET,
        CONTEXT_CUT,
        CONTEXT_LEFT_OUT,
        NO_ABSTENTION_RULE,
        QUESTION_LEFT_OUT,
        ALWAYS_ABSTAINS,
        ALWAYS_ANSWERS,
        CUT_SHORT,
        DIGITS_CHANGED,
        OTHER_QUERY,
        PASSAGES_IGNORED,
    )
}
"""The faults that ship, by stage; third parties add theirs by the entry point group `ragtester.faults`."""

__all__ = ["FAULTS", "Fault", "FaultKind", "all_faults"]
