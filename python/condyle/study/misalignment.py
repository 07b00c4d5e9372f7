"""Rigid misalignment of a mesh in its body, such as a surgical or manufacturing error: degrees and millimetres."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ..scene import Scene
from .fields import Fields
from .libraries import library


@dataclasses.dataclass(frozen=True)
class Misalignment:
    """Turns a mesh about an axis through a point, or shifts it; axis and point in the body's frame [m]."""

    path: str  # path of the mesh in the scene
    turns: bool
    axis: Any
    point: Any

    @property
    def unit(self) -> str:
        return "deg" if self.turns else "mm"

    def apply(self, scene: Scene, value: Any) -> None:
        Rotation = library("scipy.spatial.transform").Rotation
        mesh = scene[self.path]
        place = np.array(mesh.get("position", [0.0, 0.0, 0.0]), float)
        turn = Rotation.from_rotvec(mesh.get("rotation", [0.0, 0.0, 0.0]))
        if self.turns:
            change = Rotation.from_rotvec(np.deg2rad(value) * self.axis)
            scene[self.path + "/position"] = (self.point + change.apply(place - self.point)).tolist()
            scene[self.path + "/rotation"] = (change * turn).as_rotvec().tolist()
        else:
            scene[self.path + "/position"] = (place + 1e-3 * value * self.axis).tolist()


def _direction(fields: Fields, key: str) -> Any:
    axis = np.array(fields.numbers(key, 3))
    length = np.linalg.norm(axis)
    return axis / length if length > 0 else fields.fail("must not be zero", key)


def read_misalignment(fields: Fields) -> Misalignment:
    path = f"bodies/{fields.text('body')}/meshes/{fields.text('mesh')}"
    key = fields.one_of(("turn_about", "shift_along"), "axis")
    point = np.array(fields.numbers("point", 3) if fields.has("point") else [0.0, 0.0, 0.0])
    axis = _direction(fields, key)
    fields.done()
    return Misalignment(path, key == "turn_about", axis, point)
