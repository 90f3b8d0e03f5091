"""The pages that follow from the code and from other pages."""

from generating.commands import commands_page
from generating.config import config_page
from generating.index import decisions_page, index_page
from generating.python import python_page

__all__ = ["commands_page", "config_page", "decisions_page", "index_page", "python_page"]
