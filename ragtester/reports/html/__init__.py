"""The HTML report: one file, no script from anywhere, light and dark, good to print."""

from ragtester.reports.html.comparison import comparison_page
from ragtester.reports.html.page import write_html, write_page
from ragtester.reports.html.tallies import Tallies

__all__ = ["Tallies", "comparison_page", "write_html", "write_page"]
