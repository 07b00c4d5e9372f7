"""STUDY.json: the scene, the parameters to vary, the design, and the outcomes of each run."""

from __future__ import annotations

import dataclasses
import functools
import os
import pathlib
from typing import Any

from .._core import InputError
from ..json_file import read_json
from ..scene import Scene
from .content import file_hashes, identity_of, sample_name, sets_files
from .design import Design, points, read_design
from .fields import Fields
from .osim_scene import scene_of_osim
from .lab_outcomes import LabOutcome
from .outcomes import Outcome, Units, read_outcomes, require_figures, unit_of
from .parameters import Edit, Group, Parameter, changed_scene, read_groups, read_parameters
from .simulated import units_of

KEPT = ("history", "maps")


@dataclasses.dataclass(frozen=True)
class Study:
    name: str
    data: dict[str, Any]  # of the file
    scene: Scene
    seconds: float | None  # None: the scene's own duration
    rate: float | None
    parameters: tuple[Parameter, ...]
    groups: tuple[Group, ...]
    design: Design
    outcomes: tuple[Outcome | LabOutcome, ...]
    kept: tuple[str, ...]  # kinds of files to write for each sample
    allow_libraries: bool

    @functools.cached_property
    def identity(self) -> str:
        return identity_of(self.scene, self.seconds, self.rate, self.parameters, self.outcomes, self.kept)

    def scene_of(self, values: dict[str, Any]) -> Scene:
        """The scene of a sample."""
        return changed_scene(self.scene, self.parameters, values)

    def name_of(self, values: dict[str, Any]) -> str:
        files = file_hashes(self.scene_of(values)) if sets_files(self.parameters) else []
        return sample_name(self.identity, values, files)

    def points(self) -> list[dict[str, Any]]:
        return points(self.design, self.parameters, self.groups)


def _read_kept(fields: Fields) -> tuple[str, ...]:
    kept = fields.texts("keep") if fields.has("keep") else []
    for word in kept:
        if word not in KEPT:
            fields.fail(f"'{word}' cannot be kept; known: {', '.join(KEPT)}", "keep")
    return tuple(kept)


def _read_scene(fields: Fields, folder: pathlib.Path, seconds: float | None) -> Scene:
    """The scene from an OpenSim model, a file relative to the study, the name of a shipped scene, or the content of a
    scene file."""
    if fields.has("opensim"):
        return scene_of_osim(fields.object("opensim"), folder, seconds)
    if isinstance(fields.value("scene"), dict):
        return Scene.from_dict(fields.value("scene"), folder)
    name = fields.text("scene")
    beside = folder / name
    try:
        return Scene.load(beside if beside.is_file() else name)
    except InputError as error:
        return fields.fail(str(error), "scene")


def _with_edits(fields: Fields, scene: Scene) -> Scene:
    """The scene with the values that the study sets by path for all samples."""
    edited = scene.copy()
    edits = fields.object("set").data if fields.has("set") else {}
    for path, value in edits.items():
        try:
            edited[path] = value
        except InputError as error:
            fields.fail(str(error), "set")
    return edited


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"the key '{key}' is there twice in one object")
    return dict(pairs)


def _refuse_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number of JSON")


def study_of(data: Any, file: pathlib.Path, scene: Scene | None = None, allow_libraries: bool = False) -> Study:
    """A study from the content of its file; `file` is the file's path."""
    fields = Fields(data, str(file))
    if fields.whole("condyle_study") != 1:
        fields.fail("must be 1, the version of this format", "condyle_study")
    fields.one_of(("scene", "opensim"), "model")
    parameters = read_parameters(fields)
    groups = read_groups(fields, parameters)
    design = read_design(fields.object("design"), parameters, groups)
    outcomes = read_outcomes(fields)
    seconds, rate = (fields.number(key, above=0) if fields.has(key) else None for key in ("seconds", "rate"))
    name, kept = fields.text("name", file.stem), _read_kept(fields)
    fields.has("set")
    fields.done()
    varied = _with_edits(fields, scene or _read_scene(fields, file.parent, seconds))
    return Study(name, data, varied, seconds, rate, parameters, groups, design,
                 outcomes, kept, allow_libraries)


def read_study(path: str | os.PathLike[str], allow_libraries: bool = False) -> Study:
    """Reads a study file. Raises InputError that names the place."""
    file = pathlib.Path(path)
    try:
        data = read_json(file, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{file}: {error}") from None
    return study_of(data, file, allow_libraries=allow_libraries)


def _refuse_unknown_keys(scene: Scene, parameter: Parameter, values: dict[str, Any]) -> None:
    """Refuses parameters with unknown keys. Other errors may depend on the value, so each sample reports its own."""
    try:
        changed_scene(scene, (parameter,), values).check()
    except InputError as error:
        if "unknown key" in str(error):
            raise


def check_study(study: Study, place: str) -> Units:
    """Detects parameters without a place in the scene before any sample runs. Returns the units of the outcomes."""
    first = study.points()[0]
    scene = study.scene
    for i, parameter in enumerate(study.parameters):
        paths = parameter.change.paths if isinstance(parameter.change, Edit) else ()
        adds_keys = any(path not in scene for path in paths)
        try:
            if adds_keys:
                _refuse_unknown_keys(study.scene, parameter, first)
            scene = changed_scene(scene, (parameter,), first)
        except InputError as error:
            raise InputError(f"{place}: parameters[{i}]: {error}") from None
    units = units_of(study, study.scene)
    require_figures(study.outcomes, units)
    return {outcome.name: unit_of(outcome, units) for outcome in study.outcomes}
