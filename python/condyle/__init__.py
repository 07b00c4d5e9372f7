"""Joint contact in real-time physics: pressure between triangle meshes, ligaments, shapes.

Lengths are in metres, all other units follow SI. Poses are (4, 4) arrays: X_AB takes points of frame
B to frame A. Twists and wrenches are (6,) arrays, rotation first.
"""

from . import _core
from ._core import *
from ._core import __version__

__all__ = [name for name in dir(_core) if not name.startswith("_")]
