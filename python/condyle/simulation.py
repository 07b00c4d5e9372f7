"""What a run of a scene gives."""

from __future__ import annotations

import importlib
import pathlib
import re
import tempfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._core import InputError


def picture_of(world: Any, width: int, height: int) -> bytes:
    """A world as the bytes of a PNG file. Raises InputError without a display."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "world.png"
        world.draw(file, width, height)
        return file.read_bytes()


def picture_or_none(world: Any) -> bytes | None:
    """For notebooks, which then show the text."""
    try:
        return picture_of(world, 1280, 800)
    except InputError:
        return None


def _split(name: str) -> tuple[str, str]:
    """'knee.force [N]' as 'knee.force' and 'N'."""
    match = re.fullmatch(r"(.*) \[(.*)\]", name)
    return (match[1], match[2]) if match else (name, "")


class Simulation:
    """The figures of a run, a value for each step, with events and the world at the end.

    ``run["plate_ball.peak_pressure"]`` is an array (n,), ``run.units["plate_ball.peak_pressure"]``
    its unit, ``run.times`` the time at the end of each step [s].
    """

    def __init__(self, name: str, history: Any, events: list[Any], world: Any) -> None:
        self.name = name
        self.events = events
        self.world = world
        self._values: NDArray[np.float64] = history.values
        self.times: NDArray[np.float64] = history.times
        columns = [_split(full) for full in history.names]
        self.units: dict[str, str] = dict(columns)
        self._columns = {column: i for i, (column, _) in enumerate(columns)}

    @property
    def names(self) -> list[str]:
        """Names of the figures, without units."""
        return list(self._columns)

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return self._values[:, self._columns[_split(name)[0]]]

    def __len__(self) -> int:
        return len(self.times)

    def dataset(self) -> Any:
        """An xarray.Dataset over time, with units in the attributes (needs python3-xarray)."""
        xarray = importlib.import_module("xarray")  # which few need; mypy reads what is imported

        variables = {name: ("time", self[name], {"units": self.units[name]}) for name in self.names}
        time = ("time", self.times, {"units": "s"})
        return xarray.Dataset(variables, {"time": time}, {"name": self.name})

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, indexed by time."""
        return self.dataset().to_dataframe()

    def picture(self, width: int = 1280, height: int = 800) -> bytes:
        """The world at the end as the bytes of a PNG file. Raises InputError without a display."""
        return picture_of(self.world, width, height)

    def _repr_png_(self) -> bytes | None:
        return picture_or_none(self.world)

    def __repr__(self) -> str:
        return (f"<condyle.Simulation '{self.name}': {len(self)} steps, {len(self.names)} figures, "
                f"{len(self.events)} events>")
