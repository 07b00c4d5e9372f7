"""The outcomes of a study: named numbers computed from the columns of each run."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any, Callable

import numpy as np

from .._core import InputError
from .distributions import Floats
from .fields import Fields, closest, names_of
from .lab_outcomes import LabOutcome, read_lab_outcome

Units = dict[str, str]


def _last(values: Floats, times: Floats) -> float:
    return float(values[-1])


def _largest(values: Floats, times: Floats) -> float:
    return float(np.max(values))


def _least(values: Floats, times: Floats) -> float:
    return float(np.min(values))


def _mean(values: Floats, times: Floats) -> float:
    return float(np.mean(values))


def _range(values: Floats, times: Floats) -> float:
    return float(np.ptp(values))


def _time_of_largest(values: Floats, times: Floats) -> float:
    return float(times[np.argmax(values)])


def _integral(values: Floats, times: Floats) -> float:
    return float(np.trapz(values, times))


TAKES: dict[str, Callable[[Floats, Floats], float]] = {
    "largest": _largest, "least": _least, "mean": _mean, "last": _last, "range": _range,
    "time_of_largest": _time_of_largest, "integral": _integral}


@dataclasses.dataclass(frozen=True)
class Outcome:
    name: str
    figures: tuple[str, ...]  # columns of a run, which are added up; for a path length one name without _x, _y, _z
    take: str
    start: float  # [s]
    end: float | None  # [s]
    at: tuple[str, float] | None  # the outcome is read when this column first passes this value
    worst: str  # largest or least
    place: str
    definition: str

    def columns(self) -> list[str]:
        """The columns of a run that it reads."""
        if self.take == "path_length":
            return [f"{self.figures[0]}_{axis}" for axis in "xyz"]
        return [*self.figures, *([self.at[0]] if self.at else [])]

    def unit(self, units: Units) -> str:
        if self.take == "time_of_largest":
            return "s"
        unit = units[self.columns()[0]]
        return f"{unit} s" if self.take == "integral" else unit

    def value(self, run: Any) -> float:
        """The outcome of a run; NaN if the run has no such value, such as a centre of pressure without contact."""
        inside = (run.times >= self.start) & (run.times <= (np.inf if self.end is None else self.end))
        columns = [_existing(run, name)[inside] for name in self.columns()]
        if self.take == "path_length":
            return _path_length(np.stack(columns, -1))
        if self.at:
            return _at_first_passing(np.sum(columns[:-1], axis=0), columns[-1], self.at[1])
        values = np.sum(columns, axis=0)
        exists = ~np.isnan(values)
        return TAKES[self.take](values[exists], run.times[inside][exists]) if exists.any() else np.nan


def _existing(run: Any, name: str) -> Floats:
    """A column with NaN where it has no value: the centre of an empty contact is stored as (-1, -1, -1)."""
    values = np.array(run[name])
    match = re.fullmatch(r"(.*\.center_of_(?:pressure|proximity))_[xyz]", name)
    if match:
        values[np.all([run[f"{match[1]}_{axis}"] == -1 for axis in "xyz"], axis=0)] = np.nan
    return values


def _path_length(points: Floats) -> float:
    """The length of the path through points (n, 3), interrupted where points are NaN."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return float(np.nansum(lengths)) if not np.isnan(points).all() else np.nan


def _at_first_passing(values: Floats, guide: Floats, level: float) -> float:
    """The value where the guide first passes the level, interpolated linearly between two steps."""
    above = guide >= level
    changes = np.flatnonzero(above[1:] != above[:-1])
    if len(guide) and guide[0] == level:
        return float(values[0])
    if not len(changes):
        return np.nan
    i = changes[0]
    share = (level - guide[i]) / (guide[i + 1] - guide[i])
    return float(values[i] + share * (values[i + 1] - values[i]))


def _read_at(fields: Fields) -> tuple[str, float]:
    at = fields.object("at")
    read = at.text("figure"), at.number("value")
    at.done()
    return read


def _read_outcome(fields: Fields) -> Outcome:
    name = fields.text("name")
    figures = fields.texts("figure") if isinstance(fields.value("figure"), list) else [fields.text("figure")]
    how = fields.one_of(("take", "at"), "way to a number")
    take = fields.word("take", (*TAKES, "path_length")) if how == "take" else ""
    if take == "path_length" and len(figures) > 1:
        fields.fail("path_length takes one figure, such as CONTACT.center_of_pressure", "figure")
    start = fields.number("from", 0.0)
    end = fields.number("until", above=start) if fields.has("until") else None
    at = _read_at(fields) if how == "at" else None
    worst = fields.word("worst", ("largest", "least"), "largest")
    fields.done()
    definition = {key: value for key, value in fields.data.items() if key != "worst"}
    return Outcome(name, tuple(figures), take, start, end, at, worst, fields.place,
                   json.dumps(definition, sort_keys=True))


def read_outcomes(fields: Fields) -> tuple[Outcome | LabOutcome, ...]:
    places = fields.objects("outcomes")
    outcomes: tuple[Outcome | LabOutcome, ...] = tuple(
        read_lab_outcome(place) if place.has("test") else _read_outcome(place) for place in places)
    if not outcomes:
        fields.fail("a study needs at least one entry", "outcomes")
    names_of(outcomes, places)
    return outcomes


def unit_of(outcome: Outcome | LabOutcome, units: Units) -> str:
    return outcome.unit() if isinstance(outcome, LabOutcome) else outcome.unit(units)


def require_figures(outcomes: tuple[Outcome | LabOutcome, ...], units: Units) -> None:
    """Refuses outcomes of columns that the scene does not have, or that have no sum."""
    for outcome in outcomes:
        if isinstance(outcome, LabOutcome):
            continue  # whether a test has a table shows when it has run
        for column in outcome.columns():
            if column not in units:
                raise InputError(f"{outcome.place}: the scene has no figure '{column}'{closest(column, units)}")
        _require_one_unit(outcome, units)


def _require_one_unit(outcome: Outcome, units: Units) -> None:
    """Refuses to add figures of different units."""
    if outcome.take == "path_length":
        return
    first, *others = outcome.figures
    for other in others:
        if units[other] != units[first]:
            raise InputError(f"{outcome.place}.figure: '{first}' [{units[first]}] and '{other}' [{units[other]}] have no "
                             f"sum; make an outcome of each")
