"""What a chat model is worth as an author: facts stated in documents, and tests accepted, within a time budget.

    python -m benchmarks.llm_author --model FILE.gguf --budget 420 [--data FOLDER] [--tests 12]

Half of the budget goes to documents: one each for three domains, section by section and domain by domain in turn,
so that whatever the time allows is spread evenly; the share of the facts that the text states is printed after each
section. The other half goes to tests from the PDFs of `--data` (`../shared/data/sec10q`): accepted tests, rejected ones
with their reasons, and replies that could not be parsed. `--model smollm2-135m-instruct` takes the packaged model.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from ragtester.corpus import DocumentSettings, draw_ledger, load_blueprint
from ragtester.corpus.author.model import write_by_model
from ragtester.documents import load_documents
from ragtester.errors import EndpointError, MeasurementError
from ragtester.llm import make_chat_model
from ragtester.protocols import ChatModel
from ragtester.records import Corpus, Document, JsonValue, Message, Reply, Request, Usage
from ragtester.search import make_retriever
from ragtester.suite import SuiteOptions, write_suite

DOMAINS = ("hr-policies", "medical-device-manual", "financial-report")
_WRITTEN = {"prose", "bullets", "faq", "minutes"}
_SECTION_WORDS = 140


class Bounded:
    """A model that answers until a moment; after it every request fails at once."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.name, self.version, self.samples = model.name, model.version, model.samples
        self.until = float("inf")
        self.calls = 0
        self.usage = Usage()

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    async def ask(self, request: Request) -> Reply:
        left = self.until - time.monotonic()
        if left <= 0:
            raise _spent()
        try:
            reply = await asyncio.wait_for(self._model.ask(request), timeout=left)
        except TimeoutError as error:
            raise _spent() from error
        self.calls += 1
        self.usage = self.usage + reply.usage
        return reply


def _spent() -> EndpointError:
    return EndpointError("the budget of the benchmark is spent", problem="timeout", retryable=False)


async def documents(model: Bounded, *, seed: int) -> None:
    settings = DocumentSettings(detail="concise", revisions=False, withheld_share=0)
    work = []
    for name in DOMAINS:
        blueprint = load_blueprint(name)
        ledger = draw_ledger(blueprint, documents=1, seed=seed, settings=settings)
        plan, facts = ledger.plan[0], {fact.id: fact for fact in ledger.facts}
        sections = [s for s in plan.sections if _WRITTEN & set(s.blocks) and s.facts]
        work.append((name, blueprint, plan, facts, sections))
    stated: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    added: Counter[str] = Counter()
    started = time.monotonic()
    for place in range(max(len(item[-1]) for item in work)):
        for name, blueprint, plan, facts, sections in work:
            if place >= len(sections) or model.over:
                continue
            one = plan.model_copy(update={"sections": (sections[place].model_copy(update={"chapter": ""}),)})
            try:
                made = await write_by_model(model, one, blueprint, facts)
            except MeasurementError as error:
                print(f"  {name}: {sections[place].heading!r} not written ({error})", flush=True)
                continue
            wanted = len(sections[place].facts)
            asked[name] += wanted
            stated[name] += wanted - len(made.missing)
            added[name] += len(made.added)
            print(
                f"  {time.monotonic() - started:5.0f} s {name}: {sections[place].heading!r} states "
                f"{wanted - len(made.missing)} of {wanted} facts, {len(made.added)} sentences with other values",
                flush=True,
            )
    for name, _, _, _, sections in work:
        print(
            f"{name}: {stated[name]} of {asked[name]} facts stated"
            + (f" ({stated[name] / asked[name]:.0%})" if asked[name] else "")
            + f", {added[name]} sentences with values beyond the plan; {len(sections)} sections in the plan"
        )
    total = sum(asked.values())
    print(
        f"all domains: {sum(stated.values())} of {total} facts stated"
        + (f" ({sum(stated.values()) / total:.1%})" if total else "")
    )


async def tests(model: Bounded, found: Sequence[Document], *, count: int, seed: int) -> None:
    if not found:
        print("no PDF under --data: no tests written")
        return
    started, calls = time.monotonic(), model.calls
    corpus = Corpus(name="sec10q", documents=tuple(found))
    result = await write_suite(
        corpus,
        SuiteOptions(tests=count, negative_share=0.25, seed=seed, section_tokens=_SECTION_WORDS, concurrency=1),
        author=model,
        retriever=make_retriever("bm25", {"bm25": {}}, embedder=None),
        progress=lambda made, wanted: print(
            f"  {time.monotonic() - started:5.0f} s {made} of {wanted} tests accepted", flush=True
        ),
    )
    for test in result.tests:
        print(
            f"[{test.kind}, {test.type}] {test.query}\n    answer: {test.expected_answer}\n    evidence: {[s.quote[:200] for s in test.evidence]}"
        )
    kept, refused = len(result.tests), len(result.rejected)
    print(
        f"\n{kept} accepted, {refused} rejected"
        + (f" ({kept / (kept + refused):.0%} accepted)" if kept + refused else "")
    )
    for reason, number in Counter(item.reason.split(":")[0] for item in result.rejected).most_common():
        example = next(item for item in result.rejected if item.reason.startswith(reason))
        print(f"  {number} {reason}; such as {example.test.query!r} ({example.reason})")
    print(
        f"{model.calls - calls} replies, {result.authoring.parse_failures} that could not be parsed, "
        f"{result.authoring.endpoint_errors} requests unanswered when the time was up; {time.monotonic() - started:.0f} s"
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, help="a GGUF file, or smollm2-135m-instruct")
    parser.add_argument("--budget", type=float, default=420, help="seconds in all, without loading the model")
    parser.add_argument("--data", type=Path, default=Path("../shared/data/sec10q"))
    parser.add_argument("--tests", type=int, default=12)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    read = load_documents(sorted(args.data.glob("*.pdf"))).documents
    named: dict[str, JsonValue] = {"path": args.model} if Path(args.model).suffix == ".gguf" else {"model": args.model}
    model = Bounded(make_chat_model("author", {"llama_cpp": named}))
    started = time.monotonic()
    await model.ask(Request(messages=(Message(role="user", content="Say yes."),), max_tokens=2))
    print(f"{model.name}: loaded in {time.monotonic() - started:.0f} s, budget {args.budget:.0f} s", flush=True)
    begun = time.monotonic()
    model.until = begun + args.budget / 2
    print("documents:", flush=True)
    await documents(model, seed=args.seed)
    model.until = time.monotonic() + max(args.budget / 2, begun + args.budget - time.monotonic())
    print("tests:", flush=True)
    await tests(model, read, count=args.tests, seed=args.seed)
    spent = time.monotonic() - begun
    print(f"{model.calls} replies, {model.usage}, {spent:.0f} s of {args.budget:.0f}")


if __name__ == "__main__":
    asyncio.run(main())
