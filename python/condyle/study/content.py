"""Hashes of everything that a study depends on, as names of samples that stay valid when something else changes."""

from __future__ import annotations

import functools
import hashlib
import json
import pathlib
from typing import Any, Callable

from .. import _core
from ..scene import Scene, _worlds
from .lab_outcomes import LabOutcome
from .outcomes import Outcome
from .parameters import Edit, Parameter

FILE_KEYS = ("file", "library", "compliance")  # keys of a scene whose values are file names


def _visit_files(node: Any, visit: Callable[[dict[str, Any], str], None]) -> None:
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, (dict, list)):
            _visit_files(value, visit)
        elif key in FILE_KEYS and isinstance(value, str):
            visit(node, key)


def _found(name: str, folder: pathlib.Path) -> pathlib.Path:
    """Finds a scene's file relative to the scene, or else to the folder of the shipped scenes."""
    file = folder / name
    if file.exists():
        return file.resolve()
    shipped = pathlib.Path(_worlds().find_scene("ball_on_plate")).parent / name
    return shipped.resolve() if shipped.exists() else file


def scene_with_absolute_files(scene: Scene) -> Scene:
    """A copy of the scene with absolute file paths, which can be saved in any folder."""
    data = scene.to_dict()

    def make_absolute(node: dict[str, Any], key: str) -> None:
        node[key] = str(_found(node[key], scene.file.absolute().parent))

    _visit_files(data, make_absolute)
    return Scene(data, scene.file)


@functools.lru_cache(maxsize=1000)
def _content_hash(file: pathlib.Path, size: int, changed: int) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def file_hashes(scene: Scene) -> list[str]:
    hashes: list[str] = []

    def add(node: dict[str, Any], key: str) -> None:
        file = _found(node[key], scene.file.absolute().parent)
        if file.exists():
            state = file.stat()
            hashes.append(_content_hash(file, state.st_size, state.st_mtime_ns))
        else:
            hashes.append("missing")

    _visit_files(scene.to_dict(), add)
    return hashes


def _hash(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def identity_of(scene: Scene, seconds: float | None, rate: float | None, parameters: tuple[Parameter, ...],
                outcomes: tuple[Outcome | LabOutcome, ...], kept: tuple[str, ...]) -> str:
    """Hash of everything that samples of a study share: Condyle's version, the scene, its meshes, and the requested
    runs, outcomes and files."""
    return _hash([_core.__version__, scene.to_dict(), file_hashes(scene), seconds, rate,
                  [p.definition for p in parameters], [o.definition for o in outcomes], kept])


def sets_files(parameters: tuple[Parameter, ...]) -> bool:
    """Whether samples differ in the files of their scenes."""
    paths = [path for p in parameters if isinstance(p.change, Edit) for path in p.change.paths]
    return any(path.rsplit("/", 1)[-1] in FILE_KEYS for path in paths)


def sample_name(identity: str, values: dict[str, Any], files: list[str]) -> str:
    return _hash([identity, values, files])[:32]
