"""The JSON API; every operation is in the OpenAPI document at /api/openapi.json."""

from fastapi import APIRouter

from ragtester.web.api import analysis, cases, documents, health, projects, runs, schedules, suites, tokens

api_router = APIRouter()
for _part in (projects, runs, cases, documents, suites, analysis, schedules, tokens):
    api_router.include_router(_part.router, prefix="/api")
api_router.include_router(health.router)

__all__ = ["api_router"]
