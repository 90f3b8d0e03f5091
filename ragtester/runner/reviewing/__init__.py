"""Review: people label tests, answers and mutants, one at a time; their agreement and what they still disagree on."""

from ragtester.runner.reviewing.agreement import Agreement, OpenDisagreement, agreements, open_disagreements
from ragtester.runner.reviewing.asking import Ask, Say, review_items, unlabelled
from ragtester.runner.reviewing.exporting import labelled_answers
from ragtester.runner.reviewing.items import KINDS, Choice, Kind, Question, ReviewItem, items_to_review

__all__ = [
    "KINDS",
    "Agreement",
    "Ask",
    "Choice",
    "Kind",
    "OpenDisagreement",
    "Question",
    "ReviewItem",
    "Say",
    "agreements",
    "items_to_review",
    "labelled_answers",
    "open_disagreements",
    "review_items",
    "unlabelled",
]
