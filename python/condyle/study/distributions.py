"""How a parameter varies: quantiles of its distribution."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

from .fields import Fields
from .libraries import library

Floats = NDArray[np.float64]

# An unscrambled sequence contains the probability 0, whose quantile is infinite for an unbounded distribution.
SMALLEST = 2.0**-53


@dataclasses.dataclass(frozen=True)
class Distribution:
    """`quantile` maps probabilities (n,), from 0 to 1, to values (n,)."""

    quantile: Callable[[Floats], Any]
    is_bounded: bool
    middles: Floats | None = None  # if discrete: for each value the middle of its probability interval


def _stats() -> Any:
    return library("scipy.stats")  # slow to import, and workers do not need it


def inside(u: Floats) -> Floats:
    """Keeps probabilities off 0 and 1, whose quantiles may be infinite."""
    return np.clip(u, SMALLEST, 1 - SMALLEST)


def _interval(fields: Fields, low: float, high: float, keys: str) -> None:
    if not low < high:
        fields.fail(f"{keys} must ascend, not {low:g} to {high:g}")


def _uniform(fields: Fields) -> Distribution:
    low, high = fields.numbers("uniform", 2)
    _interval(fields, low, high, "the bounds of uniform")
    return Distribution(lambda u: low * (1 - u) + high * u, True)  # exactly the bounds at u = 0 and 1


def _normal(fields: Fields) -> Distribution:
    spec = fields.object("normal")
    mean, deviation = spec.number("mean"), spec.number("standard_deviation", above=0)
    spec.done()
    return Distribution(lambda u: _stats().norm.ppf(inside(u), mean, deviation), False)


def _truncated_normal(fields: Fields) -> Distribution:
    spec = fields.object("truncated_normal")
    mean, deviation = spec.number("mean"), spec.number("standard_deviation", above=0)
    low, high = spec.number("lower"), spec.number("upper")
    _interval(spec, low, high, "lower and upper")
    spec.done()
    a, b = (low - mean) / deviation, (high - mean) / deviation
    return Distribution(lambda u: np.clip(_stats().truncnorm.ppf(u, a, b, mean, deviation), low, high), True)


def _log_normal(fields: Fields) -> Distribution:
    spec = fields.object("log_normal")
    median, spread = spec.number("median", above=0), spec.number("geometric_standard_deviation", above=1)
    spec.done()
    return Distribution(lambda u: median * spread ** _stats().norm.ppf(inside(u)), False)


def _discrete(fields: Fields) -> Distribution:
    spec = fields.object("discrete")
    values = spec.value("values")
    if not isinstance(values, list) or not values or any(isinstance(v, (dict, list)) for v in values):
        spec.fail("must be a list of numbers or texts", "values")
    weights = spec.numbers("weights", len(values)) if spec.has("weights") else [1.0] * len(values)
    if min(weights) <= 0:
        spec.fail("must all be above 0; leave out values that never occur", "weights")
    spec.done()
    ends = np.cumsum(weights)[:-1] / np.sum(weights)
    middles = (np.append(0, ends) + np.append(ends, 1)) / 2
    return Distribution(lambda u: [values[i] for i in np.searchsorted(ends, u, "right")], True, middles)


READERS = {"uniform": _uniform, "normal": _normal, "truncated_normal": _truncated_normal,
           "log_normal": _log_normal, "discrete": _discrete}


def read_distribution(fields: Fields) -> Distribution:
    return READERS[fields.one_of(list(READERS), "distribution")](fields)
