"""What four ways of reading a PDF keep: rows of tables, reading order, whole words; and how long they take.

    python benchmarks/documents_pdf.py ../shared/data

For each file with a published table truth: the share of the truth's rows (two cells or more) whose cells all
stand on one line of the text, in order. For the two-column sample: whether sentences of the left column come
before those of the right one, and how many words that a line end divided are whole. Seconds are CPU time.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pypdf
import pypdfium2
from documents_tables import Cells, folded, read_csv, read_xml

from ragtester.documents import load_document
from ragtester.documents.pdf.quiet import quiet

Reader = Callable[[Path], str]


def by_pypdf(path: Path) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def by_pypdf_layout(path: Path) -> str:
    return "\n".join(page.extract_text(extraction_mode="layout") for page in pypdf.PdfReader(path).pages)


def by_pdfplumber(path: Path) -> str:
    with pdfplumber.open(path) as pdf:
        return "\n".join(page.extract_text() for page in pdf.pages)


def by_pypdfium2(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def by_ragtester(path: Path) -> str:
    return load_document(path).text


READERS: dict[str, Reader] = {
    "pypdf": by_pypdf,
    "pypdf, layout mode": by_pypdf_layout,
    "pdfplumber": by_pdfplumber,
    "pypdfium2": by_pypdfium2,
    "ragtester": by_ragtester,
}


def rows_of(cells: Cells) -> list[list[str]]:
    rows: dict[int, list[tuple[int, str]]] = {}
    for (row, column), text in cells.items():
        rows.setdefault(row, []).append((column, folded(text)))
    return [[text for _, text in sorted(row)] for row in rows.values() if len(row) >= 2]


def holds(line: str, cells: list[str]) -> bool:
    at = 0
    for cell in cells:
        at = line.find(cell, at)
        if at < 0:
            return False
        at += len(cell)
    return True


def row_share(text: str, truths: list[Cells]) -> tuple[int, int]:
    lines = [folded(line) for line in text.splitlines()]
    rows = [row for truth in truths for row in rows_of(truth)]
    return sum(any(holds(line, row) for line in lines) for row in rows), len(rows)


def order(text: str) -> str:
    flat = " ".join(text.split())
    marks = ["Nam dui ligula", "Quisque ullamcorper", "lacus vel est", "Suspendisse vel felis", "Aliquam arcu neque"]
    places = [flat.find(mark) for mark in marks]
    right = sum(-1 < one < two for one, two in itertools.pairwise(places))
    whole = sum(word in flat for word in ("adipiscing vitae", "pellentesque", "Pellentesque", "curabitur", "interdum"))
    divided = sum(word.endswith("-") and len(word) > 2 for word in flat.split())
    return f"{right}/{len(marks) - 1} in order, {whole}/5 words found, {divided} divided words left"


def main(data: Path) -> int:
    figures: dict[str, dict[str, object]] = {}
    for name, reader in READERS.items():
        kept = total = 0
        started = time.process_time()
        with quiet():
            for path in sorted((data / "icdar2013_tables").glob("*.pdf")):
                truth, table = path.with_name(f"{path.stem}-str.noinstr.xml"), path.with_suffix(".csv")
                if not truth.exists() and not table.exists():
                    continue
                good, rows = row_share(reader(path), read_xml(truth) if truth.exists() else read_csv(table))
                kept, total = kept + good, total + rows
            tables = time.process_time() - started
            columns = order(reader(data / "pypdf_samples" / "multicolumn.pdf"))
            started = time.process_time()
            reader(data / "sec10q" / "2023 Q3 AAPL.pdf")
            filing = time.process_time() - started
        figures[name] = {
            "rows on one line": f"{kept}/{total} = {kept / total:.3f}",
            "two columns": columns,
            "seconds for the table files": round(tables, 2),
            "seconds for the 29-page filing": round(filing, 2),
        }
        print(name, json.dumps(figures[name]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data")))
