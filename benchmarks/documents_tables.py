"""Cell accuracy of the table reader on tables with a published truth.

    python benchmarks/documents_tables.py ../shared/data/icdar2013_tables

The truth files of the ICDAR 2013 table competition give every cell with its row and column; the CSV files of
tabula give one table per file. A truth cell counts as found where one table of the document has a cell with
the same text (white space and dashes folded), and it sits right where the table also has the truth's
left-hand or upper neighbour in the same row or column. So text that was found but fell into the wrong row or
column is a mistake. Each cell of the reader answers for one truth cell only.
"""

from __future__ import annotations

import csv
import itertools
import json
import sys
import time
import unicodedata
import xml.etree.ElementTree as Xml
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ragtester.documents import load_document
from ragtester.records import Document, Table

Cells = dict[tuple[int, int], str]
"""Text by (row, column)."""


@dataclass(frozen=True)
class Score:
    file: str
    truth: int
    found: int
    placed: int
    seconds: float


def folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    for sign in "‐‑‒–—−":
        plain = plain.replace(sign, "-")
    return "".join(sign for sign in plain if not sign.isspace() and sign != "\u00ad")


def read_xml(path: Path) -> list[Cells]:
    tables: list[Cells] = []
    for table in Xml.parse(path).getroot().iter("table"):
        for region in table.iter("region"):
            cells: Cells = {}
            for cell in region.iter("cell"):
                text = cell.findtext("content") or ""
                if text.strip():
                    cells[int(cell.get("start-row") or 0), int(cell.get("start-col") or 0)] = text
            tables.append(cells)
    return tables


def read_csv(path: Path) -> list[Cells]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return [{(r, c): text for r, row in enumerate(rows) for c, text in enumerate(row) if text.strip()}]


def pairs(cells: Cells) -> Counter[tuple[str, str]]:
    """Neighbours: each cell with the next cell on its right, and with the next one below it."""
    made: Counter[tuple[str, str]] = Counter()
    by_row: dict[int, list[tuple[int, str]]] = {}
    by_column: dict[int, list[tuple[int, str]]] = {}
    for (row, column), text in cells.items():
        by_row.setdefault(row, []).append((column, folded(text)))
        by_column.setdefault(column, []).append((row, folded(text)))
    for line in [*by_row.values(), *by_column.values()]:
        ordered = [text for _, text in sorted(line)]
        made.update(itertools.pairwise(ordered))
    return made


def of_table(table: Table) -> Cells:
    grid = [table.header, *table.rows]
    return {(r, c): text for r, row in enumerate(grid) for c, text in enumerate(row) if text.strip()}


def header_parts(document: Document) -> str:
    return " ".join(folded(" ".join((*table.header, table.caption))) for table in document.tables)


def score(document: Document, truths: list[Cells], seconds: float) -> Score:
    """Counts the truth's cells that were found, and those that stand beside the right neighbours."""
    ours = [of_table(table) for table in document.tables]
    texts: Counter[str] = Counter(folded(text) for cells in ours for text in cells.values())
    neighbours: Counter[tuple[str, str]] = Counter()
    for cells in ours:
        neighbours.update(pairs(cells))
    headers = header_parts(document)
    total = found = placed = 0
    for truth in truths:
        near = pairs(truth)
        for cell in truth.values():
            text = folded(cell)
            total += 1
            if texts[text] > 0:
                texts[text] -= 1
                found += 1
                mine = [pair for pair in near if text in pair]
                held = sum(pair in neighbours for pair in mine)
                placed += not mine or held * 2 >= len(mine)
            elif text in headers:  # a header cell, whose text is joined with the ones above or below it
                found += 1
                placed += 1
    return Score(document.file, total, found, placed, seconds)


def main(folder: Path) -> int:
    scores: list[Score] = []
    for path in sorted(folder.glob("*.pdf")):
        truth = folder / f"{path.stem}-str.noinstr.xml"
        table = folder / f"{path.stem}.csv"
        truths = read_xml(truth) if truth.exists() else read_csv(table) if table.exists() else []
        started = time.perf_counter()
        document = load_document(path)
        seconds = time.perf_counter() - started
        if truths:
            scores.append(score(document, truths, seconds))
        shapes = [f"{len(t.rows)}x{len(t.header)}" for t in document.tables]
        print(f"{path.name[:48]:48} {len(document.pages):3} pages, tables {' '.join(shapes)}")
    print(f"\n{'file':50} {'cells':>6} {'found':>6} {'placed':>6} {'share':>6} {'s':>5}")
    for s in scores:
        print(f"{s.file[:50]:50} {s.truth:6} {s.found:6} {s.placed:6} {s.placed / s.truth:6.3f} {s.seconds:5.2f}")
    total, placed = sum(s.truth for s in scores), sum(s.placed for s in scores)
    print(json.dumps({"cells": total, "placed": placed, "accuracy": round(placed / total, 4) if total else None}))
    return 0 if total and placed / total >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data/icdar2013_tables")))
