"""Projects are the operator's configuration files; a request names one, never a path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ragtester.config import LoadedConfig, load_config
from ragtester.errors import RagtesterError
from ragtester.web.settings import SERVICE_FILE

_LARGEST = 1_000_000


@dataclass(frozen=True)
class Project:
    """One configuration file: usable, or with the reason why not."""

    name: str
    file: Path
    loaded: LoadedConfig | None
    problem: str = ""

    @property
    def text(self) -> str:
        """The file as it stands."""
        return self.file.read_text(encoding="utf-8", errors="replace")


class Projects:
    """The projects of a folder; read again when a file changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[Path, tuple[tuple[int, int], Project]] = {}

    def listed(self) -> list[Project]:
        """All projects by name; of two files with one name the second is unusable."""
        taken: dict[str, Project] = {}
        for file in sorted([*self._folder.glob("*.yaml"), *self._folder.glob("*.yml")]):
            if file.name == SERVICE_FILE or not file.is_file():
                continue
            project = self._read(file)
            if project.name in taken:
                first = taken[project.name].file.name
                name = f"{project.name} ({file.name})"
                project = Project(name, file, None, f"{first} has the name {project.name!r} already; change one")
            taken[project.name] = project
        return sorted(taken.values(), key=lambda project: project.name)

    def get(self, name: str) -> Project | None:
        """The project of this name; only names that `listed` gives are found."""
        return next((project for project in self.listed() if project.name == name), None)

    def _read(self, file: Path) -> Project:
        state = file.stat()
        stamp = (state.st_mtime_ns, state.st_size)
        known = self._known.get(file)
        if known is not None and known[0] == stamp:
            return known[1]
        if state.st_size > _LARGEST:
            project = Project(file.stem, file, None, f"larger than {_LARGEST:,} bytes; this is not a configuration")
        else:
            try:
                loaded = load_config(file)
                project = Project(loaded.config.name, file, loaded)
            except RagtesterError as error:
                project = Project(file.stem, file, None, str(error).replace(str(file), file.name))
        self._known[file] = (stamp, project)
        return project
