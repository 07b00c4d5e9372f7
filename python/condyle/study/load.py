"""Results as pandas."""

from __future__ import annotations

import numbers
import os
import pathlib
from typing import Any, Sequence

from .._core import InputError
from .libraries import library
from .sample import SETUP, Row, read_setup
from .study_file import Study
from .table import read_results


def frame_of(study: Study, rows: Sequence[Row]) -> Any:
    """A pandas.DataFrame with a row for each row: parameters, outcomes, status, error, cost."""
    columns = [*(p.name for p in study.parameters), *(o.name for o in study.outcomes), "status", "error", "cost"]
    nothing = (None,) * len(study.outcomes)
    records = [[*(row.sample.values.get(p.name) for p in study.parameters), *(row.outcomes or nothing), row.status,
                row.error, row.cost] for row in rows]
    return _with_numbers(study, library("pandas").DataFrame(records, columns=columns))


def is_numeric(values: Any) -> bool:
    """Whether a column has values and all of them are numbers. A text such as '5' is a word."""
    return len(values) > 0 and all(isinstance(value, numbers.Real) for value in values)


def _with_numbers(study: Study, frame: Any) -> Any:
    names = [o.name for o in study.outcomes]
    frame[names] = frame[names].astype(float)
    return frame


def read_folder(out: str | os.PathLike[str]) -> tuple[Study, dict[str, str]]:
    """The study whose results are in a folder, and units of its parameters and outcomes."""
    file = pathlib.Path(out) / SETUP
    if not file.is_file():
        raise InputError(f"{out}: has no results of a whole study; give the folder that --out was, and after parts run "
                         f"the study once without --part")
    study, units = read_setup(file)
    return study, {**{p.name: p.change.unit for p in study.parameters}, **units}


def load(out: str | os.PathLike[str]) -> Any:
    """The results in a folder as a pandas.DataFrame, a row for each sample of the design, by its number.

    Columns: name (of its files in samples/), parameters, outcomes, status (done, failed, lost; missing if
    not yet computed), error, cost [s]. ``load(out).attrs["units"]`` has the units.
    """
    study, units = read_folder(out)
    columns, rows = read_results(pathlib.Path(out))
    frame = library("pandas").DataFrame(rows, columns=columns).set_index("number")
    frame["status"] = frame["status"].fillna("missing")
    frame.attrs["units"] = units
    return _with_numbers(study, frame)
