"""llama.cpp's server in this process: loaded once per file, run on threads of its own, stopped cleanly."""

from __future__ import annotations

import asyncio
import atexit
import threading
import weakref
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol, cast

from ragtester.errors import InputError, MissingExtraError
from ragtester.llm.llama_cpp.cores import free_cores
from ragtester.llm.llama_cpp.options import LlamaCppOptions
from ragtester.llm.llama_cpp.stream import Collected, collect
from ragtester.records import JsonValue

_QUIET = -1


class _Server(Protocol):
    def handle_chat_completions(self, body: Mapping[str, JsonValue], callback: object = None) -> object: ...


class Engine:
    """One loaded model; loading and generating never run on the event loop's thread.

    Args:
        file: the GGUF file.
        options: context, threads and slots.
    """

    def __init__(self, file: Path, options: LlamaCppOptions) -> None:
        self.file = file
        self._options = options
        self._server: _Server | None = None
        self._load = threading.Lock()
        self._stops: set[threading.Event] = set()
        self._threads = ThreadPoolExecutor(options.slots, thread_name_prefix="llama-cpp")

    async def chat(self, body: Mapping[str, JsonValue], *, seconds: float) -> Collected:
        """What the model wrote to a chat completion's body.

        A caller that is cancelled, or whose time is up, stops the generation at the next token.

        Raises:
            TimeoutError: it took longer than `seconds`.
            InputError: the file cannot be loaded.
        """
        stop = threading.Event()
        self._stops.add(stop)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.get_running_loop().run_in_executor(self._threads, self._generate, body, stop)
        finally:
            stop.set()
            self._stops.discard(stop)

    async def prepare(self) -> None:
        """Loads the model, which takes a second or more.

        Raises:
            InputError: the file cannot be loaded.
        """
        await asyncio.get_running_loop().run_in_executor(self._threads, self._loaded)

    def close(self) -> None:
        """Stops what is being generated and frees the model; a later call loads it again."""
        for stop in tuple(self._stops):
            stop.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
        with self._load:
            self._server = None
        self._threads = ThreadPoolExecutor(self._options.slots, thread_name_prefix="llama-cpp")

    def thread_count(self) -> int:
        """Threads that compute: as given; else one per core that is free now. Takes a moment to look.

        llama.cpp's threads wait for each other by spinning. With fewer free cores than threads each waits for one that
        is not running, and a reply takes ten times as long as with one thread, or longer.
        """
        others = any(engine.is_writing for engine in tuple(_ENGINES.values()) if engine is not self)
        return self._options.threads or free_cores(own=not others)

    @property
    def is_writing(self) -> bool:
        """Whether a reply is on its way."""
        return bool(self._stops)

    def _generate(self, body: Mapping[str, JsonValue], stop: threading.Event) -> Collected:
        server = self._loaded()
        return collect(server.handle_chat_completions, body, stop)

    def _loaded(self) -> _Server:
        with self._load:
            if self._server is None:
                self._server = self._start()
            return self._server

    def _start(self) -> _Server:
        try:
            import xllamacpp
        except ImportError:
            raise MissingExtraError("xllamacpp", extra="local", needed_for="a llama_cpp model") from None
        options = self._options
        threads = self.thread_count()
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(self.file)
        parameters.verbosity = _QUIET
        parameters.n_ctx = options.context * options.slots
        parameters.n_parallel = options.slots
        parameters.n_gpu_layers = options.gpu_layers
        parameters.cpuparams.n_threads = threads
        parameters.cpuparams_batch.n_threads = threads
        parameters.cpuparams.poll = parameters.cpuparams_batch.poll = 0
        parameters.cache_ram_mib = 0
        parameters.n_threads_http = 1
        parameters.ui = False
        try:
            return cast("_Server", xllamacpp.Server(parameters))
        except RuntimeError as error:
            raise InputError(
                f"llama.cpp cannot load this model ({error}); is the file complete, and is there memory for a context "
                f"of {options.context} tokens in {options.slots} slots?",
                file=self.file,
            ) from None


_ENGINES: weakref.WeakValueDictionary[tuple[str, str], Engine] = weakref.WeakValueDictionary()


def shared_engine(file: Path, options: LlamaCppOptions) -> Engine:
    """The engine for a file: the same for models that load it alike."""
    key = (str(file), options.model_dump_json(include={"context", "threads", "slots", "gpu_layers"}))
    engine = _ENGINES.get(key)
    if engine is None:
        engine = _ENGINES[key] = Engine(file, options)
    return engine


@atexit.register
def _close_engines() -> None:
    for engine in tuple(_ENGINES.values()):
        engine.close()
