"""How outcomes are distributed, and which samples are worst."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import numpy as np

from .bootstrap import with_intervals
from .content import scene_with_absolute_files
from .distributions import Floats
from .libraries import library
from .sensitivity import independent_samples
from .study_file import Study

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
WORST = 3


def _figures(values: Floats) -> Floats:
    return np.concatenate([[values.mean()], np.quantile(values, QUANTILES)])


def quantiles(study: Study, frame: Any) -> Any:
    """A pandas.DataFrame: outcome, figure (mean, 5 %, ..), value, and 95 % bootstrap bounds."""
    names = ["mean", *(f"{100 * q:g} %" for q in QUANTILES)]
    entries = []
    for outcome in study.outcomes:
        values = independent_samples(study, frame)[outcome.name].dropna().to_numpy()
        if len(values):
            found = with_intervals(_figures, values)
            entries += [[outcome.name, *entry] for entry in zip(names, found.value, found.low, found.high)]
    return library("pandas").DataFrame(entries, columns=["outcome", "figure", "value", "low", "high"])


def worst_samples(frame: Any, name: str, worst: str) -> Any:
    """The rows that are worst in an outcome, the worst first."""
    return frame.dropna(subset=[name]).sort_values(name, ascending=worst == "least", kind="stable").head(WORST)


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_") or "outcome"


def write_worst_cases(study: Study, frame: Any, out: pathlib.Path) -> list[pathlib.Path]:
    """Scene files of the worst samples of each outcome, for `condyle view` and `condyle simulate`."""
    folder, files = out / "worst", []
    folder.mkdir(exist_ok=True)
    for file in folder.glob("*.json"):
        file.unlink()
    points = study.points()
    for place, outcome in enumerate(study.outcomes, 1):
        for rank, number in enumerate(worst_samples(frame, outcome.name, outcome.worst).index, 1):
            scene = study.scene_of(points[number])
            for key, value in (("duration", study.seconds), ("rate", study.rate)):
                if value is not None:
                    scene[key] = value
            scene["name"] = f"{scene.name}, sample {number}: {outcome.name}"
            files.append(folder / f"{place}_{_file_name(outcome.name)}_{rank}.json")
            scene_with_absolute_files(scene).save(files[-1])
    return files
