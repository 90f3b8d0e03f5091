"""Text without models: sentences, values, abstention, equivalence."""

from ragtester.text.abstention import Abstention, AbstentionKind, detect_abstention
from ragtester.text.equivalence import Equivalence, EquivalenceVerdict, compare_answers
from ragtester.text.folding import Folded, fold, fold_with_offsets, normalise
from ragtester.text.forms import FormMatch, contains_form
from ragtester.text.overlap import exact_match, token_f1
from ragtester.text.pieces import Piece
from ragtester.text.sentences import split_sentences
from ragtester.text.tokens import tokens
from ragtester.text.values import Bound, PartialDate, Sameness, Value, compare_values, extract_values

__all__ = [
    "Abstention",
    "AbstentionKind",
    "Bound",
    "Equivalence",
    "EquivalenceVerdict",
    "Folded",
    "FormMatch",
    "PartialDate",
    "Piece",
    "Sameness",
    "Value",
    "compare_answers",
    "compare_values",
    "contains_form",
    "detect_abstention",
    "exact_match",
    "extract_values",
    "fold",
    "fold_with_offsets",
    "normalise",
    "split_sentences",
    "token_f1",
    "tokens",
]
