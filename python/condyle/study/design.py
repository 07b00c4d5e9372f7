"""The samples of a study: points of the unit cube, one coordinate for each parameter."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from .distributions import Floats
from .fields import Fields
from .libraries import library
from .parameters import Group, Parameter

KINDS = ("full_factorial", "latin_hypercube", "sobol", "saltelli")


@dataclasses.dataclass(frozen=True)
class Design:
    kind: str
    samples: int = 0
    seed: int = 0
    scramble: bool = True
    levels: tuple[int, ...] = ()  # number of levels per parameter; full factorial design only


def _read_levels(fields: Fields, parameters: tuple[Parameter, ...]) -> tuple[int, ...]:
    """Reads one number for all parameters, or an object of numbers by parameter. Discrete parameters take all their
    values."""
    by_name = isinstance(fields.value("levels"), dict)
    levels = fields.object("levels") if by_name else fields
    counts = [levels.whole(p.name if by_name else "levels", least=1) if p.distribution.middles is None
              else len(p.distribution.middles) for p in parameters]
    if by_name:
        levels.done()
    return tuple(counts)


def read_design(fields: Fields, parameters: tuple[Parameter, ...], groups: tuple[Group, ...]) -> Design:
    kind = fields.word("kind", KINDS)
    if kind == "full_factorial":
        if groups:
            fields.fail("full_factorial crosses all levels, which correlated parameters do not do; take "
                        "latin_hypercube or sobol", "kind")
        design = Design(kind, levels=_read_levels(fields, parameters))
    else:
        samples, seed = fields.whole("samples", least=1), fields.whole("seed", 0)
        scramble = _read_scramble(fields) if kind != "latin_hypercube" else True
        if kind != "latin_hypercube" and samples & (samples - 1):
            below = 1 << (samples.bit_length() - 1)
            fields.fail(f"Sobol' sequences are balanced for powers of two alone: take {below} or {2 * below}, "
                        f"not {samples}", "samples")
        design = Design(kind, samples, seed, scramble)
    fields.done()
    return design


def _read_scramble(fields: Fields) -> bool:
    scramble = fields.value("scramble") if fields.has("scramble") else True
    return scramble if isinstance(scramble, bool) else fields.fail("must be true or false", "scramble")


def factors(parameters: tuple[Parameter, ...], groups: tuple[Group, ...]) -> dict[str, list[int]]:
    """Maps the name of each independent factor, a group of correlated parameters or a single one, to its columns."""
    place = {p.name: i for i, p in enumerate(parameters)}
    group_of = {name: group for group in groups for name in group.names}
    found: dict[str, list[int]] = {}
    for name in place:
        members = group_of[name].names if name in group_of else (name,)
        found.setdefault(" + ".join(members), [place[member] for member in members])
    return found


def _sobol(dimensions: int, design: Design) -> Floats:
    sequence = library("scipy.stats.qmc").Sobol(dimensions, scramble=design.scramble, seed=design.seed)
    return np.asarray(sequence.random_base2(design.samples.bit_length() - 1))


def _latin_hypercube(dimensions: int, design: Design) -> Floats:
    return np.asarray(library("scipy.stats.qmc").LatinHypercube(dimensions, seed=design.seed).random(design.samples))


def _full_factorial(parameters: tuple[Parameter, ...], design: Design) -> Floats:
    """Bounds are levels, and each value of a discrete parameter is one; without bounds the levels are in the middle of
    intervals of equal probability."""
    axes = []
    for parameter, n in zip(parameters, design.levels):
        if parameter.distribution.middles is not None:
            axes.append(parameter.distribution.middles)
        elif parameter.distribution.is_bounded and n > 1:
            axes.append(np.linspace(0, 1, n))
        else:
            axes.append((np.arange(n) + 0.5) / n)
    return np.asarray(np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, len(axes)))


def _saltelli(dimensions: int, design: Design, columns: list[list[int]]) -> Floats:
    """Blocks A, B, and for each factor A with its columns from B (Saltelli et al. 2010, section 3).

    A and B are the two halves of one sequence, so that they are independent.
    """
    both = _sobol(2 * dimensions, design)
    a, b = both[:, :dimensions], both[:, dimensions:]
    blocks = [a, b]
    for factor in columns:
        mixed = a.copy()
        mixed[:, factor] = b[:, factor]
        blocks.append(mixed)
    return np.concatenate(blocks)


def unit_points(design: Design, parameters: tuple[Parameter, ...], groups: tuple[Group, ...]) -> Floats:
    """Independent probabilities in [0, 1], (samples, parameters)."""
    d = len(parameters)
    if design.kind == "full_factorial":
        return _full_factorial(parameters, design)
    if design.kind == "latin_hypercube":
        return _latin_hypercube(d, design)
    if design.kind == "sobol":
        return _sobol(d, design)
    return _saltelli(d, design, list(factors(parameters, groups).values()))


def points(design: Design, parameters: tuple[Parameter, ...], groups: tuple[Group, ...]) -> list[dict[str, Any]]:
    """The values of the parameters of each sample."""
    u = unit_points(design, parameters, groups)
    place = {p.name: i for i, p in enumerate(parameters)}
    for group in groups:
        columns = [place[name] for name in group.names]
        u[:, columns] = group.correlate(u[:, columns])
    values = [np.asarray(p.distribution.quantile(u[:, i]), dtype=object).tolist()
              for i, p in enumerate(parameters)]
    names = list(place)
    return [dict(zip(names, row)) for row in zip(*values)]
