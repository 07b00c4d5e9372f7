"""Tests of the laboratory from Python and as outcomes of studies, on a slab whose answers are known."""

import copy
import json
import math
import pathlib
import re

import numpy as np
import pytest

import condyle
from study_support import require_worlds, write

LAYER = {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.005}
LOAD, SIDE = 200.0, 0.04
SLAB = {
    "condyle_scene": 1, "name": "Slab", "gravity": [0, 0, 0], "rate": 200,
    "bodies": [
        {"name": "floor", "kind": "fixed", "position": [0, -0.01, 0], "meshes": [
            {"name": "top", "primitive": {"shape": "box", "size": [0.2, 0.02, 0.2], "segments": 1}, "layer": LAYER}]},
        {"name": "slab", "kind": "dynamic", "position": [0, 0.00999, 0], "mass": 1, "inertia": [1e-3, 1e-3, 1e-3], "meshes": [
            {"name": "sole", "primitive": {"shape": "box", "size": [SIDE, 0.02, SIDE], "segments": 8}, "layer": LAYER}]}],
    "contacts": [{"name": "rest", "casting": {"body": "slab", "mesh": "sole"}, "target": {"body": "floor", "mesh": "top"},
                  "max_proximity": 0.003, "dissipation": 1}],
    "joints": [{"name": "guide", "kind": "generic", "body_a": "slab", "free_axes": ["ty"]}],
    "loads": [{"name": "weight", "body": "slab", "force": [0, -LOAD, 0]}],
}
MEAN = {"name": "mean", "test": {"test": "contact"}, "column": "mean pressure [MPa]"}


@pytest.fixture
def slab():
    require_worlds()
    return condyle.Scene.from_dict(SLAB)


def write_cycle(folder):
    times = np.linspace(0, 1, 21)
    rows = [f"{t},{LOAD},{-10 * math.cos(2 * math.pi * t)}" for t in times]
    (folder / "cycle.csv").write_text("\n".join(["time [s],axial force [N],AP displacement [mm]", *rows]) + "\n")


def test_contact_has_the_load_over_the_area(slab):
    result = condyle.lab.contact(slab)
    assert result.test == "contact" and result.scene == "Slab" and result.notes == []
    assert result["contact"]["mean pressure [MPa]"] == pytest.approx([1e-6 * LOAD / SIDE**2], rel=1e-6)
    assert result["worst_alignment"]["alignment"][0]  # a word
    with pytest.raises(condyle.InputError, match="has no table 'area'; it has: contact, worst_alignment"):
        result["area"]
    with pytest.raises(condyle.InputError, match="has no column 'peak'"):
        result["contact"]["peak"]


def test_options_are_checked_by_name(slab):
    with pytest.raises(condyle.InputError, match="unknown key 'angels'.*did you mean 'angles'"):
        condyle.lab.run(slab, "contact", angels=[0])
    with pytest.raises(condyle.InputError, match="must be one of 'contact', 'laxity'"):
        condyle.lab.run(slab, "contct")
    with pytest.raises(condyle.InputError, match="leave out the angles"):
        condyle.lab.contact(slab, angles=[0.1])


def test_wear_is_k_w_s(tmp_path):
    require_worlds()
    write_cycle(tmp_path)
    scene = condyle.Scene.from_dict(SLAB, tmp_path)
    scene["joints/guide/free_axes"] = ["tx", "ty"]
    worn = condyle.lab.wear(scene, "cycle.csv", coefficient=1e-15, updates=1, repetitions=1)
    assert worn["wear"]["volume [mm^3]"] == pytest.approx([1e15 * 1e-15 * LOAD * 0.04], rel=5e-3)
    gait = condyle.lab.gait(scene, "cycle.csv", repetitions=1)
    assert gait["gait_contact"]["sliding distance [mm]"] == pytest.approx([40], rel=5e-3)


def test_a_scene_lists_its_tests(slab):
    with pytest.raises(condyle.InputError, match="lists no tests; add the key 'tests'"):
        condyle.lab.run_all(slab)
    with_tests = condyle.Scene.from_dict({**SLAB, "tests": [
        {"test": "contact"}, {"test": "laxity", "name": "drawer", "points": 3, "forward": 30}]})
    results = condyle.lab.run_all(with_tests)
    assert list(results) == ["contact", "drawer"] and results["drawer"].test == "laxity"
    assert results["contact"]["contact"]["mean pressure [MPa]"] == pytest.approx([1e-6 * LOAD / SIDE**2], rel=1e-6)
    wrong = condyle.Scene.from_dict({**SLAB, "tests": [{"test": "hip", "name": "cup"}]})
    with pytest.raises(condyle.InputError, match="test 'cup': .*neither side is a cup"):
        condyle.lab.run_all(wrong)
    with pytest.raises(condyle.InputError, match=r"tests\[0\].*did you mean 'angles'"):
        condyle.lab.run_all(condyle.Scene.from_dict({**SLAB, "tests": [{"test": "contact", "angels": [0]}]}))


def test_the_page_of_the_laboratory_runs():
    require_worlds()
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "laboratory.md").read_text()
    (code,) = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
    (tests,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    scene = condyle.Scene.load("knee_replacement")
    scene["tests"] = json.loads("{" + tests + "}")["tests"]
    names = {"condyle": condyle, "scene": scene}
    exec(compile(code, "laboratory.md", "exec"), names)
    forces = names["result"]["contact"]["force [N]"]
    assert (forces > 1618.65).all() and (forces < 1.2 * 1618.65).all()  # the load, and what the ligaments pull
    assert list(names["results"]) == ["contact", "drawer"]
    # Two searches of a balance end within their tolerance, 1e-8 of the load, or on another facet, 6e-5 away.
    assert names["results"]["contact"]["contact"]["force [N]"] == pytest.approx(forces, rel=1e-4)


def test_the_side_of_a_hip():
    require_worlds()
    scene = condyle.Scene.load("hip")
    # A load that points to the left takes the shipped cup, which opens straight down, for a left one.
    chosen = {side: condyle.lab.hip(scene, [0.35], [0.17], side=side) for side in ("automatic", "right", "left")}
    peaks = {side: result["hip"]["peak pressure [MPa]"][0] for side, result in chosen.items()}
    assert abs(peaks["left"] - peaks["right"]) > 0.01 * peaks["right"]
    assert peaks["automatic"] in (peaks["left"], peaks["right"])
    with pytest.raises(condyle.InputError, match="side.*'right'"):
        condyle.lab.hip(scene, side="middle")


def test_pad_and_hip_say_what_they_lack(slab):
    assert any("no friction" in note for note in condyle.lab.pad(slab, 5, tilts=[0], taxels=2).notes)
    with pytest.raises(condyle.InputError, match="neither side is a cup"):
        condyle.lab.hip(slab)
    laxity = condyle.lab.laxity(slab, points=3)
    assert laxity["laxity"]["displacement"][0] == pytest.approx(0, abs=1e-6)  # the guide holds it


def study_of_slab(outcomes):
    return {"condyle_study": 1, "scene": copy.deepcopy(SLAB),
            "parameters": [{"name": "load", "path": "loads/weight/force/1", "unit": "N",
                            "discrete": {"values": [-100, -200], "weights": [1, 1]}}],
            "design": {"kind": "full_factorial", "levels": 2}, "outcomes": outcomes}


def test_a_study_takes_a_test_as_its_outcome(tmp_path):
    require_worlds()
    pytest.importorskip("scipy")
    pandas = pytest.importorskip("pandas")
    outcomes = [MEAN, {"name": "pushed", "test": {"test": "contact"}, "table": "worst_alignment",
                       "column": "peak pressure [MPa]", "where": {"angle [deg]": 0}, "take": "last"},
                {"name": "none", "test": {"test": "contact"}, "column": "area [mm^2]", "where": {"angle [deg]": 30}}]
    condyle.study.run(write(tmp_path, study_of_slab(outcomes)), tmp_path / "out", workers=0)
    frame = condyle.study.load(tmp_path / "out")
    assert isinstance(frame, pandas.DataFrame)
    assert frame.attrs["units"]["mean"] == "MPa"
    assert frame["mean"].to_numpy() == pytest.approx(-1e-6 * frame["load"].to_numpy() / SIDE**2, rel=1e-6)
    assert (frame["pushed"] >= 0.999 * frame["mean"]).all()
    assert frame["none"].isna().all()  # no row has that angle


def test_an_outcome_of_a_test_is_checked(tmp_path):
    require_worlds()
    wrong = {**MEAN, "test": {"test": "contcat"}}
    with pytest.raises(condyle.InputError, match=r"outcomes\[0\].test.test: 'contcat' is not a word.*'contact'"):
        condyle.study.run(write(tmp_path, study_of_slab([wrong])), tmp_path / "out", workers=0)
