"""A Haystack pipeline as a program that reads a question and writes an answer, one JSON object a line.

.venv/bin/python pipeline.py FOLDER_WITH_PDFS
"""

import json
import os
import re
import sys
from pathlib import Path

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"

from haystack import Document, Pipeline, component
from haystack.components.converters import PyPDFToDocument
from haystack.components.preprocessors import DocumentCleaner, DocumentSplitter
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore

COMMON = set(
    "a an and are as at be by can do does for from how if in is it of on or the to what when which who with".split()
)


@component
class BestSentence:
    """Quotes the sentence that shares most of the question's words; abstains where half of them are missing."""

    @component.output_types(answer=str)
    def run(self, question: str, documents: list[Document]) -> dict:
        wanted = words(question)
        sentences = [
            sentence.strip()
            for one in documents
            for sentence in re.split(r"(?<=[.!?])\s+", " ".join((one.content or "").split()))
        ]
        sentences = [sentence for sentence in sentences if not sentence.endswith("?")]
        best = max(sentences, key=lambda sentence: len(wanted & words(sentence)), default="")
        if len(wanted & words(best)) * 2 < len(wanted):
            return {"answer": "I could not find that in the documents."}
        return {"answer": best}


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower())) - COMMON


def build(folder: Path) -> Pipeline:
    store = InMemoryDocumentStore()
    indexing = Pipeline()
    indexing.add_component("convert", PyPDFToDocument())
    indexing.add_component("clean", DocumentCleaner())
    indexing.add_component("split", DocumentSplitter(split_by="word", split_length=80, split_overlap=10))
    indexing.add_component("write", DocumentWriter(store))
    for one, other in (("convert", "clean"), ("clean", "split"), ("split", "write")):
        indexing.connect(one, other)
    indexing.run({"convert": {"sources": sorted(folder.glob("*.pdf"))}})

    asking = Pipeline()
    asking.add_component("retrieve", InMemoryBM25Retriever(store, top_k=3))
    asking.add_component("answer", BestSentence())
    asking.connect("retrieve.documents", "answer.documents")
    return asking


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # what a library prints must not come between the answers
    pipeline = build(Path(sys.argv[1]))
    for line in sys.stdin:
        request = json.loads(line)
        question = request["question"]
        found = pipeline.run(
            {"retrieve": {"query": question}, "answer": {"question": question}}, include_outputs_from={"retrieve"}
        )
        reply = {"id": request["id"], "answer": found["answer"]["answer"], "contexts": [
            {"text": one.content, "document": Path(one.meta["file_path"]).stem, "score": one.score}
            for one in found["retrieve"]["documents"]
        ]}  # fmt: skip
        print(json.dumps(reply), file=answers, flush=True)


main()
