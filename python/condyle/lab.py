"""The laboratory: tests of a joint, as `condyle lab` does them (docs/laboratory.md).

Each function takes a scene and returns a Result with tables. Arguments are in SI units, angles in radians; tables are in
the units that their columns name.
"""

from __future__ import annotations

import json
import os
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from ._core import InputError
from .scene import Scene, _worlds

Angles = Sequence[float]


class Table:
    """A table of a test. table["area [mm^2]"] is a column: numbers (nan where there is none), or a list of words."""

    def __init__(self, name: str, title: str, columns: list[str], rows: list[list[Any]]) -> None:
        self.name, self.title, self.columns, self.rows = name, title, columns, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, column: str) -> NDArray[np.float64] | list[str]:
        if column not in self.columns:
            raise InputError(f"table '{self.name}' has no column '{column}'; it has: {', '.join(self.columns)}")
        place = self.columns.index(column)
        cells = [row[place] for row in self.rows]
        if any(isinstance(cell, str) for cell in cells):
            return cells
        return np.array([np.nan if cell is None else cell for cell in cells], dtype=float)

    def __repr__(self) -> str:
        return f"<condyle.lab.Table '{self.name}': {len(self)} rows, {len(self.columns)} columns>"


class Result:
    """What a test found: result["contact"] is a table; notes say what was assumed, and what failed."""

    def __init__(self, text: str) -> None:
        data = json.loads(text)
        self.test, self.scene, self.notes = data["test"], data["scene"], data["notes"]
        self.tables = {table["name"]: Table(**table) for table in data["tables"]}

    def __getitem__(self, table: str) -> Table:
        if table not in self.tables:
            raise InputError(f"test '{self.test}' has no table '{table}'; it has: {', '.join(self.tables)}")
        return self.tables[table]

    def __repr__(self) -> str:
        return f"<condyle.lab.Result of '{self.test}': {', '.join(self.tables)}>"


def run(scene: Scene, test: str, *, allow_libraries: bool = False, **options: Any) -> Result:
    """Runs a test by its word; options are the keys of a scene's test. Raises InputError or SimulationError."""
    plain = {key: np.asarray(value).tolist() if not isinstance(value, (str, int, float)) else value
             for key, value in options.items() if value is not None}
    return Result(_worlds().run_test(scene._text(), os.path.abspath(scene.file),
                                     json.dumps({"name": test, "test": test, **plain}), allow_libraries))


def run_all(scene: Scene, *, allow_libraries: bool = False) -> dict[str, Result]:
    """Runs the tests that the scene lists under its key "tests"; results by their names. Raises as run() does."""
    results = _worlds().run_tests(scene._text(), os.path.abspath(scene.file), allow_libraries)
    return {name: Result(text) for name, text in results}


def contact(scene: Scene, angles: Angles | None = None, *, allow_libraries: bool = False) -> Result:
    """Area and pressure at angles of the joint's motion [rad], and the worst of stated malalignments."""
    return run(scene, "contact", allow_libraries=allow_libraries, angles=angles)


def laxity(scene: Scene, angles: Angles | None = None, *, forward: float = 100, sideways: float = 50, turning: float = 2,
           tilting: float = 5, points: int = 41, allow_libraries: bool = False) -> Result:
    """Displacement under forces along x and z [N] and moments about y and x [N m], ligaments whole and cut."""
    return run(scene, "laxity", allow_libraries=allow_libraries, angles=angles, forward=forward, sideways=sideways,
               turning=turning, tilting=tilting, points=points)


def hip(scene: Scene, inclinations: Angles | None = None, versions: Angles | None = None, *, angles: Angles | None = None,
        side: str = "automatic", allow_libraries: bool = False) -> Result:
    """Area, peak and distance from the rim over the cup's placement [rad], and where edge loading begins. side: right, left."""
    return run(scene, "hip", allow_libraries=allow_libraries, inclinations=inclinations, versions=versions, angles=angles,
               side=side)


def pad(scene: Scene, force: float = 10, *, tilts: Angles | None = None, taxels: int = 8,
        allow_libraries: bool = False) -> Result:
    """Stiffness, limits of friction and taxels of a soft pad under a force [N], with plates tilted by `tilts` [rad]."""
    return run(scene, "pad", allow_libraries=allow_libraries, force=force, tilts=tilts, taxels=taxels)


def gait(scene: Scene, cycle: str = "walk", *, period: float = 1, repetitions: int = 2, steps: int = 0,
         allow_libraries: bool = False) -> Result:
    """Motion and contact over a cycle: walk, stairs, squat, or a CSV file relative to the scene's."""
    return run(scene, "gait", allow_libraries=allow_libraries, cycle=cycle, period=period, repetitions=repetitions,
               steps=steps)


def wear(scene: Scene, cycle: str = "walk", *, coefficient: float = 1e-15, straight_share: float | None = None,
         cycles: float = 1e6, updates: int = 4, period: float = 1, repetitions: int = 2, steps: int = 0,
         allow_libraries: bool = False) -> Result:
    """Archard's wear [1/Pa] of the casting side over many cycles; straight_share: with cross-shear."""
    return run(scene, "wear", allow_libraries=allow_libraries, cycle=cycle, coefficient=coefficient,
               straight_share=straight_share, cycles=cycles, updates=updates, period=period, repetitions=repetitions,
               steps=steps)
