"""An OpenSim model in a recorded motion: the tables of the program, to the bit."""

import csv
import os
import pathlib
import subprocess

import numpy as np
import pytest

import condyle

DATA = pathlib.Path(os.environ.get("CONDYLE_SOURCE_DIR", ".")).parent / "shared" / "data" / "dm-tka"
MODEL, MOTION = DATA / "DM.osim", DATA / "tka_passive_flexion_states.sto"


@pytest.fixture
def model(program):
    if not MODEL.exists():
        pytest.skip("the model DM.osim is not here")
    return MODEL


def test_tables_equal_the_program(program, model, tmp_path):
    subprocess.run([program, "analyze", model, "--motion", MOTION, "--geometry", DATA, "--out", "out",
                    "--every", "20", "--csv", "--quiet"], cwd=tmp_path, check=True)
    found = condyle.analyze(model, MOTION, geometry=str(DATA), every=20, threads=2)
    assert len(found.contact) > 1 and "frames" in repr(found) and found.report
    for name in ("kinematics", "ligaments", "contact"):
        (file,) = (tmp_path / "out").glob(f"*{name}*.csv")
        with open(file, newline="") as lines:
            header, *rows = csv.reader(lines)
        table, expected = getattr(found, name), np.array(rows, float)
        assert table.names == header[1:]
        assert np.array_equal(table.times, expected[:, 0])
        assert np.array_equal(table.values, expected[:, 1:])
        assert np.array_equal(table[header[1]], expected[:, 1])
    with pytest.raises(KeyError):
        found.contact["nothing"]


def test_errors(program, model, tmp_path):
    with pytest.raises(condyle.InputError, match="nothing.osim"):
        condyle.analyze(tmp_path / "nothing.osim", MOTION)
    with pytest.raises(condyle.InputError, match="threads"):
        condyle.analyze(model, MOTION, threads=0)


def test_another_law(program, model):
    def of(**law):
        return condyle.analyze(model, MOTION, geometry=str(DATA), stop=0.0, **law).contact.values
    own = of()
    assert np.array_equal(own, of(law="linear"))
    assert not np.array_equal(own, of(law="nonlinear"))
    with pytest.raises(condyle.InputError, match="law 'lineal' is unknown; .*linear"):
        of(law="lineal")
    with pytest.raises(condyle.InputError, match="elastic_layer"):
        of(rigid=["femur"])
    with pytest.raises(condyle.InputError, match="rigid mesh femu: "):
        of(law="elastic_layer", rigid=["femu"])
    with pytest.raises(condyle.InputError, match="node"):
        of(law="elastic_layer", node_spacing=-1)
