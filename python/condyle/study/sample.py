"""The workers' part: computes samples of a study from a file that describes it. Any engine may call this."""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import pathlib
import platform
import time
from typing import Any, Callable, Sequence

from .. import _core
from .._core import InputError, SimulationError
from ..scene import Scene
from .lab_outcomes import LabOutcome, LabResults
from .simulated import keep_files, simulate
from .storage import file_errors
from .study_file import Study, study_of

SETUP = "study.json"


@dataclasses.dataclass(frozen=True)
class Sample:
    """A sample; its name is a hash of everything that its outcomes depend on."""

    name: str
    values: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Row:
    """The result of a sample. status: done, failed, or lost (its worker died, or disk or memory ran out)."""

    sample: Sample
    status: str
    error: str | None
    cost: float  # [s]
    outcomes: tuple[float, ...]


@dataclasses.dataclass(frozen=True)
class Setup:
    """The file that describes the study to workers, and the identity that the study must have."""

    file: str
    identity: str


def write_setup(study: Study, file: pathlib.Path, units: dict[str, str]) -> Setup:
    """Writes everything that workers need to a file, which each reads once."""
    text = json.dumps({"study": study.data, "scene": study.scene.to_dict(), "identity": study.identity,
                       "scene_file": str(study.scene.file.absolute()), "units": units,
                       "allow_libraries": study.allow_libraries}, indent=1)
    part = file.with_name(f"{file.name}.{platform.node()}-{os.getpid()}.part")
    with file_errors(file):
        part.write_text(text + "\n")
        part.replace(file)
    return Setup(str(file.absolute()), study.identity)


def read_setup(file: str | os.PathLike[str]) -> tuple[Study, dict[str, str]]:
    """The study in a folder, and the units of its outcomes."""
    data = json.loads(pathlib.Path(file).read_text())
    scene = Scene(data["scene"], data["scene_file"])
    return study_of(data["study"], pathlib.Path(file), scene, data["allow_libraries"]), data["units"]


@functools.lru_cache(maxsize=2)
def prepared(setup: Setup) -> Study:
    """The study of a worker, made once. Refuses to compute something else under the same names."""
    try:
        study, _ = read_setup(setup.file)
    except OSError as error:
        raise InputError(f"worker on {platform.node()}: {error}; workers need the folder of --out under the same "
                         f"path as the client") from None
    if study.identity != setup.identity:
        raise InputError(f"worker on {platform.node()}: its Condyle {_core.__version__}, scene or meshes differ from "
                         f"the client's; install the same version and share the scene's folder")
    return study


def _tried(study: Study, sample: Sample, folder: pathlib.Path) -> tuple[str, str | None, tuple[float, ...]]:
    try:
        scene = study.scene_of(sample.values)
        run = None
        if study.kept or not all(isinstance(outcome, LabOutcome) for outcome in study.outcomes):
            run = simulate(study, scene)
            keep_files(study, run, folder / "samples" / sample.name)
        tests = LabResults(scene, study.allow_libraries)
        return "done", None, tuple(outcome.value(tests) if isinstance(outcome, LabOutcome) else outcome.value(run)
                                   for outcome in study.outcomes)
    except (InputError, SimulationError) as error:
        return "failed", str(error), ()
    except (OSError, MemoryError) as error:  # a fault of the machine, not of the sample: the next run tries it again
        return "lost", f"{type(error).__name__}: {error}", ()
    except Exception as error:  # any failure becomes a row of the table, and the other samples continue
        return "failed", f"{type(error).__name__}: {error}", ()


def run_samples(setup: Setup, samples: Sequence[Sample]) -> list[Row]:
    """Pure: the same sample gives the same outcomes on any worker."""
    study, folder = prepared(setup), pathlib.Path(setup.file).parent
    rows = []
    for sample in samples:
        start = time.perf_counter()
        status, error, outcomes = _tried(study, sample, folder)
        rows.append(Row(sample, status, error, time.perf_counter() - start, outcomes))
    return rows


@dataclasses.dataclass(frozen=True)
class Answer:
    """The result of a user's function for a scene."""

    place: int
    value: Any
    error: str | None
    cost: float  # [s]


def call_on_scenes(setup: Setup, f: Callable[[Scene], Any], calls: Sequence[tuple[int, dict[str, Any]]]) -> list[Answer]:
    study = prepared(setup)
    answers = []
    for place, values in calls:
        start = time.perf_counter()
        value, error = None, None
        try:
            value = f(study.scene_of(values))
        except Exception as caught:
            error = f"{type(caught).__name__}: {caught}"
        answers.append(Answer(place, value, error, time.perf_counter() - start))
    return answers
