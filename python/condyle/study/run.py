"""Runs a whole study: computes the missing samples of its design."""

from __future__ import annotations

import os
import pathlib

from .._core import InputError
from .engines import open_engine
from .progress import Progress
from .sample import Sample
from .session import WHOLE, Session, open_session
from .study_file import Study, read_study

Part = tuple[int, int]  # (1, 2) is the first of two parts


def _samples(study: Study, part: Part | None) -> list[Sample]:
    samples = [Sample(study.name_of(values), values) for values in study.points()]
    return samples[part[0] - 1::part[1]] if part else samples


def _stem(part: Part | None) -> str:
    return f"part-{part[0]}-of-{part[1]}" if part else WHOLE


def _take_over_parts(session: Session, out: pathlib.Path) -> None:
    for file in sorted(out.glob("part-*-of-*.sqlite")):
        session.table.take_over(file)


def run(study: str | os.PathLike[str], out: str | os.PathLike[str], *, workers: int | None = None,
        scheduler: str | None = None, mpi: bool = False, part: Part | None = None, quiet: bool = True,
        allow_libraries: bool = False) -> Progress:
    """Computes the missing samples of a study and returns their number. load() gives the results.

    workers, scheduler, allow_libraries: as in open(). mpi: use the ranks of mpi4py.futures. part: (i, n) computes
    every n-th sample from the i-th on and writes a separate table, which a later run without part merges.
    """
    description, folder = read_study(study, allow_libraries), pathlib.Path(out)
    samples = _samples(description, part)
    with open_session(description, os.fspath(study), folder, _stem(part),
                      lambda place: open_engine(place, workers, scheduler, mpi)) as session:
        session.table.set_design([sample.name for sample in samples])
        if not part:
            _take_over_parts(session, folder)
        missing = len(session.missing(samples))
        distinct = len({sample.name for sample in samples})
        progress = Progress(distinct, distinct - missing, quiet)
        session.compute(samples, progress)
    return progress


def parse_part(text: str) -> Part:
    """Reads '3/16' as (3, 16)."""
    numbers = text.split("/")
    if len(numbers) == 2 and all(n.isdecimal() for n in numbers) and 1 <= int(numbers[0]) <= int(numbers[1]):
        return int(numbers[0]), int(numbers[1])
    raise InputError(f"--part {text}: give a number and how many there are, such as 3/16")
