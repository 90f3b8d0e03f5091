"""The service: pages and a JSON API over the same store and runner as the command line."""

from ragtester.web.app import create_app
from ragtester.web.serve import serve
from ragtester.web.settings import Settings

__all__ = ["Settings", "create_app", "serve"]
