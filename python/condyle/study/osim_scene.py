"""The scene of a study that names an OpenSim model."""

from __future__ import annotations

import pathlib
from typing import Any

from .._core import InputError
from ..opensim import convert, joint
from ..scene import Scene
from .fields import Fields


def _read_pose(fields: Fields, folder: pathlib.Path) -> dict[str, Any]:
    """Reads the folder of the meshes and the initial pose; files are relative to the study."""
    pose: dict[str, Any] = {key: folder / fields.text(key) for key in ("geometry", "motion") if fields.has(key)}
    if fields.has("at"):
        pose["at"] = fields.number("at")
    return {**pose, "missing_default": fields.flag("missing_default")}


def _read_flexion(fields: Fields) -> float | tuple[float, float] | None:
    """An angle to hold, or from and to [deg]."""
    if not fields.has("flexion"):
        return None
    if not isinstance(fields.value("flexion"), list):
        return fields.number("flexion")
    start, end = fields.numbers("flexion", 2)
    return start, end


def _read_joint(fields: Fields) -> dict[str, Any]:
    """How a joint flexes, and its loads."""
    forces = fields.object("forces") if fields.has("forces") else None
    return {"flexion": _read_flexion(fields),
            "coordinate": fields.text("coordinate") if fields.has("coordinate") else "",
            "compression": fields.number("compression") if fields.has("compression") else None,
            "forces": {body: forces.numbers(body, 3) for body in forces.data} if forces else {}}


def scene_of_osim(fields: Fields, folder: pathlib.Path, seconds: float | None) -> Scene:
    """The joint of a model, or its bodies without one, as condyle.joint and condyle.convert make them.

    seconds: duration of the flexion [s]; None: the default of condyle.joint.
    """
    model, pose = folder / fields.text("model"), _read_pose(fields, folder)
    name = fields.text("joint") if fields.has("joint") else None
    loads = _read_joint(fields) if name else {}
    if seconds:
        loads["seconds"] = seconds
    fields.done()
    try:
        if name is None:
            return convert(model, **pose)
        return joint(model, name, **loads, **pose)
    except InputError as error:
        return fields.fail(str(error))
