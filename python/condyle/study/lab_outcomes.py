"""Outcomes of a study that tests of the laboratory give, in place of runs."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Callable

import numpy as np

from .. import lab
from .._core import InputError
from ..scene import Scene
from ..simulation import _split
from .distributions import Floats
from .fields import Fields

TAKES: dict[str, Callable[[Floats], float]] = {
    "largest": lambda values: float(np.max(values)), "least": lambda values: float(np.min(values)),
    "mean": lambda values: float(np.mean(values)), "first": lambda values: float(values[0]),
    "last": lambda values: float(values[-1]), "range": lambda values: float(np.ptp(values))}


class LabResults:
    """The tests of one sample; each is run once."""

    def __init__(self, scene: Scene, allow_libraries: bool) -> None:
        self._scene, self._allow_libraries = scene, allow_libraries
        self._known: dict[str, lab.Result] = {}

    def of(self, test: str) -> lab.Result:
        if test not in self._known:
            self._known[test] = lab.run(self._scene, allow_libraries=self._allow_libraries, **json.loads(test))
        return self._known[test]


@dataclasses.dataclass(frozen=True)
class LabOutcome:
    name: str
    test: str  # the test's keys as JSON
    table: str
    column: str
    where: tuple[tuple[str, Any], ...]  # columns and what the rows that count have in them
    take: str
    worst: str
    place: str
    definition: str

    def unit(self) -> str:
        return _split(self.column)[1]

    def value(self, results: LabResults) -> float:
        """NaN if no row counts, or none has a figure."""
        try:
            table = results.of(self.test)[self.table]
            values = table[self.column]
            rows = np.ones(len(table), bool)
            for column, wanted in self.where:
                rows &= _equal(table[column], wanted)
        except InputError as error:
            raise InputError(f"{self.place}: {error}") from None
        if isinstance(values, list):
            raise InputError(f"{self.place}: column '{self.column}' holds words")
        counted = values[rows & ~np.isnan(values)]
        return TAKES[self.take](counted) if len(counted) else float("nan")


def _equal(cells: Any, wanted: Any) -> Any:
    if isinstance(cells, list) or isinstance(wanted, str):
        return np.array([cell == wanted for cell in cells])
    return np.isclose(cells, wanted, rtol=1e-6, atol=1e-6)


def read_lab_outcome(fields: Fields) -> LabOutcome:
    name, test = fields.text("name"), dict(fields.object("test").data)
    fields.object("test").word("test", ("contact", "laxity", "hip", "pad", "gait", "wear"))
    where = fields.object("where").data if fields.has("where") else {}
    table, column = fields.text("table", test["test"]), fields.text("column")
    take = fields.word("take", tuple(TAKES), "largest")
    worst = fields.word("worst", ("largest", "least"), "largest")
    fields.done()
    definition = {key: value for key, value in fields.data.items() if key != "worst"}
    return LabOutcome(name, json.dumps(test, sort_keys=True), table, column, tuple(where.items()), take, worst, fields.place,
                      json.dumps(definition, sort_keys=True))
