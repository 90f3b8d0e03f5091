"""Chat models behind an endpoint that speaks the OpenAI protocol."""

from ragtester.llm.openai_compatible.dialect import Dialect
from ragtester.llm.openai_compatible.model import OpenAIModel, make_openai
from ragtester.llm.openai_compatible.options import OpenAIOptions

__all__ = ["Dialect", "OpenAIModel", "OpenAIOptions", "make_openai"]
