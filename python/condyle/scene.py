"""Scenes: the worlds that files describe, to edit, check and run."""

from __future__ import annotations

import copy
import json
import os
import pathlib
import sys
from typing import Any, Callable

from ._core import InputError
from .json_file import read_json
from .simulation import Simulation, picture_of, picture_or_none

try:
    from . import _world
except ImportError as _error:  # built without Bullet
    _why_no_world = str(_error)
    _world = None  # type: ignore[assignment]


def _worlds() -> Any:
    if _world is None:
        raise InputError(f"this condyle was built without worlds (CONDYLE_PLUGIN): {_why_no_world}")
    return _world


def _plain(value: Any) -> Any:
    """Converts values that json cannot write: numpy's numbers and arrays."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a scene cannot hold a {type(value).__name__}")


def _show_progress(time: float, end: float) -> None:
    sys.stderr.write(f"\r{time:.2f} of {end:g} s" + ("\n" if time > end * (1 - 1e-9) else ""))


class Scene:
    """A scene as docs/scenes.md describes it: the content of a scene file, edited by path.

    ``scene["bodies/tibia/meshes/insert/layer/elastic_modulus"] = 5e8``: entries of lists are addressed by name or by
    number. Nothing is checked before check(), world() or simulate(). Worlds of a scene and its copies share the meshes
    and hierarchies that do not change from one to the next.
    """

    def __init__(self, data: dict[str, Any], file: str | os.PathLike[str]) -> None:
        """data: keys of the file. file: its nominal path, to which paths of meshes are relative."""
        self._data = copy.deepcopy(data)
        self.file = pathlib.Path(file)
        self.report: list[str] = []  # parts of the OpenSim model that the scene leaves out
        self._meshes = _world.SharedMeshes() if _world else None

    def copy(self) -> Scene:
        """A copy of the scene that can be edited independently."""
        twin = Scene(self._data, self.file)
        twin.report = list(self.report)
        twin._meshes = self._meshes
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds only the keys; the data that worlds share are made anew where it is read."""
        return type(self), (self._data, self.file), {"report": self.report}

    @classmethod
    def load(cls, path_or_name: str | os.PathLike[str]) -> Scene:
        """Reads a scene file, or a shipped scene by its name."""
        file = pathlib.Path(_worlds().find_scene(os.fspath(path_or_name)))
        return cls(read_json(file), file)

    @classmethod
    def from_dict(cls, data: dict[str, Any], folder: str | os.PathLike[str] = ".") -> Scene:
        """A scene from the keys of a scene file; paths of meshes are relative to `folder`."""
        return cls(data, pathlib.Path(folder) / "scene.json")

    def to_dict(self) -> dict[str, Any]:
        """A copy of its keys."""
        return copy.deepcopy(self._data)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the scene; paths of meshes stay as they are, so keep the folder."""
        pathlib.Path(file).write_text(self._text(indent=2) + "\n")

    @property
    def name(self) -> str:
        """The scene's title, or the name of its file."""
        return str(self._data.get("name", self.file.stem))

    def _text(self, indent: int | None = None) -> str:
        try:
            return json.dumps(self._data, default=_plain, allow_nan=False, indent=indent)
        except (TypeError, ValueError) as error:
            raise InputError(f"{self.file}: {error}") from None

    @staticmethod
    def _key(node: Any, step: str, path: str) -> Any:
        """The key for one step of a path: the name in an object, the index of the entry in a list."""
        if isinstance(node, dict):
            return step
        if isinstance(node, list):
            if step.isdecimal() and int(step) < len(node):
                return int(step)
            names = [entry.get("name") if isinstance(entry, dict) else None for entry in node]
            if step in names:
                return names.index(step)
            known = ", ".join(name for name in names if name) or f"0 to {len(node) - 1}"
            raise InputError(f"{path}: there is no entry '{step}'; it has: {known}")
        raise InputError(f"{path}: '{step}' is below a value that has no parts")

    def _parent(self, path: str) -> tuple[Any, Any]:
        node: Any = self._data
        *parents, last = path.split("/")
        for step in parents:
            key = self._key(node, step, path)
            if isinstance(node, dict) and key not in node:
                raise InputError(f"{path}: there is no '{step}'; it has: {', '.join(node)}")
            node = node[key]
        return node, self._key(node, last, path)

    def __getitem__(self, path: str) -> Any:
        node, key = self._parent(path)
        if isinstance(node, dict) and key not in node:
            raise InputError(f"{path}: there is no '{key}'; it has: {', '.join(node)}")
        return copy.deepcopy(node[key])

    def __contains__(self, path: str) -> bool:
        """Whether the path leads to a value that the scene has."""
        try:
            node, key = self._parent(path)
        except InputError:
            return False
        return isinstance(node, list) or key in node

    def __setitem__(self, path: str, value: Any) -> None:
        node, key = self._parent(path)
        node[key] = copy.deepcopy(value)

    def check(self) -> list[str]:
        """Builds everything that a run needs. Returns warnings of likely errors; raises InputError for errors."""
        return list(self.world().findings())

    def world(self, *, threads: int = 1, allow_libraries: bool = False) -> Any:
        """A World to step by hand. Warns if gravity, sizes and moduli seem to be in different units.

        threads: how many threads share a step; the result does not depend on it.
        allow_libraries: load the laws of users that the scene names, with all your rights.
        """
        return _worlds().World(self._text(), os.path.abspath(self.file), threads=threads,
                               allow_libraries=allow_libraries, shared=self._meshes)

    def equilibrium(self, time: float = 0.0, *, tolerance: float = 1e-8, threads: int = 1,
                    allow_libraries: bool = False) -> Any:
        """An Equilibrium of the scene with its motions, hinges and loads at a time of it [s], not solved yet.

        Surfaces go by BODY.MESH, weights by the load 'weight of BODY'. Equilibrium.set_time() goes to other times.
        """
        return _worlds().Equilibrium.from_text(self._text(), os.path.abspath(self.file), time=time,
                                               tolerance=tolerance, threads=threads,
                                               allow_libraries=allow_libraries, shared=self._meshes)

    def simulate(self, seconds: float | None = None, rate: float | None = None, *, threads: int = 1,
                 progress: bool | Callable[[float, float], object] = False,
                 allow_libraries: bool = False) -> Simulation:
        """Runs the scene as ``condyle simulate`` does, with the same figures to the bit and the same warnings.

        seconds, rate: time [s] and steps per second; by default those of the scene.
        progress: True shows it on the terminal; a function gets time and end [s] after each step.
        """
        report = _show_progress if progress is True else (progress or None)
        return self._run(seconds, rate, threads=threads, report=report, allow_libraries=allow_libraries, watch=True)

    def _run(self, seconds: float | None, rate: float | None, *, watch: bool, threads: int = 1,
             report: Callable[[float, float], object] | None = None, allow_libraries: bool = False) -> Simulation:
        """simulate(); `watch`: whether to look for what to warn of, which takes as long as some steps."""
        world = self.world(threads=threads, allow_libraries=allow_libraries)
        history, events = world.run(world.duration if seconds is None else seconds,
                                    world.rate if rate is None else rate, report, watch=watch)
        return Simulation(self.name, history, events, world)

    def picture(self, width: int = 1280, height: int = 800) -> bytes:
        """The scene at its start as the bytes of a PNG file. Raises InputError without a display."""
        return picture_of(self.world(), width, height)

    def _repr_png_(self) -> bytes | None:
        try:
            return picture_or_none(self.world())
        except InputError:  # the scene has an error, which a picture cannot report
            return None

    def __repr__(self) -> str:
        counts = (f"{len(self._data.get(key, []))} {key}" for key in ("bodies", "contacts", "ligaments"))
        return f"<condyle.Scene '{self.name}': {', '.join(counts)}>"
