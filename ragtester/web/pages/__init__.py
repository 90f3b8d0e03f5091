"""The pages: rendered on the server, usable without a mouse and without script."""

from fastapi import APIRouter

from ragtester.web.pages import cases, compare, entry, projects, review, runs, schedules, settings, suites
from ragtester.web.pages.rendering import error_page

pages_router = APIRouter(include_in_schema=False)
for _part in (entry, projects, runs, cases, compare, suites, review, schedules, settings):
    pages_router.include_router(_part.router)

__all__ = ["error_page", "pages_router"]
