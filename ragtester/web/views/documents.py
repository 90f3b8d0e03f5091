"""The documents of a project on disk: found by the operator's configuration, never by a request."""

from __future__ import annotations

from glob import glob, has_magic
from pathlib import Path

from ragtester.web.projects import Project

_SUFFIXES = (".pdf", ".md", ".markdown", ".html", ".htm", ".docx", ".txt")


def documents_of(project: Project, output: Path) -> dict[str, Path]:
    """Files by document id: the generated ones, then the operator's own."""
    found: dict[str, Path] = {}
    for file in _generated(project, output) + _own(project):
        name, number = file.stem, 2
        while name in found:
            name, number = f"{file.stem}-{number}", number + 1
        found[name] = file
    return found


def _generated(project: Project, output: Path) -> list[Path]:
    config = project.loaded.config if project.loaded else None
    if config is None or not config.corpus.all_blueprints:
        return []
    folder = output / config.name / "corpus"
    return sorted(file for file in folder.rglob("*.pdf") if file.is_file())


def _own(project: Project) -> list[Path]:
    if project.loaded is None:
        return []
    found: list[Path] = []
    for pattern in project.loaded.config.corpus.files:
        place = str(project.loaded.path(pattern))
        if has_magic(place):
            found += sorted(Path(one) for one in glob(place, recursive=True))  # noqa: PTH207
        elif Path(place).is_dir():
            found += sorted(inner for inner in Path(place).rglob("*") if not inner.name.startswith("."))
        else:
            found.append(Path(place))
    return [file for file in found if file.is_file() and file.suffix.lower() in _SUFFIXES]
