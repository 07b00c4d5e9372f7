"""One run of a scene: its columns, and the numbers and files that a study asks for."""

from __future__ import annotations

import os
import pathlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ..scene import Scene
from ..simulation import Simulation, _split
from .outcomes import Units

if TYPE_CHECKING:
    from .study_file import Study


def simulate(study: Study, scene: Scene) -> Simulation:
    return scene._run(study.seconds, study.rate, allow_libraries=study.allow_libraries, watch=False)


def units_of(study: Study, scene: Scene) -> Units:
    """The columns that a run of the scene will have, with their units."""
    return dict(_split(name) for name in scene.world(allow_libraries=study.allow_libraries).figures())


def _write_whole(file: pathlib.Path, arrays: dict[str, Any]) -> None:
    """Writes a file atomically: it is complete or absent."""
    part = file.with_name(f"{file.name}.{os.uname().nodename}-{os.getpid()}.part")
    with open(part, "wb") as stream:
        np.savez_compressed(stream, **arrays)
    part.replace(file)


def _maps_of(run: Simulation) -> dict[str, Any]:
    """Pressure per triangle of the casting side at the end."""
    return {contact: run.world.pressure(contact) for contact in run.world.contacts}


def keep_files(study: Study, run: Simulation, folder: pathlib.Path) -> None:
    """Writes the files that the study keeps of a sample, in the sample's folder."""
    if not study.kept:
        return
    folder.mkdir(parents=True, exist_ok=True)
    if "history" in study.kept:
        names = {f"{name} [{run.units[name]}]": run[name] for name in run.names}
        _write_whole(folder / "history.npz", {"time [s]": run.times, **names})
    if "maps" in study.kept:
        _write_whole(folder / "maps.npz", _maps_of(run))
