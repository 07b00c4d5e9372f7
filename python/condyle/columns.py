"""Named columns over time with their units, as runs and analyses give them."""

from __future__ import annotations

import importlib
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray


class Columns:
    """``columns["plate_ball.peak_pressure"]`` is an array (n,), ``columns.units[..]`` its unit, ``columns.times``
    the times of its values [s]."""

    def __init__(self, name: str, times: NDArray[np.float64], values: NDArray[np.float64],
                 columns: Sequence[tuple[str, str]]) -> None:
        """values: (n, columns), NaN where a figure does not exist. columns: their names and units; if a name is
        repeated, the last column counts."""
        self.name = name
        self.times = times
        self.units = dict(columns)
        self._values = values
        self._places = {column: i for i, (column, _) in enumerate(columns)}

    @property
    def names(self) -> list[str]:
        """Names of the columns, without units."""
        return list(self._places)

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return self._values[:, self._places[name]]

    def __len__(self) -> int:
        return len(self.times)

    def dataset(self) -> Any:
        """An xarray.Dataset over time, with units in the attributes (needs python3-xarray)."""
        xarray = importlib.import_module("xarray")  # optional, and mypy would follow a plain import

        variables = {name: ("time", self[name], {"units": self.units[name]}) for name in self.names}
        time = ("time", self.times, {"units": "s"})
        return xarray.Dataset(variables, {"time": time}, {"name": self.name})

    def to_pandas(self) -> Any:
        """A pandas.DataFrame, indexed by time, with units in its attrs (needs python3-pandas)."""
        pandas = importlib.import_module("pandas")

        values = self._values[:, list(self._places.values())]
        frame = pandas.DataFrame(values, pandas.Index(self.times, name="time"), self.names)
        frame.attrs.update(name=self.name, units=dict(self.units))
        return frame
