"""The examples of studies run, and their results are right."""

import contextlib
import json
import pathlib
import re
import runpy
import sqlite3
import subprocess
import sys

import pytest

import condyle
from study_support import require_worlds

for library in ("scipy", "pandas"):
    pytest.importorskip(library, reason=f"{library} is not installed")
require_worlds()

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def numbers_in(text):
    """The numbers of each line."""
    return [[float(x) for x in re.findall(r"-?\d+\.?\d*", line)] for line in text.splitlines()]


@pytest.fixture
def numbers_of(tmp_path, monkeypatch, capsys):
    """The numbers of each line that an example prints in this process, which has loaded the libraries."""

    def run_here(name, *arguments):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
        runpy.run_path(str(EXAMPLES / "python" / name))
        return numbers_in(capsys.readouterr().out)

    return run_here


def rows_of(file):
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT * FROM samples").fetchall()


def test_laxity_finds_the_ligaments_that_made_the_curve(numbers_of):
    (start,), (misfit,), *found = numbers_of("laxity.py", 0)
    assert start > 1 and misfit < 2e-3  # [mm]; the curve is rounded to a thousandth
    # The curve was made with these values, and is rounded.
    for (value,), made_with in zip(found, (5000, 0.02, 9000, 0.03)):
        assert value == pytest.approx(made_with, rel=0.01)


def test_alignment_beats_the_plan_and_is_remembered(numbers_of, tmp_path):
    """Its script has no `if __name__ == "__main__"`, which a worker must bear."""
    pytest.importorskip("distributed", reason="distributed is not installed")
    made = subprocess.run([sys.executable, EXAMPLES / "python" / "alignment.py", "0", "1"], cwd=tmp_path,
                          capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stderr
    (as_planned,), (varus, slope, best) = numbers_in(made.stdout)
    assert -3 <= varus <= 3 and -5 <= slope <= 5 and best < as_planned
    with condyle.study.open(tmp_path / "alignment.json", tmp_path / "alignment", workers=0) as session:
        (peak,) = session.evaluate([{}])["peak"]
        assert peak / 1e6 == pytest.approx(as_planned, abs=0.005)
    file = tmp_path / "alignment" / "results.sqlite"
    before = rows_of(file)  # with costs, which no sample has twice
    assert numbers_of("alignment.py", 0, 0)[1] == [varus, slope, best]
    assert rows_of(file) == before and len(before) == 11


def test_the_knee_study_is_right(tmp_path):
    content = json.loads((EXAMPLES / "studies" / "knee.json").read_text())
    assert len(content["parameters"]) == 9
    content.update(design={"kind": "sobol", "samples": 2, "seed": 1})
    (tmp_path / "knee.json").write_text(json.dumps(content))
    condyle.study.run(tmp_path / "knee.json", tmp_path / "out", workers=0)
    frame = condyle.study.load(tmp_path / "out")
    assert (frame["status"] == "done").all()
    names = [outcome["name"] for outcome in content["outcomes"]]
    assert frame[names].notna().all().all() and (frame["peak pressure"] > 1e6).all()
