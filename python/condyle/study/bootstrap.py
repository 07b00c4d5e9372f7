"""Uncertainty of an estimate from resampling its rows (Efron and Tibshirani 1993, percentiles)."""

from __future__ import annotations

import dataclasses
from typing import Callable

import numpy as np

from .distributions import Floats

RESAMPLES = 1000
SEED = 20_21  # fixed, so that reports are reproducible
SHARE = 0.95


@dataclasses.dataclass(frozen=True)
class Estimate:
    """Values (m,) with the bounds of their intervals."""

    value: Floats
    low: Floats
    high: Floats


def with_intervals(estimate: Callable[[Floats], Floats], rows: Floats) -> Estimate:
    """estimate: maps rows (n, ..) to values (m,); it is called for the rows and for resamples of them."""
    random = np.random.default_rng(SEED)
    n = len(rows)
    resampled = np.stack([estimate(rows.take(random.integers(0, n, n), 0)) for _ in range(RESAMPLES)])
    tail = 100 * (1 - SHARE) / 2
    low, high = np.nanpercentile(resampled, [tail, 100 - tail], axis=0)
    return Estimate(estimate(rows), low, high)
