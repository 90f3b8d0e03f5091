"""The reference pages that follow from the code."""

from generating.commands import commands_page
from generating.config import config_page
from generating.python import python_page

__all__ = ["commands_page", "config_page", "python_page"]
