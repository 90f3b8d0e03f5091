"""Values in texts: finding numbers, amounts, dates, durations, codes and names, and comparing them."""

from ragtester.text.values.extract import extract_values
from ragtester.text.values.phrases import stated_values
from ragtester.text.values.same import Sameness, compare_values
from ragtester.text.values.value import Bound, PartialDate, Value

__all__ = ["Bound", "PartialDate", "Sameness", "Value", "compare_values", "extract_values", "stated_values"]
