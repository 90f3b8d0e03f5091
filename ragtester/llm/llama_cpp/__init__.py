"""Chat models in this process: any GGUF file by llama.cpp, and one small model that a package brings."""

from ragtester.llm.llama_cpp.engine import Engine, shared_engine
from ragtester.llm.llama_cpp.files import PACKAGED, model_file, packaged_model
from ragtester.llm.llama_cpp.model import LlamaCppModel, make_llama_cpp
from ragtester.llm.llama_cpp.options import LlamaCppOptions

__all__ = [
    "PACKAGED",
    "Engine",
    "LlamaCppModel",
    "LlamaCppOptions",
    "make_llama_cpp",
    "model_file",
    "packaged_model",
    "shared_engine",
]
