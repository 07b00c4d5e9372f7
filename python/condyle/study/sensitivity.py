"""Sensitivities of outcomes: Sobol' indices from Saltelli's design, and rank correlations from any design."""

from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np

from .bootstrap import Estimate, with_intervals
from .design import factors
from .distributions import Floats
from .libraries import library
from .load import is_numeric, load, read_folder
from .study_file import Study


def sobol_indices(rows: Floats) -> Floats:
    """First-order, then total indices (2 k,) from outcomes (n, 2 + k) of the blocks A, B, AB_1 .. AB_k.

    Estimators (b) and (f) of table 2 of Saltelli et al., Computer Physics Communications 181 (2010) 259-270: first
    order by Saltelli, total by Jansen. The mean is subtracted first, to reduce noise.
    """
    n, both = len(rows), rows[:, :2].T.ravel()
    centered = both - both.mean()
    variance = centered @ centered / (2 * n)
    change = rows[:, 2:] - rows[:, :1]
    if not variance > 0:
        return np.full(2 * change.shape[1], np.nan)
    first = centered[n:] @ change / n
    total = np.einsum("ij,ij->j", change, change) / (2 * n)
    return np.asarray(np.concatenate([first, total]) / variance)


def rank_correlations(rows: Floats) -> Floats:
    """Correlations (k,) of the last column with the others: Spearman's, if the columns are ranks."""
    centered = rows - rows.mean(0)
    scale = np.sqrt((centered**2).sum(0))
    with np.errstate(invalid="ignore", divide="ignore"):  # a constant column has no correlation
        return np.asarray((centered[:, :-1].T @ centered[:, -1]) / (scale[:-1] * scale[-1]))


def blocks_of(study: Study, values: Floats) -> Floats:
    """Outcomes (samples,) of Saltelli's design as (n, 2 + k); rows with a failed sample are left out."""
    blocks = values.reshape(-1, study.design.samples).T
    return np.asarray(blocks[~np.isnan(blocks).any(1)])


def independent_samples(study: Study, frame: Any) -> Any:
    """The rows that are independent of one another: of Saltelli's design the blocks A and B."""
    return frame.iloc[:2 * study.design.samples] if study.design.kind == "saltelli" else frame


def _numeric(study: Study, frame: Any) -> list[str]:
    """Parameters with an order: all their values are numbers."""
    return [p.name for p in study.parameters if is_numeric(frame[p.name].dropna())]


def _ranked(frame: Any, columns: list[str], outcome: str) -> Estimate:
    """Ranks are taken once, before resampling."""
    ranks = frame[[*columns, outcome]].dropna().astype(float).rank().to_numpy()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # all-NaN resamples of constant columns
        return with_intervals(rank_correlations, ranks)


def _entries(outcome: str, kind: str, names: list[str], found: Estimate, begin: int = 0) -> list[list[Any]]:
    return [[outcome, kind, name, found.value[begin + i], found.low[begin + i], found.high[begin + i]]
            for i, name in enumerate(names)]


def _of_outcome(study: Study, frame: Any, outcome: str) -> list[list[Any]]:
    entries = []
    if study.design.kind == "saltelli":
        names = list(factors(study.parameters, study.groups))
        rows = blocks_of(study, frame[outcome].to_numpy())
        if len(rows) > 1:
            found = with_intervals(sobol_indices, rows)
            entries += _entries(outcome, "first", names, found) + _entries(outcome, "total", names, found, len(names))
    independent = independent_samples(study, frame)
    columns = _numeric(study, independent)
    if columns and independent[outcome].notna().sum() > 2:
        entries += _entries(outcome, "rank", columns, _ranked(independent, columns, outcome))
    return entries


def sensitivities(out: str | os.PathLike[str]) -> Any:
    """A pandas.DataFrame: outcome, index (first, total, rank), parameter, value, and 95 % bootstrap bounds.

    first, total: Sobol' indices, from Saltelli's design alone; correlated parameters count as one, named
    'a + b'. rank: Spearman's correlation, which for correlated parameters includes the others' part.
    Failed samples are left out, of Saltelli's design with the row of the blocks that they are in.
    """
    study, _ = read_folder(out)
    frame = load(out)
    entries = [entry for o in study.outcomes for entry in _of_outcome(study, frame, o.name)]
    return library("pandas").DataFrame(entries, columns=["outcome", "index", "parameter", "value", "low", "high"])
