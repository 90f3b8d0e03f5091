"""The pages: rendered on the server, usable without a mouse and without script."""

from fastapi import APIRouter

from ragtester.web.pages import cases, charts, compare, entry, projects, review, runs, schedules, settings, suites
from ragtester.web.pages.rendering import error_page

pages_router = APIRouter(include_in_schema=False)
for _part in (runs, cases, charts, suites, projects, compare, review, schedules, entry, settings):
    pages_router.include_router(_part.router)

__all__ = ["error_page", "pages_router"]
