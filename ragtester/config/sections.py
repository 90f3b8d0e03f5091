"""The sections of a configuration, one class each; the docstring under a key documents it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, JsonValue, model_validator

from ragtester.config.base import Component, ComponentField, NameList, Section

Share = Annotated[float, Field(ge=0, le=1)]


class DocumentSettings(Section):
    """How generated documents are written."""

    pages: int | None = Field(default=None, ge=1, le=60)
    """About how many pages a document has; by default its facts decide."""
    detail: Literal["concise", "balanced", "comprehensive", "technical"] = "balanced"
    """Level of detail."""
    tone: Literal["formal", "neutral", "casual"] = "neutral"
    """Tone of the writing."""
    structure: Literal["any", "prose", "faq", "procedures", "tables"] = "any"
    """What the documents are mostly made of."""
    topic: str = Field(default="", max_length=200)
    """What the documents are about, in your words."""
    name: str = Field(default="", max_length=120)
    """Title of the documents; with several a number is added."""
    required_sections: list[str] = Field(default=[], max_length=20)
    """Headings that every document has."""
    withheld_share: float = Field(default=0.2, ge=0, le=0.8)
    """Share of the facts that no document states: they become negative questions."""
    revisions: bool = True
    """Some documents come with an older edition, whose facts are superseded."""
    contradictions: int = Field(default=0, ge=0, le=20)
    """Facts of a document that contradict another one on purpose."""


class CorpusConfig(Section):
    """Where the documents come from: a blueprint, the user's files, or both."""

    blueprint: str | None = None
    """A shipped blueprint's name, or the path of a blueprint file."""
    blueprints: NameList = []
    """Several of them; documents are shared out among them."""
    documents: int = Field(default=6, ge=1, le=1000)
    """How many documents are generated."""
    author: str = "builtin"
    """Who writes them: `builtin`, or a model's name."""
    files: NameList = []
    """The user's own documents: paths or patterns, relative to this file."""
    password: str | None = None
    """Password for protected PDFs; write $NAME to take it from the environment."""
    settings: DocumentSettings = DocumentSettings()
    """How generated documents are written."""

    @property
    def all_blueprints(self) -> tuple[str, ...]:
        """Every blueprint that is named, in order."""
        return (*([self.blueprint] if self.blueprint else []), *self.blueprints)

    @model_validator(mode="after")
    def _has_a_source(self) -> CorpusConfig:
        if not self.all_blueprints and not self.files:
            raise ValueError("name a source of documents: blueprint: hr-policies, or files: [docs/*.pdf]")
        return self


class QuestionType(Section):
    """A question type: a shipped one by its name alone, or one of the user's own."""

    label: str = Field(pattern=r"^[a-z][a-z0-9_]{1,40}$")
    """Short name, in lower case."""
    description: str = Field(default="", max_length=500)
    """What such a question asks; left out for a shipped type."""
    rules: list[str] = []
    """What a question of this type must obey."""


QuestionTypes: TypeAlias = str | list[str | QuestionType]


def _question_types(value: object) -> object:
    listed = [value] if isinstance(value, str) else value
    if isinstance(listed, list):
        return [{"label": item} if isinstance(item, str) else item for item in listed]
    return listed


class SuiteConfig(Section):
    """How many tests are written, of which kinds, by whom; or a file that holds them."""

    file: str | None = None
    """A suite that is given: its tests are used as they are."""
    tests_per_document: int | None = Field(default=None, ge=1, le=10_000)
    """Tests for each document; 12 where neither this nor `tests` is set."""
    tests: int | None = Field(default=None, ge=1, le=1_000_000)
    """Tests in all, instead of a number for each document."""
    negative_share: Share = 0.3
    """Share of tests whose right answer is to abstain."""
    author: str = "builtin"
    """Who writes them: `builtin`, or a model's name."""
    selection: ComponentField = Component(name="coverage")
    """Which sections are asked about: `coverage`, `flesch` or `random`; docs/decisions/selection.md compares them."""
    question_types: Annotated[
        list[QuestionType], BeforeValidator(_question_types, json_schema_input_type=QuestionTypes)
    ] = [QuestionType(label="all")]
    """`all`, or a list of types; a type of your own has label, description and rules."""
    examples: list[str] = Field(default=[], max_length=50)
    """Questions that show what yours look like."""
    wordings: NameList = ["plain"]
    """Wording styles: plain, expert, keyword, misspelt, other_language."""
    language: str | None = None
    """Language of the questions; by default that of the document."""
    closed_book: str | None = None
    """A model that must not know the answers without the documents."""


class MatrixConfig(Section):
    """Every combination is a system under test."""

    generators: NameList = []
    """Models that answer; `reader` is the built-in extractive one, `obedient` quotes and keeps to its prompt."""
    embedders: list[ComponentField] = [Component(name="bm25")]
    """How passages are found: `bm25`, an embedder's name, or {hybrid: NAME}."""
    chunkers: list[ComponentField] = [Component(name="recursive", arguments={"size": 800, "overlap": 80})]
    """How documents are cut."""
    top_k: list[Annotated[int, Field(ge=1, le=100)]] = [3]
    """How many passages the generator gets."""
    rerankers: list[ComponentField] = [Component(name="none")]
    """What reorders the candidates: `none`, `lexical`, {llm: NAME}, {cross_encoder: {model: FOLDER}}."""
    candidates: int = Field(default=30, ge=1, le=1000)
    """How many candidates a reranker sees."""
    context_tokens: int = Field(default=2000, ge=50)
    """Budget of the passages in the prompt, in tokens of about four characters."""
    max_tokens: int = Field(default=256, ge=1)
    """Longest answer, in tokens."""
    temperature: float = Field(default=0.0, ge=0, le=2)
    """Sampling temperature of the generators."""
    prompt: str = "answer/grounded"
    """Prompt template of the generators."""
    citations: bool = False
    """Ask for the numbers of the passages that support the answer."""
    rewrite: str | None = None
    """A model that rewrites the question before the search."""
    samples: int = Field(default=1, ge=1, le=100)
    """Answers for each test and system."""


class TargetConfig(Section):
    """An external system under test."""

    name: str = Field(pattern=r"^\w[\w.-]{0,60}$")
    """Its name in reports."""
    http: dict[str, JsonValue] | None = None
    """A web service: url, method, headers, body, answer and contexts (JSONPath), timeout, concurrency."""
    callable: str | dict[str, JsonValue] | None = None
    """A Python function, `module:function`."""
    subprocess: dict[str, JsonValue] | None = None
    """A program that reads and writes JSON lines."""
    answers: str | None = None
    """A file of answers that were given already."""

    @model_validator(mode="after")
    def _is_one_kind(self) -> TargetConfig:
        if sum(value is not None for value in (self.http, self.callable, self.subprocess, self.answers)) != 1:
            raise ValueError("a target is exactly one of http, callable, subprocess, answers")
        return self


class JudgeConfig(Section):
    """Who decides, and how good is good enough."""

    model: str = "builtin"
    """`builtin`, or a model that is asked where the built-in judge is not sure."""
    models: NameList = []
    """A panel of models, decided by majority."""
    thresholds: dict[str, Annotated[float, Field(ge=1, le=5)]] = {"factuality": 4, "relevance": 4, "completeness": 4}
    """Lowest passing score by dimension, 1 to 5."""
    repeats: int = Field(default=1, ge=1, le=25)
    """How often a model is asked about the same answer; the majority decides."""
    sure_at: Share = 0.8
    """Confidence from which the built-in judge's verdict stands without asking a model."""
    dimensions: dict[str, str] = {}
    """Dimensions of your own: name and rubric, scored 1 to 5 by a model."""
    prompt: str = "judge/verdict"
    """Prompt template of the judging model."""
    calibration: str | None = None
    """File with people's labels that the judge's accuracy is taken from."""
    snapshot_metrics: bool = False
    """Also compute faithfulness, response relevancy, context precision and context recall."""


class GroundingConfig(Section):
    """Hallucination localisation as a step of a run."""

    tau: Share = 0.5
    """A statement is flagged from this score."""
    variants: int = Field(default=2, ge=1, le=10)
    """Variants of each kind for each statement."""
    verifier: str = "builtin"
    """`builtin`, a model's name, or cross_encoder/FOLDER for an entailment model of sentence-transformers."""
    models: NameList = []
    """A panel of models that verify by majority, in place of `verifier`."""
    topics: str | None = None
    """File with topic rules; `default` takes the shipped one."""
    weights: dict[str, float] = {}
    """Weight by kind of error: number, name, date, negation, other."""


class MetamorphicConfig(Section):
    """Mutations of the corpus and what must stay the same, or follow."""

    operators: NameList = ["all"]
    """`all`, or a list such as [SeN, CN, TK]."""
    scopes: NameList = ["pre", "post"]
    """`pre` mutates the documents, `post` the retrieved passages."""
    instances: int = Field(default=40, ge=1)
    """Base instances for each system."""
    instances_of: dict[str, Annotated[int, Field(ge=1)]] = {}
    """Base instances by pattern of the system's id, such as {"smollm2*": 10}, in place of `instances`."""
    top_k: int = Field(default=1, ge=1)
    """Passages in the base setting."""
    chunk_words: int = Field(default=256, ge=8)
    """Words of a chunk in the base setting."""
    trials: int = Field(default=10, ge=1)
    """Trials of the closed-book filter for a model that samples; a deterministic one has one."""
    swap_embedder: dict[str, str] = {}
    """For EM: which embedder replaces which; by default another one of the matrix."""
    judge: str | None = None
    """A model for the preservation and equivalence oracles; by default the run's judge."""
    author: str | None = None
    """A model that writes the counterfactual passages of tests whose counterfactual no ledger gives."""
    parameters: dict[str, dict[str, JsonValue]] = {}
    """Parameters by operator, such as ON: {rate: 0.02}."""
    systems: NameList = []
    """Patterns of the systems to test; by default all of the matrix."""
    order: Literal[1, 2] = 1
    """2 also runs pairs of operators."""
    budget: int | None = Field(default=None, ge=1)
    """Most mutants to run; they are spent where violations were found so far."""
    reduce: int = Field(default=3, ge=0)
    """Violations of each system that are reduced to the smallest mutation that still shows them."""
    snapshot_metrics: bool = True
    """Compute the four snapshot metrics beside the oracle."""


class RepairConfig(Section):
    """Which repairs are tried on the faults that were found."""

    strategies: NameList = ["all"]
    """`all`, or a list."""
    upgrade: str | None = None
    """A stronger generator for faults after retrieval."""
    reranker: str | None = None
    """A model that scores passages for the rerank repair; by default shared words decide."""


class FaultsConfig(Section):
    """Seeded faults: is the suite any good?"""

    faults: NameList = ["all"]
    """`all`, or a list of names such as [dropped_tables, tenant_leak]."""
    reruns: int = Field(default=5, ge=0, le=100)
    """Runs of the healthy system with other seeds, in which no check may fail."""
    beside: NameList = ["random"]
    """Selection methods whose suites of the same size are compared with the suite's own."""
    healthy: Share = 0.5
    """Least share of the tests that the healthy system must pass."""


class LocalConfig(Section):
    """Work in this process."""


class RayConfig(Section):
    """Work on a Ray cluster."""

    address: str = "auto"
    """Address of the cluster; `local` starts one on this machine."""
    shard_prompts: int = Field(default=200, ge=1)
    """Prompts that a worker holds at most, or twice as many as it has in flight where that is more."""
    shard_texts: int = Field(default=256, ge=1)
    """Texts in one shard."""
    workers: int | None = Field(default=None, ge=1)
    """Actors; by default one per CPU of the cluster."""


class DistributeConfig(Section):
    """Where the work is done."""

    local: LocalConfig | None = None
    """In this process."""
    ray: RayConfig | None = None
    """On a Ray cluster (extra `ray`)."""


class ThresholdsConfig(Section):
    """What every system must reach for the exit code to be 0."""

    pass_rate: Share | None = None
    """Lowest pass rate of a system."""
    max_unmeasured: Share = 0.02
    """Largest share of cases without a verdict."""
    retrieval_recall: Share | None = None
    """Lowest mean recall of the evidence in the final context."""
    abstention: Share | None = None
    """Lowest pass rate on negative tests."""
    factuality: Annotated[float, Field(ge=1, le=5)] | None = None
    """Lowest mean factuality."""
    relevance: Annotated[float, Field(ge=1, le=5)] | None = None
    """Lowest mean relevance."""
    completeness: Annotated[float, Field(ge=1, le=5)] | None = None
    """Lowest mean completeness."""
    clarity: Annotated[float, Field(ge=1, le=5)] | None = None
    """Lowest mean clarity."""
    violation_rate: Share | None = None
    """Highest metamorphic violation rate of a system."""
    mutation_score: Share | None = None
    """Lowest share of the seeded faults that the suite detects."""


def _one_entry(value: object) -> object:
    if isinstance(value, dict) and len(value) != 1:
        raise ValueError(
            f"a model has exactly one kind, such as {{openai: {{model: NAME}}}}; this one has {len(value)}"
        )
    return value


ModelEntry = Annotated[dict[str, dict[str, JsonValue]], BeforeValidator(_one_entry)]
"""One model: its kind and the kind's arguments."""


class RunConfig(Section):
    """A whole configuration."""

    name: str = Field(pattern=r"^\w[\w.-]{0,60}$")
    """Name of the run; its folder is generated/NAME."""
    seed: int = 7
    """Everything that is drawn is drawn with this seed."""
    models: dict[str, ModelEntry] = {}
    """Models and embedders by the names that the other sections use."""
    corpus: CorpusConfig
    """The documents."""
    suite: SuiteConfig = SuiteConfig()
    """The tests."""
    matrix: MatrixConfig = MatrixConfig()
    """The systems built from generators and embedders."""
    targets: list[TargetConfig] = []
    """External systems."""
    judge: JudgeConfig = JudgeConfig()
    """The judge."""
    grounding: GroundingConfig | None = None
    """Hallucination localisation; left out, it does not run."""
    metamorphic: MetamorphicConfig | None = None
    """Metamorphic testing; left out, it does not run."""
    repair: RepairConfig | None = None
    """The repair study; runs after metamorphic testing."""
    faults: FaultsConfig | None = None
    """Seeded faults, which `ragtester faults` plants."""
    distribute: DistributeConfig = DistributeConfig(local=LocalConfig())
    """Where the work is done."""
    thresholds: ThresholdsConfig = ThresholdsConfig()
    """What must be reached."""
    prompts: str | None = None
    """Folder with prompt templates of your own, looked at before the shipped ones."""

    @model_validator(mode="after")
    def _has_a_system(self) -> RunConfig:
        if not self.matrix.generators and not self.targets:
            raise ValueError("name a system to test: matrix: {generators: [reader]}, or targets: [...]")
        return self


class LoadedConfig(Section):
    """A configuration with the place that its relative paths start from."""

    config: RunConfig
    file: Path | None = None
    folder: Path

    def path(self, name: str) -> Path:
        """A path of the configuration, relative to the configuration's folder."""
        given = Path(name).expanduser()
        return given if given.is_absolute() else self.folder / given
