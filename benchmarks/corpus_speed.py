"""How long corpora take, and how fresh their prose is: `python benchmarks/corpus_speed.py [DOCUMENTS]`.

Prints, for every shipped domain: seconds, documents, pages, facts, the share of facts that pypdf finds
again in the PDF, and the largest share of prose sentences of a document that have a six-word run in
common with another one, with names and numbers masked.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from pypdf import PdfReader

from ragtester.corpus import blueprint_names, load_blueprint, read_manifest, write_builtin_corpus
from ragtester.corpus.author.novelty import masked_words, runs
from ragtester.records import Corpus, Document
from ragtester.text import contains_form, split_sentences

_NOT_PROSE = re.compile(r"^(#|\||```|\{|Table:|:|\[\^|<div|- |\d+\. )")


def repeated(corpus: Corpus, document: Document) -> float:
    facts = [fact for fact in corpus.facts if fact.document == document.id]
    names = {fact.subject for fact in facts} | {form for fact in facts for form in fact.forms}
    sentences = [
        masked_words(piece.text, names)
        for paragraph in document.text.split("\n\n")
        if not _NOT_PROSE.match(paragraph) and "\n:" not in paragraph
        for piece in split_sentences(paragraph)
    ]
    counted = Counter(run for words in sentences for run in runs(words))
    return sum(any(counted[run] > 1 for run in runs(words)) for words in sentences) / max(1, len(sentences))


def found_again(corpus: Corpus, folder: Path) -> float:
    texts = {
        document.id: " ".join(page.extract_text() for page in PdfReader(folder / document.file).pages)
        for document in corpus.documents
    }
    stated = [fact for fact in corpus.facts if fact.document]
    found = [
        contains_form(texts[fact.document or ""], fact.forms)
        or (fact.items and all(contains_form(texts[fact.document or ""], [item]) for item in fact.items))
        for fact in stated
    ]
    return sum(map(bool, found)) / len(stated)


def main() -> None:
    documents = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    print(f"{'domain':24} {'seconds':>8} {'documents':>9} {'pages':>6} {'facts':>6} {'found':>7} {'repeated':>9}")
    for name in blueprint_names():
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            start = time.perf_counter()
            corpus = write_builtin_corpus(load_blueprint(name), documents=documents, seed=7, folder=folder)
            seconds = time.perf_counter() - start
            pages = sum(entry.pages for entry in read_manifest(folder).documents)
            worst = max(repeated(corpus, document) for document in corpus.documents)
            print(
                f"{name:24} {seconds:8.2f} {len(corpus.documents):9} {pages:6} {len(corpus.facts):6} "
                f"{found_again(corpus, folder):7.1%} {worst:9.1%}"
            )


if __name__ == "__main__":
    main()
