"""The gate's report for readers: a page, and Markdown for a pull request."""

from ragtester.reports.gate.markdown import gate_markdown
from ragtester.reports.gate.page import gate_page

GATE_FORMATS = {".html": gate_page, ".md": gate_markdown}
"""By suffix, what is made of a report as `gate --json` prints it."""

__all__ = ["GATE_FORMATS", "gate_markdown", "gate_page"]
