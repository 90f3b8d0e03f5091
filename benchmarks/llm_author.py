"""What a chat model is worth as an author: facts stated in documents, and tests accepted, in turns of bounded time.

    python -m benchmarks.llm_author --model FILE.gguf --replies FILE.jsonl [--budget 420] [--threads 1] [--only documents]

Documents: one each for three domains, section by section and domain by domain in turn, so that whatever the time allows
is spread evenly; the share of the facts that the text states is counted. Tests: from a built-in document of each of the
three domains, and from the PDFs of `--data` where it is given: accepted ones, rejected ones with their reasons, and
replies that could not be parsed. Every reply is kept in `--replies`: the same command goes on where the budget ended,
and with nothing left to ask prints its figures at once. `--model smollm2-135m-instruct` takes the packaged model.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.local_models import local_model
from ragtester.corpus import Blueprint, DocumentSettings, draw_ledger, load_blueprint, write_corpus
from ragtester.corpus.author.model import write_by_model
from ragtester.documents import load_documents
from ragtester.errors import EndpointError, MeasurementError
from ragtester.protocols import ChatModel
from ragtester.records import Corpus, Reply, Request, Usage, content_key
from ragtester.search import make_retriever
from ragtester.suite import SuiteOptions, write_suite

DOMAINS = ("hr-policies", "medical-device-manual", "financial-report")
PARTS = ("documents", "tests")
_WRITTEN = {"prose", "bullets", "faq", "minutes"}
_SECTION_WORDS = 140


class Bounded:
    """A model that answers until a moment, after which every request fails at once; kept replies cost nothing."""

    def __init__(self, model: ChatModel, kept: Path | None) -> None:
        self._model = model
        self._kept = kept
        self._replies: dict[str, Reply] = {}
        if kept and kept.exists():
            for line in kept.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self._replies[entry["key"]] = Reply.model_validate(entry["reply"])
        self.name, self.version, self.samples = model.name, model.version, model.samples
        self.until = float("inf")
        self.calls = 0
        self.reused = 0
        self.usage = Usage()

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    async def ask(self, request: Request) -> Reply:
        key = content_key("reply", model=self.name, request=request.model_dump(mode="json"))
        if key in self._replies:
            self.reused += 1
            return self._replies[key]
        left = self.until - time.monotonic()
        if left <= 0:
            raise _spent()
        try:
            reply = await asyncio.wait_for(self._model.ask(request), timeout=left)
        except TimeoutError as error:
            raise _spent() from error
        self.calls += 1
        self.usage = self.usage + reply.usage
        self._replies[key] = reply
        if self._kept:
            with self._kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "reply": reply.model_dump(mode="json")}, ensure_ascii=False) + "\n")
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
            for missed in made.missing:
                print(f"      not stated: {facts[missed].label} of {facts[missed].subject}: {facts[missed].value}")
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


async def tests(model: Bounded, corpus: Corpus, blueprints: Sequence[Blueprint], *, count: int, seed: int) -> None:
    started, calls = time.monotonic(), model.calls
    print(f"{corpus.name}:", flush=True)
    result = await write_suite(
        corpus,
        SuiteOptions(tests=count, negative_share=0.25, seed=seed, section_tokens=_SECTION_WORDS, concurrency=1),
        author=model,
        retriever=make_retriever("bm25", {"bm25": {}}, embedder=None),
        blueprints=blueprints,
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
    parser.add_argument("--budget", type=float, default=420, help="seconds in all")
    parser.add_argument("--replies", type=Path, help="JSONL file of the replies so far")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--data", type=Path, help="folder of PDFs that are asked about too")
    parser.add_argument("--tests", type=int, default=8, help="of each corpus")
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    pdfs = sorted(args.data.glob("*.pdf")) if args.data else []
    corpora = await _corpora(pdfs, seed=args.seed) if "tests" in args.only else []
    model = Bounded(local_model(args.model, threads=args.threads or None, reuse_prompt=False), args.replies)
    begun = time.monotonic()
    model.until = begun + args.budget / len(args.only)
    if "documents" in args.only:
        print("documents:", flush=True)
        await documents(model, seed=args.seed)
    left = begun + args.budget - time.monotonic()
    turn = time.monotonic()
    for place, (corpus, blueprints) in enumerate(corpora, 1):
        model.until = turn + left * place / len(corpora)
        await tests(model, corpus, blueprints, count=args.tests, seed=args.seed)
    spent = time.monotonic() - begun
    print(f"{model.calls} new replies, {model.reused} kept ones, {model.usage}, {spent:.0f} s of {args.budget:.0f}")


async def _corpora(pdfs: Sequence[Path], *, seed: int) -> list[tuple[Corpus, list[Blueprint]]]:
    """A built-in document of each domain as a reader gets it from its PDF, and the user's PDFs."""
    made: list[tuple[Corpus, list[Blueprint]]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in DOMAINS:
            blueprint = load_blueprint(name)
            place = Path(folder) / name
            written = await write_corpus(blueprint, documents=1, seed=seed, folder=place)
            read = load_documents([place / (document.file or "") for document in written.documents]).documents
            made.append((Corpus(name=name, documents=tuple(read), facts=written.facts), [blueprint]))
    found = load_documents(pdfs).documents
    return [*made, *([(Corpus(name="files", documents=tuple(found)), [])] if found else [])]


if __name__ == "__main__":
    asyncio.run(main())
