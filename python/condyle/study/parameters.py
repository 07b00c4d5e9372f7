"""The parameters of a study: places in the scene, each with a distribution."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Protocol

import numpy as np

from .._core import InputError
from ..scene import Scene
from .distributions import Distribution, Floats, READERS, inside, read_distribution
from .fields import Fields, as_number, names_of
from .libraries import library
from .misalignment import read_misalignment


class Change(Protocol):
    """Puts a value of a parameter into a scene."""

    @property
    def unit(self) -> str: ...
    def apply(self, scene: Scene, value: Any) -> None: ...


@dataclasses.dataclass(frozen=True)
class Edit:
    """Sets the values at paths of the scene, or adds to them, or multiplies them."""

    paths: tuple[str, ...]
    how: str
    unit: str

    def apply(self, scene: Scene, value: Any) -> None:
        for path in self.paths:
            scene[path] = value if self.how == "set" else self._changed(scene[path], value, path)

    def _changed(self, before: Any, value: Any, path: str) -> float:
        number = as_number(before)
        if number is None:
            raise InputError(f"{path}: is {before!r}, not a number, so '{self.how}' cannot apply; use change: set")
        return float(number + value if self.how == "add" else number * value)


@dataclasses.dataclass(frozen=True)
class Parameter:
    name: str
    change: Change
    distribution: Distribution
    definition: str  # the change as JSON; together with the value it identifies a sample


@dataclasses.dataclass(frozen=True)
class Group:
    """Parameters whose normal scores are correlated. root: the lower Cholesky factor of the matrix."""

    names: tuple[str, ...]
    root: Any

    def correlate(self, u: Floats) -> Floats:
        """Maps independent probabilities (n, m) to correlated ones by a Gaussian copula."""
        norm = library("scipy.stats").norm
        return np.asarray(norm.cdf(norm.ppf(inside(u)) @ self.root.T))


def _read_change(fields: Fields) -> Change:
    key = fields.one_of(("path", "paths", "misalign"), "place")
    if key == "misalign":
        return read_misalignment(fields.object(key))
    paths = (fields.text(key),) if key == "path" else tuple(fields.texts(key))
    how = fields.word("change", ("set", "add", "multiply"), "set")
    return Edit(paths, how, fields.text("unit", "1" if how == "multiply" else ""))


def _read_parameter(fields: Fields) -> Parameter:
    name = fields.text("name")
    change = _read_change(fields)
    distribution = read_distribution(fields)
    fields.done()
    if distribution.middles is not None and not (isinstance(change, Edit) and change.how == "set"):
        for value in fields.data["discrete"]["values"]:
            if as_number(value) is None:
                fields.fail(f"{value!r} is not a number, which this change needs", "discrete.values")
    # The distribution determines which samples exist, but is not part of a sample's identity.
    definition = {key: value for key, value in fields.data.items() if key not in (*READERS, "unit")}
    return Parameter(name, change, distribution, json.dumps(definition, sort_keys=True))


def read_parameters(fields: Fields) -> tuple[Parameter, ...]:
    places = fields.objects("parameters")
    parameters = tuple(_read_parameter(place) for place in places)
    if not parameters:
        fields.fail("a study needs at least one entry", "parameters")
    names_of(parameters, places)
    return parameters


def _read_group(fields: Fields, parameters: tuple[Parameter, ...]) -> Group:
    names = fields.texts("parameters")
    known = {p.name: p for p in parameters}
    for name in names:
        if name not in known:
            fields.fail(f"'{name}' is not a parameter; known: {', '.join(known)}", "parameters")
        if known[name].distribution.middles is not None:
            fields.fail(f"'{name}' is discrete and cannot be correlated; take it out of the group", "parameters")
    rows = fields.value("matrix")
    try:
        matrix = np.array(rows, float)
        root = np.linalg.cholesky(matrix)
        is_right = matrix.shape == (len(names),) * 2 and np.array_equal(matrix, matrix.T) and \
            np.all(np.diag(matrix) == 1)
    except (ValueError, TypeError, np.linalg.LinAlgError):
        is_right = False
    if not is_right or len(set(names)) != len(names):
        fields.fail(f"must be a correlation matrix of {len(names)} different parameters: symmetric, positive "
                    f"definite, with ones on its diagonal", "matrix")
    fields.done()
    return Group(tuple(names), root)


def read_groups(fields: Fields, parameters: tuple[Parameter, ...]) -> tuple[Group, ...]:
    places = fields.objects("correlations")
    groups = tuple(_read_group(place, parameters) for place in places)
    seen: set[str] = set()
    for group, place in zip(groups, places):
        for name in group.names:
            if name in seen:
                place.fail(f"'{name}' is in two groups; put all that correlate into one", "parameters")
            seen.add(name)
    return groups


def changed_scene(scene: Scene, parameters: tuple[Parameter, ...], values: dict[str, Any]) -> Scene:
    """The scene with these values, in the order of the study file. Parameters without a value leave the scene
    unchanged."""
    changed = scene.copy()
    for parameter in parameters:
        if parameter.name in values:
            parameter.change.apply(changed, values[parameter.name])
    return changed
