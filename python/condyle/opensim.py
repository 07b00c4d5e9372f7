"""OpenSim models: their contacts and ligaments in a recorded motion, and scenes made from them."""

from __future__ import annotations

import json
import os
import pathlib
import re
import sys
from typing import Any, Callable, Mapping, NamedTuple, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import InputError
from ._world import OsimModel, Table, scene_of_model
from ._world import analyze as _analyze
from .columns import Columns
from .scene import Scene

Path = str | os.PathLike[str]

# Units by the last part of a column's name, without region and axis; see "Output" in docs/opensim.md.
_UNITS = {
    "m": {"proximity", "length", "position"},
    "m^2": {"area"},
    "Pa": {"pressure"},
    "N": {"force", "spring", "damping", "total"},
    "N m": {"moment"},
    "J": {"energy"},
    "m/s": {"speed", "velocity"},
    "1/s": {"rate"},
}


def _unit(column: str) -> str:
    """The unit of a column, such as 'm' for 'knee.casting.regional.center_of_pressure_4_x'; '' if it has none."""
    if ".moment_arm." in column:
        return ""
    quantity = re.sub(r"(_of_triangles)?(_\d)?(_[wxyz])?$", "", column.rsplit(".", 1)[-1])
    if quantity.startswith("center_of_"):
        return "m"
    if quantity == "angular_velocity":
        return "rad/s"
    last = quantity.rsplit("_", 1)[-1]
    return next((unit for unit, words in _UNITS.items() if last in words), "")


class FrameMaps(NamedTuple):
    """Maps of one mesh in all frames, each (frames, triangles)."""

    pressure: NDArray[np.float64]  #: [Pa], 0 out of contact
    proximity: NDArray[np.float64]  #: [m], 0 where a ray meets nothing


class ContactMaps(NamedTuple):
    """The maps of both meshes of a contact. The target's come from the rays of the casting mesh, or with flip_meshes
    from its own."""

    casting: FrameMaps
    target: FrameMaps


class Analysis(Columns):
    """The result of analyze(): the columns of kinematics, ligaments and contacts over the frames, and their tables.

    report: parts of the model that were ignored or changed on import. warnings: likely errors of the figures.
    maps: with analyze(.., maps=True), from a contact's name to its ContactMaps; otherwise empty.
    """

    kinematics: Table
    ligaments: Table
    moment_arms: Table
    contact: Table
    report: list[str]
    warnings: list[str]
    maps: dict[str, ContactMaps]

    def __init__(self, name: str, kinematics: Table, ligaments: Table, moment_arms: Table, contact: Table,
                 report: list[str], warnings: list[str], maps: Mapping[str, Any] = {}) -> None:
        self.kinematics, self.ligaments, self.moment_arms, self.contact = kinematics, ligaments, moment_arms, contact
        self.report, self.warnings = report, warnings
        self.maps = {contact: ContactMaps(*(FrameMaps(*side) for side in sides)) for contact, sides in maps.items()}
        tables = kinematics, ligaments, moment_arms, contact
        columns = [(column, _unit(column)) for table in tables for column in table.names]
        super().__init__(name, kinematics.times, np.hstack([table.values for table in tables]), columns)

    def __repr__(self) -> str:
        return (f"<condyle.Analysis '{self.name}': {len(self)} frames, {len(self.contact.names)} columns of contacts, "
                f"{len(self.ligaments.names)} of ligaments>")


def _show_frames(done: int, total: int) -> None:
    sys.stderr.write(f"\r{done} of {total} frames" + ("\n" if done == total else ""))


def analyze(model: OsimModel | Path, motion: Path, *, geometry: Path = "", start: float | None = None,
            stop: float | None = None, every: int = 1, contacts: bool = True, missing_default: bool = False,
            flip_meshes: bool = False, moment_arms: bool = False, maps: bool = False, rigid: Sequence[str] = (),
            threads: int = 1, progress: bool | Callable[[int, int], object] = False, **settings: Any) -> Analysis:
    """Contacts and ligaments of an OpenSim model in a recorded motion, as ``condyle analyze`` has them, to the bit.

    model: from read_osim(), or an .osim file. motion: a .sto or .mot file.
    geometry: the folder of the meshes; by default the model's and Geometry in it.
    start, stop: first and last time [s]. every: takes each n-th frame.
    contacts: False leaves them out, and opens no mesh.
    missing_default: use default values for coordinates that the motion lacks.
    flip_meshes: as in OpenSim's contact.
    moment_arms: True adds the ligaments' moment arms about the coordinates that move them, NAME.moment_arm.COORDINATE
    [m per rad; no unit if the coordinate is a length].
    maps: True keeps pressure and proximity of every triangle in every frame, as ``.maps``; a thousand frames of ten
    thousand triangles take 160 MB.
    rigid: the contact meshes that do not yield, with law='elastic_layer'.
    settings: of all contacts, by the keywords of Pair, in place of the model's own: law, lumped, two_sided,
    force_direction and so on.
    threads: share the frames; the figures are the same.
    progress: True shows it on the terminal; a function gets the number of frames of contacts done and the total.
    """
    report = _show_frames if progress is True else (progress or None)
    tables = _analyze(model, motion, geometry=os.fspath(geometry), start=start, stop=stop, every=every,
                      contacts=contacts, missing_default=missing_default, flip_meshes=flip_meshes,
                      moment_arms=moment_arms, maps=maps, rigid=rigid, settings=settings, threads=threads,
                      progress=report)
    return Analysis(model.name if isinstance(model, OsimModel) else pathlib.Path(model).stem, *tables)


def _scene(model: OsimModel | Path, **how: Any) -> Scene:
    file = pathlib.Path(model.file if isinstance(model, OsimModel) else model).absolute()
    text, report = scene_of_model(model, file.parent, **how)
    scene = Scene(json.loads(text), file.with_suffix(".json"))
    scene.report = report
    return scene


def convert(model: OsimModel | Path, *, geometry: Path = "", motion: Path = "", at: float | None = None,
            missing_default: bool = False) -> Scene:
    """The bodies of the contacts and ligaments of an OpenSim model as a Scene, as ``condyle convert`` makes it.

    model, geometry, missing_default: as for analyze().
    motion, at: the pose is that of a .sto or .mot file at a time [s], its first by default; without a motion
    the model's own.
    ``scene.report`` lists the parts of the model that are left out.
    """
    return _scene(model, geometry=os.fspath(geometry), motion=os.fspath(motion), at=at,
                  missing_default=missing_default, joint="", flexion=None, coordinate="", compression=None, forces={},
                  seconds=0)


def joint(model: OsimModel | Path, name: str, flexion: float | tuple[float, float] | None = None, *,
          coordinate: str = "", compression: float | None = None, forces: Mapping[str, ArrayLike] | None = None,
          seconds: float = 10, geometry: Path = "", motion: Path = "", at: float | None = None,
          missing_default: bool = False) -> Scene:
    """One joint of an OpenSim model as a Scene, its flexion driven, its other motions free, as ``condyle convert
    --joint`` makes it: run it with ``.simulate()``.

    name: the joint, its path or the end of its path.
    flexion: from and to in degrees, or one angle to hold; None holds it as in the pose.
    coordinate: the one that flexes the joint, if it must be named.
    compression: along the long axis of the joint's child [N].
    forces: maps a body to the force on it, (3,) [N] in its axes: at the joint's centre on the joint's child, at the
    centre of mass on others.
    seconds: duration of the flexion [s].
    geometry, motion, at, missing_default: as for convert().
    ``scene.report`` lists the parts of the model that are left out.
    """
    if not seconds > 0:
        raise InputError(f"seconds must be above 0, not {seconds}")
    return _scene(model, geometry=os.fspath(geometry), motion=os.fspath(motion), at=at,
                  missing_default=missing_default, joint=name, flexion=flexion, coordinate=coordinate,
                  compression=compression, forces=dict(forces or {}), seconds=seconds)
