"""The findings of a study as one self-contained HTML page."""

from __future__ import annotations

import html
import os
import pathlib
from typing import Any

from .. import _core
from .load import load, read_folder
from .plots import histogram, label, scatter, tornado
from .sensitivity import sensitivities
from .shown_units import in_shown_units
from .storage import file_errors
from .study_file import Study
from .summary import quantiles, worst_samples, write_worst_cases

TITLES = {"total": "Total Sobol' index", "first": "First-order Sobol' index", "rank": "Rank correlation"}

STYLE = """body { font: 15px sans-serif; max-width: 62em; margin: 2em auto; color: #222 }
table { border-collapse: collapse; margin: 1em 0 } th, td { padding: .2em .8em; text-align: right;
border-bottom: 1px solid #ddd } th:first-child, td:first-child { text-align: left } img { max-width: 100% }"""


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else html.escape(str(value))


def _table(frame: Any) -> str:
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in frame.columns)
    rows = ("<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>"
            for row in frame.itertuples(index=False))
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"


def _picture(png: str, what: str) -> str:
    return f'<p><img alt="{html.escape(what)}" src="data:image/png;base64,{png}"></p>'


def _overview(study: Study, frame: Any) -> str:
    counts = frame["status"].value_counts()
    states = ", ".join(f"{counts[state]} {state}" for state in sorted(counts.index))
    text = (f"<p>{len(frame)} samples ({states}) of {html.escape(study.scene.name)}; design: {study.design.kind}, "
            f"seed {study.design.seed}; Condyle {_core.__version__}; identity {study.identity[:16]}</p>")
    errors = frame["error"].dropna().value_counts().rename_axis("reason of failure").reset_index(name="samples")
    return text + (_table(errors) if len(errors) else "")


def _sensitivity(entries: Any) -> str:
    text = ""
    for index, title in TITLES.items():
        chosen = entries[entries["index"] == index].dropna(subset=["value"])
        if len(chosen):
            text += _picture(tornado(chosen, title), title)
            text += _table(chosen[["parameter", "value", "low", "high"]])
    return text


def _worst(study: Study, frame: Any, outcome: Any, units: dict[str, str]) -> str:
    rows = worst_samples(frame, outcome.name, outcome.worst).reset_index()
    rows = rows[["number", outcome.name, *(p.name for p in study.parameters)]]
    return "<h3>Worst cases</h3>" + _table(rows.rename(columns=lambda name: label(name, units)))


def _of_outcome(study: Study, frame: Any, outcome: Any, entries: Any, figures: Any, units: dict[str, str]) -> str:
    name = outcome.name
    text = f"<h2>{html.escape(label(name, units))}</h2>"
    values = frame[name].dropna()
    if not len(values):
        return text + "<p>No sample has it.</p>"
    text += _picture(histogram(values, name, units), f"distribution of {name}")
    text += _table(figures[figures["outcome"] == name].drop(columns="outcome"))
    text += _sensitivity(entries[entries["outcome"] == name])
    text += _picture(scatter(frame, name, [p.name for p in study.parameters], units), f"{name} over parameters")
    return text + _worst(study, frame, outcome, units)


def report(out: str | os.PathLike[str]) -> pathlib.Path:
    """Writes report.html into the folder of a study, and scenes of worst cases into its folder worst."""
    folder = pathlib.Path(out)
    study, units = read_folder(folder)
    frame, entries = load(folder), sensitivities(folder)
    with file_errors(folder):
        write_worst_cases(study, frame, folder)
    frame, units = in_shown_units(frame, units)
    figures = quantiles(study, frame)
    title = html.escape(study.name)
    parts = [_of_outcome(study, frame, outcome, entries, figures, units) for outcome in study.outcomes]
    page = (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
            f"</head><body><h1>{title}</h1>{_overview(study, frame)}{''.join(parts)}"
            f"<p>Bounds are 95 % bootstrap intervals.</p></body></html>\n")
    file = folder / "report.html"
    with file_errors(file):
        file.write_text(page, encoding="utf-8")
    return file
