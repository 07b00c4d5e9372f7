"""Contact of meshes as they are in models of MuJoCo, beside MuJoCo's own Python bindings.

    import condyle.mujoco, mujoco
    model = mujoco.MjModel.from_xml_path("robot.xml")
    data = mujoco.MjData(model)
    plugin = condyle.mujoco.Plugin(model, data)
    plugin.add_from_model()
    plugin.step()  # in place of mujoco.mj_step(model, data)

docs/mujoco.md has what a model may say, and what a step does.
"""

from __future__ import annotations

import pathlib
from typing import Any

from . import _mujoco
from ._core import InputError
from ._mujoco import MujocoPair, MujocoPlugin

__all__ = ["MujocoPair", "Plugin"]


def _address(of: Any, what: str) -> int:
    """The address of a structure of MuJoCo's: an integer, a pointer of ctypes, or an object of its bindings."""
    for name in ("_address", "value"):
        of = getattr(of, name, of)
    if not isinstance(of, int) or isinstance(of, bool):
        raise TypeError(f"Plugin: {what} is neither MuJoCo's object nor the address of one")
    return of


def _require_one_library() -> None:
    """Structures of one library of MuJoCo mean nothing to another."""
    maps = pathlib.Path("/proc/self/maps")
    if not maps.exists():
        return
    loaded = {line.split(maxsplit=5)[5] for line in maps.read_text().splitlines() if "/libmujoco" in line}
    if len(loaded) > 1:
        raise InputError("Two libraries of MuJoCo are loaded, " + " and ".join(sorted(loaded)) + "; build Condyle "
                         "with that of your bindings: -DMUJOCO_DIR=FOLDER with its include/ and lib/")


class Plugin(MujocoPlugin):
    """Condyle in a MuJoCo model. `model` and `data` are MuJoCo's objects, which it keeps, or addresses."""

    def __init__(self, model: Any, data: Any) -> None:
        _require_one_library()
        super().__init__(_address(model, "the model"), _address(data, "the data"))
        self._kept = (model, data)
