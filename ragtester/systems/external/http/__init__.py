"""Web services: what is sent, within which limits, how the reply is read, and how its form is found out."""

from ragtester.systems.external.http.options import HttpOptions
from ragtester.systems.external.http.probing import Probed, probe
from ragtester.systems.external.http.system import HttpSystem, make_http

__all__ = ["HttpOptions", "HttpSystem", "Probed", "make_http", "probe"]
