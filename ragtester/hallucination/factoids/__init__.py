"""The statements of an answer, with their places in it."""

from ragtester.hallucination.factoids.answer import answer_factoids
from ragtester.hallucination.factoids.split import split_factoids

__all__ = ["answer_factoids", "split_factoids"]
