"""Who may do what: tokens, sessions, forms, headers and limits."""

from ragtester.web.security.access import Admin, Identity, Reader, Runner, identify
from ragtester.web.security.forms import Form, csrf_token
from ragtester.web.security.guard import Guard
from ragtester.web.security.tokens import SCOPES, Scope, check_token, make_token

__all__ = [
    "SCOPES",
    "Admin",
    "Form",
    "Guard",
    "Identity",
    "Reader",
    "Runner",
    "Scope",
    "check_token",
    "csrf_token",
    "identify",
    "make_token",
]
