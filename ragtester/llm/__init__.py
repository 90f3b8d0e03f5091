"""Chat models: any OpenAI-compatible endpoint, llama.cpp in this process, or a script; with limits and prices."""

from ragtester.llm.factory import ModelFactory, make_chat_model
from ragtester.llm.limited import LimitedModel, is_batched, limited, window_for
from ragtester.llm.limits import Window
from ragtester.llm.llama_cpp import LlamaCppModel, make_llama_cpp, packaged_model
from ragtester.llm.openai_compatible import OpenAIModel, make_openai
from ragtester.llm.prices import Price, cost, known_prices, price, price_of
from ragtester.llm.registry import MODELS
from ragtester.llm.retry import RetryPolicy
from ragtester.llm.scripted import ScriptedModel, make_scripted
from ragtester.structured import ask_json, parse_reply

__all__ = [
    "MODELS",
    "LimitedModel",
    "LlamaCppModel",
    "ModelFactory",
    "OpenAIModel",
    "Price",
    "RetryPolicy",
    "ScriptedModel",
    "Window",
    "ask_json",
    "cost",
    "is_batched",
    "known_prices",
    "limited",
    "make_chat_model",
    "make_llama_cpp",
    "make_openai",
    "make_scripted",
    "packaged_model",
    "parse_reply",
    "price",
    "price_of",
    "window_for",
]
