"""The units in which a person reads a report: millimetres and megapascals, where the results have metres and pascals."""

from __future__ import annotations

from typing import Any

from .load import is_numeric

SHOWN = {"m": ("mm", 1e3), "m^2": ("mm^2", 1e6), "m^3": ("mm^3", 1e9), "m/s": ("mm/s", 1e3), "Pa": ("MPa", 1e-6),
         "m s": ("mm s", 1e3), "m^2 s": ("mm^2 s", 1e6), "Pa s": ("MPa s", 1e-6)}


def in_shown_units(frame: Any, units: dict[str, str]) -> tuple[Any, dict[str, str]]:
    """A copy of results with the numbers of each column in its shown unit, and these units."""
    shown, shown_units = frame.copy(), dict(units)
    for name, unit in units.items():
        if unit in SHOWN and name in frame and is_numeric(frame[name]):
            shown_units[name], factor = SHOWN[unit]
            shown[name] = frame[name].astype(float) * factor
    return shown, shown_units
