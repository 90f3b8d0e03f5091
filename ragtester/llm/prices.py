"""What tokens cost: a dated list, prices of the user's own, and None where nobody knows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml

from ragtester.protocols import ChatModel
from ragtester.records import Record, Usage

_FILE = Path(__file__).with_name("prices.yaml")
_SNAPSHOT = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|latest|preview)$")
_MILLION = 1_000_000


class Price(Record):
    """USD per million tokens."""

    input: float
    output: float
    cached: float | None = None
    """Of tokens sent that the endpoint had in its cache; the input price where it is not given."""

    def times(self, factor: float) -> Price:
        """A multiple of it."""
        cached = None if self.cached is None else self.cached * factor
        return Price(input=self.input * factor, output=self.output * factor, cached=cached)

    def of(self, usage: Usage) -> float | None:
        """USD for these tokens, or None where the endpoint did not count them."""
        if usage.prompt_tokens is None or usage.completion_tokens is None:
            return None
        cached = min(usage.cached_tokens or 0, usage.prompt_tokens)
        again = self.input if self.cached is None else self.cached
        fresh = (usage.prompt_tokens - cached) * self.input
        return (fresh + cached * again + usage.completion_tokens * self.output) / _MILLION


@lru_cache(maxsize=1)
def known_prices() -> Mapping[str, Price]:
    """The shipped list, by model."""
    data = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return {name: Price.model_validate(entry) for name, entry in data["models"].items()}


@lru_cache(maxsize=1)
def prices_as_of() -> str:
    """The day of the shipped list, as year-month-day."""
    return str(yaml.safe_load(_FILE.read_text(encoding="utf-8"))["as_of"])


def price(model: str, usage: Usage) -> float | None:
    """USD for these tokens of a model by the shipped list, or None where the price or the count is unknown.

    A dated snapshot (`gpt-4o-mini-2024-07-18`) and a provider's prefix (`openai/gpt-4o-mini`) are the model itself.
    """
    listed = listed_price(model)
    return None if listed is None else listed.of(usage)


def cost(model: ChatModel, usage: Usage) -> float | None:
    """USD for these tokens of a configured model: by its own prices, else by the shipped list; 0 where it runs here."""
    found = price_of(model)
    return None if found is None else found.of(usage)


def price_of(model: ChatModel) -> Price | None:
    """The price of a configured model's tokens: its own, else by the shipped list, or None where nobody knows."""
    own = getattr(model, "price", None)
    if isinstance(own, Price):
        return own
    inner = getattr(model, "model", None)
    if isinstance(inner, ChatModel):
        return price_of(inner)
    options = getattr(model, "options", None)
    name = getattr(options, "model", None)
    return listed_price(name) if isinstance(name, str) else None


def listed_price(model: str) -> Price | None:
    """The price of a model by the shipped list, or None where it is not there."""
    prices = known_prices()
    name = model.rsplit("/", 1)[-1]
    while name not in prices:
        shorter = _SNAPSHOT.sub("", name)
        if shorter == name:
            return None
        name = shorter
    return prices[name]
