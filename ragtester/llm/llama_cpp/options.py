"""What a configuration says of a model in this process."""

from __future__ import annotations

from pydantic import Field, model_validator

from ragtester.records import JsonValue, Record


class LlamaCppOptions(Record):
    """Arguments of `models: {NAME: {llama_cpp: {...}}}`."""

    model: str | None = None
    """Name of a packaged model, such as `smollm2-135m-instruct`."""
    path: str | None = None
    """A GGUF file, in place of a packaged model."""
    context: int = Field(default=4096, ge=256, le=1_048_576)
    """Tokens of prompt and reply together, for each slot."""
    threads: int | None = Field(default=None, ge=1, le=1024)
    """Threads that compute; by default one per core that is free when the model is loaded."""
    slots: int = Field(default=1, ge=1, le=64)
    """Requests at a time. With one, equal requests get equal replies; more of them change the arithmetic."""
    gpu_layers: int = Field(default=0, ge=0)
    """Layers on a GPU, where the installed llama.cpp has one."""
    timeout: float = Field(default=300.0, gt=0)
    """Seconds for one reply; what is there by then is lost."""
    reuse_prompt: bool = False
    """Keep the beginning of a prompt that the last one shared: faster, but a reply may then depend on the order."""
    max_tokens: int | None = Field(default=None, ge=1)
    """Tokens of a reply at most, in place of what each use asks for."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """In place of what each use asks for."""

    @model_validator(mode="after")
    def _one_source(self) -> LlamaCppOptions:
        if (self.model is None) == (self.path is None):
            raise ValueError("give either model (a packaged one) or path (a GGUF file)")
        return self

    def identity(self) -> dict[str, JsonValue]:
        """What the replies depend on beside the weights."""
        return self.model_dump(
            mode="json", include={"context", "slots", "gpu_layers", "reuse_prompt", "max_tokens", "temperature"}
        )
