"""Reports: HTML, JUnit, CSV, Markdown, JSON and the terminal's table, all from results lines and a summary."""

from ragtester.reports.comparing import write_comparison
from ragtester.reports.gate import GATE_FORMATS
from ragtester.reports.html import Tallies, write_html, write_page
from ragtester.reports.junit import JUnit, write_junit
from ragtester.reports.lines import Line, read_lines
from ragtester.reports.tabular import write_csv, write_json, write_jsonl, write_markdown
from ragtester.reports.terminal import final_table
from ragtester.reports.writing import SUFFIXES, write_report

__all__ = [
    "GATE_FORMATS",
    "SUFFIXES",
    "JUnit",
    "Line",
    "Tallies",
    "final_table",
    "read_lines",
    "write_comparison",
    "write_csv",
    "write_html",
    "write_json",
    "write_jsonl",
    "write_junit",
    "write_markdown",
    "write_page",
    "write_report",
]
