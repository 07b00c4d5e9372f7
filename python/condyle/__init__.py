"""Joint contact in real-time physics: pressure between triangle meshes, ligaments, shapes.

Lengths are in metres, all other units follow SI. Poses are (4, 4) arrays: X_AB maps points from frame B to frame A.
Twists and wrenches are (6,) arrays, rotational part first.
"""

import importlib as _importlib
from typing import TYPE_CHECKING, Any

from . import _core
from ._core import *
from ._core import __version__

if TYPE_CHECKING:
    from . import lab, mujoco, study
    from ._world import (Equilibrium, EquilibriumContact, EquilibriumDerivatives, EquilibriumReport, Event, OsimModel,
                         Table, World, read_osim)
    from .opensim import Analysis, analyze, convert, joint
    from .scene import Scene
    from .simulation import Simulation

_OF_WORLDS = {"Scene": "scene", "Simulation": "simulation",
              **dict.fromkeys(["Equilibrium", "EquilibriumContact", "EquilibriumDerivatives", "EquilibriumReport",
                               "Event", "OsimModel", "Table", "World", "read_osim"], "_world"),
              **dict.fromkeys(["Analysis", "analyze", "convert", "joint"], "opensim")}

__all__ = [name for name in dir(_core) if not name.startswith("_")] + list(_OF_WORLDS) + ["lab", "mujoco", "study"]


def __getattr__(name: str) -> Any:
    """Loads Bullet, MuJoCo, and the libraries that studies need, on first use."""
    if name in ("lab", "mujoco", "study"):
        return _importlib.import_module("." + name, __name__)
    if name not in _OF_WORLDS:
        raise AttributeError(f"module 'condyle' has no attribute '{name}'")
    return getattr(_importlib.import_module("." + _OF_WORLDS[name], __name__), name)
