"""The results of a run of a scene."""

from __future__ import annotations

import pathlib
import re
import tempfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._core import InputError
from .columns import Columns


def picture_of(world: Any, width: int, height: int) -> bytes:
    """A world as the bytes of a PNG file. Raises InputError without a display."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "world.png"
        world.draw(file, width, height)
        return file.read_bytes()


def picture_or_none(world: Any) -> bytes | None:
    """A picture for notebooks, or None if there is no display, in which case they show the text."""
    try:
        return picture_of(world, 1280, 800)
    except InputError:
        return None


def _split(name: str) -> tuple[str, str]:
    """Splits 'knee.force [N]' into 'knee.force' and 'N'."""
    match = re.fullmatch(r"(.*) \[(.*)\]", name)
    return (match[1], match[2]) if match else (name, "")


class Simulation(Columns):
    """The figures of a run, a value for each step, with events and the world at the end."""

    def __init__(self, name: str, history: Any, events: list[Any], world: Any) -> None:
        super().__init__(name, history.times, history.values, [_split(full) for full in history.names])
        self.events = events
        self.world = world

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return super().__getitem__(_split(name)[0])

    def picture(self, width: int = 1280, height: int = 800) -> bytes:
        """The world at the end as the bytes of a PNG file. Raises InputError without a display."""
        return picture_of(self.world, width, height)

    def _repr_png_(self) -> bytes | None:
        return picture_or_none(self.world)

    def __repr__(self) -> str:
        return (f"<condyle.Simulation '{self.name}': {len(self)} steps, {len(self.names)} figures, "
                f"{len(self.events)} events>")
