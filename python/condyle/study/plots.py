"""Plots of results, as encoded PNG files for embedding in a page."""

from __future__ import annotations

import base64
import io
import textwrap
from typing import Any

import numpy as np

from .libraries import library
from .load import is_numeric

MOST_POINTS = 2000  # per scatter plot; if there are more, only the first are drawn
MOST_TICKS = 3  # on an axis of numbers, so that their labels do not meet
WIDEST = 30  # characters in a line of a label


def _figure(width: float, height: float) -> Any:
    """A figure without a window, whatever the user's settings."""
    return library("matplotlib.figure").Figure(figsize=(width, height), layout="constrained")


def _text_of(figure: Any) -> str:
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=90)
    return base64.b64encode(stream.getvalue()).decode()


def label(name: str, units: dict[str, str]) -> str:
    unit = units.get(name, "")
    return f"{name} [{unit}]" if unit not in ("", "1") else name


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDEST)


def _ticks_apart(axes: Any, values: Any) -> None:
    """Few numbers on the axis of x, or words that are turned so that they do not overlap."""
    if is_numeric(values):
        axes.locator_params(axis="x", nbins=MOST_TICKS)
        axes.tick_params(axis="x", labelsize="small")
    else:
        axes.tick_params(axis="x", labelrotation=30)


def histogram(values: Any, name: str, units: dict[str, str]) -> str:
    figure = _figure(5, 2.6)
    axes = figure.add_subplot()
    axes.hist(values, bins=min(50, max(5, int(np.sqrt(len(values))))), color="#4c78a8")
    axes.set_xlabel(_wrapped(label(name, units)))
    axes.set_ylabel("samples")
    return _text_of(figure)


def scatter(frame: Any, outcome: str, parameters: list[str], units: dict[str, str]) -> str:
    """The outcome over each parameter."""
    return _text_of(scatter_figure(frame, outcome, parameters, units))


def scatter_figure(frame: Any, outcome: str, parameters: list[str], units: dict[str, str]) -> Any:
    columns = min(3, len(parameters))
    rows = -(-len(parameters) // columns)
    figure = _figure(3.4 * columns, 2.6 * rows)
    shown = frame.dropna(subset=[outcome]).head(MOST_POINTS)
    for i, name in enumerate(parameters):
        axes = figure.add_subplot(rows, columns, i + 1)
        values = shown[name] if is_numeric(shown[name]) else shown[name].map(str)  # texts become categories
        axes.plot(values, shown[outcome], ".", markersize=3, alpha=0.5, color="#4c78a8")
        _ticks_apart(axes, shown[name])
        axes.set_xlabel(_wrapped(label(name, units)))
        if i % columns == 0:
            axes.set_ylabel(_wrapped(label(outcome, units)))
    return figure


def tornado(entries: Any, title: str) -> str:
    """Bars of sensitivities (parameter, value, low, high), the largest on top, with their intervals."""
    ordered = entries.iloc[np.argsort(np.abs(entries["value"].to_numpy()), kind="stable")]
    value = ordered["value"].to_numpy()
    margins = np.abs([value - ordered["low"], ordered["high"] - value])
    figure = _figure(6, 0.9 + 0.32 * len(ordered))
    axes = figure.add_subplot()
    axes.barh(ordered["parameter"].map(_wrapped), value, xerr=margins, color="#4c78a8", ecolor="#333333", capsize=3)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_title(title, fontsize=10)
    return _text_of(figure)
