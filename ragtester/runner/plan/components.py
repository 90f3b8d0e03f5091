"""Components by the names of a configuration: made once, limited, and wrapped so that their results are stored."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

from ragtester.config import Component, LoadedConfig
from ragtester.documents import make_chunker
from ragtester.errors import ConfigError
from ragtester.llm import OpenAIModel, Window, is_batched, limited, make_chat_model, price_of, window_for
from ragtester.prompts import Prompt, load_prompt
from ragtester.protocols import ChatModel, Chunker, Embedder, Reranker, Retriever
from ragtester.records import Usage, WorkKind
from ragtester.runner.budget import Budget
from ragtester.runner.distribute import RayEmbedder, RayModel, RayPool
from ragtester.runner.plan.imitation import Imitation
from ragtester.runner.plan.names import CHAT, EMBEDDERS, GENERATORS, Spec, model_spec
from ragtester.runner.stored import StoredBatches, StoredEmbedder, StoredModel, unknown_cost
from ragtester.runner.work import WorkLog
from ragtester.search import HashingEmbedder, make_embedder, make_reranker, make_retriever
from ragtester.store import Store
from ragtester.systems.reference import Obedient, Reader

_RETRIEVERS = ("bm25", "hybrid")


class Components:
    """Every component of one configuration; equal names give the same object."""

    def __init__(
        self,
        loaded: LoadedConfig,
        *,
        store: Store,
        log: WorkLog,
        budget: Budget,
        reuse: bool = True,
        concurrency: int | None = None,
    ) -> None:
        self.loaded = loaded
        self.config = loaded.config
        self._store = store
        self._log = log
        self.budget = budget
        ray = self.config.distribute.ray
        self.pool = RayPool(ray) if ray else None
        """Workers on other machines, where the configuration has any."""
        self._reuse = reuse
        self._concurrency = concurrency
        self._models: dict[str, ChatModel] = {}
        self._stored: dict[tuple[str, str | None], StoredModel] = {}
        self.imitations: dict[tuple[str, str], Imitation] | None = None
        """By use and name, where models are imitated."""
        self._embedders: dict[str, StoredEmbedder] = {}
        self._windows: dict[str, Window] = {}

    @property
    def prompts(self) -> Path | None:
        """Folder of the user's own templates."""
        return self.loaded.path(self.config.prompts) if self.config.prompts else None

    def prompt(self, name: str) -> Prompt:
        """A prompt template, the user's own one first."""
        return load_prompt(name, folder=self.prompts)

    # -- chat models -----------------------------------------------------------------------------

    def imitate(self) -> dict[tuple[str, str], Imitation]:
        """From now on no model is asked: calls are counted, for an estimate.

        Returns:
            What stands in their place, by use and name, as they come to be used.
        """
        self.imitations = {}
        return self.imitations

    def model(self, name: str, *, what: str = "model", kind: WorkKind | None = None) -> ChatModel:
        """The chat model called `name`; its replies are looked up and stored.

        Args:
            name: what a section of the configuration says.
            what: what it is used as, for messages.
            kind: the kind of work that its replies count as; None where the caller counts.
        """
        if self.imitations is not None:
            if (what, name) not in self.imitations:
                made = self.limited(name, what=what)
                self.imitations[what, name] = Imitation(made, self._store, use=what, reuse=self._reuse)
            return self.imitations[what, name]
        key = (name, kind)
        if key not in self._stored:
            self._stored[key] = StoredModel(
                self._spread(name, what=what),
                store=self._store,
                log=self._log,
                budget=self.budget,
                kind=kind,
                reuse=self._reuse,
                cost=_costs(self.limited(name)),
            )
        return self._stored[key]

    def generator(self, name: str) -> ChatModel:
        """A generator of the matrix; the built-in ones need no store."""
        if name in GENERATORS:
            return Reader() if name == "reader" else Obedient()
        return self.model(name, what="generator")

    def limited(self, name: str, *, what: str = "model") -> ChatModel:
        """The chat model called `name` within the limits of its endpoint."""
        if name not in self._models:
            spec = self._within(self.chat_spec(name, what=what))
            made = make_chat_model(name, spec, folder=self.loaded.folder)
            if isinstance(made, OpenAIModel):
                made.send_in_batches(StoredBatches(self._store, model=made.version))
            endpoint = self._endpoint(name, spec)
            window = self._windows.setdefault(endpoint, window_for(made))
            self._models[name] = limited(made, window=window, seed=self.config.seed, check=self.budget.check)
        return self._models[name]

    def _spread(self, name: str, *, what: str) -> ChatModel:
        """The model in this process, or on the workers where there are any and it is not asked in batches."""
        model = self.limited(name, what=what)
        if self.pool is None or is_batched(model):
            return model
        return RayModel(
            model,
            spec=self._within(self.chat_spec(name, what=what)),
            folder=str(self.loaded.folder),
            pool=self.pool,
            window=self._own_window(name),
            check=self.budget.check,
            sparing=self.budget.usd is not None,
        )

    def _within(self, spec: Spec) -> Spec:
        """The spec with the concurrency that the command's flag asks for."""
        kind, arguments = next(iter(spec.items()))
        if self._concurrency is None or kind != "openai":
            return spec
        return {kind: {**arguments, "concurrency": self._concurrency}}

    def chat_spec(self, name: str, *, what: str) -> Spec:
        """Kind and arguments of the chat model called `name`."""
        return model_spec(
            self.config, name, kind=what, known=CHAT, also=GENERATORS if what == "generator" else ("builtin",)
        )

    def window(self, name: str) -> int:
        """How many calls of a generator may be in flight at once, on all workers together."""
        if name in GENERATORS:
            return 1
        own = self._own_window(name)
        return own if self.pool is None or is_batched(self.limited(name)) else own * self.pool.size

    def workers(self, names: Iterable[str]) -> int:
        """How many cases are worked on at once so that the windows of these models stay full.

        Where workers on other machines ask, as many again as those hold beside what is in flight.
        """
        asked = list(names)
        places = 2 * sum(self.window(name) for name in asked) + 2
        if self.pool is None or all(name in GENERATORS for name in asked):
            return places
        return max(places, self.pool.size * self.pool.options.shard_prompts)

    def _own_window(self, name: str) -> int:
        self.limited(name)
        return self._windows[self._endpoint(name, self.chat_spec(name, what="model"))].limit

    def _endpoint(self, name: str, spec: Spec) -> str:
        """Models at one address with one key share a window; a model in this process has its own."""
        kind, arguments = next(iter(spec.items()))
        if kind != "openai":
            return name
        batched = f"|{name}" if arguments.get("batch") is not None else ""
        return f"{arguments.get('base_url')}|{arguments.get('api_key_env')}{batched}"

    # -- retrieval -------------------------------------------------------------------------------

    def embedder_name(self, component: Component) -> str | None:
        """The dense embedder behind a component of `matrix.embedders`; None for a lexical one."""
        if component.name == "bm25":
            return None
        if component.name == "hybrid":
            named = component.arguments.get("of") or component.arguments.get("embedder")
            if not isinstance(named, str):
                raise ConfigError("hybrid needs an embedder's name: {hybrid: NAME}", place="matrix.embedders")
            return named
        return component.name

    def embedder(self, name: str) -> StoredEmbedder:
        """The embedder called `name`; its vectors are looked up and stored."""
        if name not in self._embedders:
            spec = model_spec(self.config, name, kind="embedder", known=EMBEDDERS, also=_RETRIEVERS)
            made = make_embedder(name, spec, folder=self.loaded.folder)
            if self.pool is not None and "hashing" not in spec:
                made = RayEmbedder(made, spec=spec, folder=str(self.loaded.folder), pool=self.pool)
            self._embedders[name] = StoredEmbedder(made, store=self._store, log=self._log)
        return self._embedders[name]

    def search_by_hashing(self, name: str) -> None:
        """Puts a hashing embedder in the place of an embedder that is not to be asked, for an estimate."""
        made = HashingEmbedder(name=name, seed=zlib.crc32(name.encode()))
        self._embedders[name] = StoredEmbedder(made, store=self._store, log=self._log, keep=False)

    def retriever_factory(self, component: Component) -> Callable[[Embedder | None], Retriever]:
        """Makes the retriever of a component from an embedder."""
        kind = component.name if component.name in _RETRIEVERS else "dense"
        arguments = {key: value for key, value in component.arguments.items() if key not in ("of", "embedder")}

        def make(embedder: Embedder | None) -> Retriever:
            return make_retriever(component.label, {kind: arguments}, embedder=embedder)

        return make

    def chunker(self, component: Component) -> Chunker:
        """The chunker of a component."""
        return make_chunker(component.name, dict(component.arguments))

    def reranker(self, component: Component) -> Reranker:
        """The reranker of a component."""
        arguments = dict(component.arguments)
        model: ChatModel | None = None
        if component.name == "llm":
            named = arguments.pop("of", None) or arguments.pop("model", None)
            if not isinstance(named, str):
                raise ConfigError("the llm reranker needs a model's name: {llm: NAME}", place="matrix.rerankers")
            model = self.model(named, what="reranker")
        return make_reranker(component.label, {component.name: arguments}, model=model, folder=self.loaded.folder)


def _costs(model: ChatModel) -> Callable[[Usage], float | None]:
    """What a call of a model costs; its price is looked up once."""
    price = price_of(model)
    return unknown_cost if price is None else price.of
