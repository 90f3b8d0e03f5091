"""Text in an answer that speaks to the grader instead of the reader: found, cut out and reported."""

from ragtester.judge.injection.cleaning import clean_answer
from ragtester.judge.injection.signals import addresses_grader
from ragtester.judge.injection.suspicion import suspicious

__all__ = ["addresses_grader", "clean_answer", "suspicious"]
