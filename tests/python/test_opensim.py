"""Models of OpenSim: read, analysed and made into scenes as the program does, to the bit."""

import csv
import json
import os
import pathlib
import re
import runpy
import subprocess
import sys
import time

import numpy as np
import pytest

import condyle
from osim_support import PLACES, rocker, write_motion  # noqa: F401

DATA = pathlib.Path(os.environ.get("CONDYLE_SOURCE_DIR", ".")).parent / "shared" / "data" / "dm-tka"
MODEL, MOTION = DATA / "DM.osim", DATA / "tka_passive_flexion_states.sto"

def run(program, folder, *arguments):
    subprocess.run([program, *map(str, arguments)], cwd=folder, check=True, capture_output=True)


def rows_of(file):
    with open(file, newline="") as lines:
        header, *rows = csv.reader(lines)
    return header, np.array(rows, float)


def assert_equals_program(found, folder):
    """Compares each table, and the columns of all tables together."""
    for name in ("kinematics", "ligaments", "contact"):
        header, expected = rows_of(folder / f"{name}.csv")
        table = getattr(found, name)
        assert table.names == header[1:] and np.array_equal(table.times, expected[:, 0])
        assert np.array_equal(table.values, expected[:, 1:])
        for i, column in enumerate(header[1:]):
            assert np.array_equal(found[column], expected[:, i + 1]), column


def test_a_model_says_what_it_has(rocker):
    model = condyle.read_osim(rocker)
    assert model.name == "rocker" and model.version == 40000 and model.file == rocker
    assert model.bodies == ["ground", "shank"] and model.joints == ["knee"] and model.muscles == []
    assert model.coordinates == ["bend", "tilt", "turn", "tx", "ty", "tz"]
    assert model.contacts == {"rest": ("plate", "ball")} and model.ligaments == list(PLACES)
    assert any("PointToPointSpring" in line for line in model.report)
    assert repr(model) == "<condyle.OsimModel 'rocker': 2 bodies, 6 coordinates, 1 contact pairs, 6 ligaments>"


@pytest.mark.parametrize("options, settings", [
    ((), {}),
    (("--two-sided", "--flip-meshes", "--every", 3, "--from", 0.1, "--to", 0.3),
     dict(two_sided=True, flip_meshes=True, every=3, start=0.1, stop=0.3)),
    (("--formulation", "nonlinear", "--force-direction", "casting"), dict(law="nonlinear", force_direction="casting")),
    (("--formulation", "elastic_layer", "--rigid", "ball", "--node-spacing", 0.004, "--every", 10),
     dict(law="elastic_layer", rigid=["ball"], node_spacing=0.004, every=10)),
    (("--no-contact",), dict(contacts=False)),
], ids=str)
def test_analyses_equal_the_program(program, rocker, options, settings):
    run(program, rocker.parent, "analyze", rocker, "--motion", "motion.sto", "--missing-default", "--out", "out",
        "--csv", *options)
    model = condyle.read_osim(rocker)
    for any_model, threads in ((model, 1), (rocker, 2)):
        found = condyle.analyze(any_model, rocker.parent / "motion.sto", missing_default=True, threads=threads, **settings)
        if settings.get("contacts", True):
            assert_equals_program(found, rocker.parent / "out")
        else:
            assert found.contact.names == [] and len(found.ligaments) == 40
        assert any("PointToPointSpring" in line for line in found.report) and "frames" in repr(found)
        assert ["fewer than" in line for line in found.warnings] == [True] * ("rigid" in settings)


@pytest.mark.parametrize("flip_meshes", [False, True])
def test_maps_are_those_of_each_frame(rocker, flip_meshes):
    motion = rocker.parent / "motion.sto"
    settings = dict(missing_default=True, every=5, flip_meshes=flip_meshes, force_direction="casting")
    found = condyle.analyze(rocker, motion, maps=True, threads=2, **settings)
    assert list(found.maps) == ["rest"]
    casting, target = found.maps["rest"]
    plate, ball = (condyle.read_mesh(rocker.parent / f"{name}.obj", "m") for name in ("plate", "ball"))
    for maps, mesh in ((casting, plate), (target, ball)):
        assert maps.pressure.shape == maps.proximity.shape == (len(found), len(mesh.triangles))
    sides = [("casting", casting)] + [("target", target)] * flip_meshes
    for name, maps in sides:
        touching = (maps.proximity > 0).sum(axis=1)
        assert np.array_equal(touching, found[f"rest.{name}.total.num_contacting_triangles"])
        assert np.array_equal(maps.pressure.max(axis=1), found[f"rest.{name}.total.max_pressure"])
    assert casting.pressure.max() > 0 and target.pressure.max() > 0
    plain = condyle.analyze(rocker, motion, **settings)
    assert plain.maps == {} and np.array_equal(plain.contact.values, found.contact.values)
    assert condyle.analyze(rocker, motion, maps=True, contacts=False, missing_default=True).maps == {}


def test_moment_arms_equal_the_program_and_their_closed_form(program, rocker):
    motion = rocker.parent / "motion.sto"
    run(program, rocker.parent, "analyze", rocker, "--motion", motion, "--missing-default", "--no-contact",
        "--moment-arms", "--csv", "--out", "out")
    found = condyle.analyze(rocker, motion, missing_default=True, contacts=False, moment_arms=True)
    written = np.genfromtxt(rocker.parent / "out" / "moment_arms.csv", delimiter=",", names=True, deletechars="")
    assert list(written.dtype.names[1:]) == [name.replace(" ", "_") for name in found.moment_arms.names]
    assert all((written[name.replace(" ", "_")] == found[name]).all() for name in found.moment_arms.names)

    # From (0.1, 0, 0.03) to the origin of the shank, (0, 0, tz), which no rotation of the joint moves.
    way = np.array([found["shank.position_x"], found["shank.position_y"], found["shank.position_z"]]).T - [0.1, 0, 0.03]
    along = way / np.linalg.norm(way, axis=1, keepdims=True)
    assert np.stack([found["front.moment_arm.tx"], found["front.moment_arm.tz"]], 1) == pytest.approx(
        -along[:, [0, 2]], abs=1e-14)
    assert not any(f"front.moment_arm.{name}" in found.moment_arms.names for name in ("bend", "tilt", "turn", "ty"))
    assert "stay 1.moment_arm.bend" in found.moment_arms.names
    assert not condyle.analyze(rocker, motion, missing_default=True, contacts=False).moment_arms.names


def test_columns_have_units(rocker):
    found = condyle.analyze(rocker, rocker.parent / "motion.sto", missing_default=True, flip_meshes=True)
    by_unit = {
        "m": ["shank.position_x", "front.length", "rest.casting.total.max_proximity",
              "rest.target.regional.center_of_pressure_4_z", "rest.casting.total.center_of_proximity_x"],
        "m/s": ["shank.velocity_z", "front.lengthening_speed"], "rad/s": ["shank.angular_velocity_x"],
        "m^2": ["rest.casting.total.contact_area"], "N m": ["rest.casting.total.contact_moment_y"],
        "N": ["front.force_spring", "front.force_damping", "front.force_total", "rest.casting.regional.contact_force_0_x"],
        "Pa": ["rest.casting.total.mean_pressure", "rest.casting.regional.mean_pressure_of_triangles_0", "rest.casting.regional.max_pressure_3"],
        "J": ["rest.casting.total.potential_energy"], "1/s": ["front.strain_rate"],
        "": ["front.strain", "shank.rotation_w", "rest.casting.total.num_contacting_triangles"]}
    for unit, columns in by_unit.items():
        assert {column: found.units[column] for column in columns} == dict.fromkeys(columns, unit)
    with pytest.raises(KeyError):
        found["nothing"]
    frame = found.to_pandas() if importable("pandas") else None
    if frame is not None:
        assert np.array_equal(frame["front.length"], found["front.length"]) and np.array_equal(frame.index, found.times)
        assert frame.attrs["units"]["front.length"] == "m"
    if importable("xarray"):
        assert found.dataset()["front.length"].attrs["units"] == "m"


def importable(name):
    try:
        __import__(name)
    except ImportError:
        return False
    return True


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("contacts", [True, False])
def test_progress_ends_with_all_frames(rocker, threads, contacts):
    told = []
    condyle.analyze(rocker, rocker.parent / "motion.sto", missing_default=True, threads=threads, contacts=contacts,
                    progress=lambda done, total: told.append((done, total)))
    assert told == sorted(set(told)) and told[-1] == (40, 40)


def test_progress_on_the_terminal_and_errors_in_it(rocker, capsys):
    condyle.analyze(rocker, rocker.parent / "motion.sto", missing_default=True, progress=True)
    assert capsys.readouterr().err.endswith("\r40 of 40 frames\n")

    def fails(done, total):
        raise ZeroDivisionError
    for threads in (1, 2):
        with pytest.raises(ZeroDivisionError):
            condyle.analyze(rocker, rocker.parent / "motion.sto", missing_default=True, threads=threads, progress=fails)


@pytest.mark.parametrize("settings", [dict(), dict(threads=2), dict(contacts=False)], ids=str)
def test_ctrl_c_ends_an_analysis(rocker, ctrl_c, settings):
    write_motion(rocker.parent, 100_000)
    ctrl_c()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):  # a motion is read in less than the time until the key
            condyle.analyze(rocker, rocker.parent / "motion.sto", missing_default=True, **settings)
    assert time.perf_counter() - begin < 3


def test_errors_name_file_and_place(rocker, tmp_path):
    motion = rocker.parent / "motion.sto"
    with pytest.raises(condyle.InputError, match="nothing.osim"):
        condyle.analyze(tmp_path / "nothing.osim", motion)
    with pytest.raises(condyle.InputError, match="threads"):
        condyle.analyze(rocker, motion, threads=0)
    with pytest.raises(condyle.InputError, match="knee/tilt"):
        condyle.analyze(rocker, motion)
    with pytest.raises(condyle.InputError, match="law 'lineal' is unknown; .*linear"):
        condyle.analyze(rocker, motion, law="lineal")
    with pytest.raises(condyle.InputError, match="rigid mesh bal: "):
        condyle.analyze(rocker, motion, law="elastic_layer", rigid=["bal"], missing_default=True)
    with pytest.raises(condyle.InputError, match="elastic_layer"):
        condyle.analyze(rocker, motion, rigid=["ball"], missing_default=True)
    with pytest.raises(condyle.InputError, match="node"):
        condyle.analyze(rocker, motion, law="elastic_layer", node_spacing=-1, missing_default=True)
    (tmp_path / "half.osim").write_text(rocker.read_text()[:900])
    with pytest.raises(condyle.InputError, match=r"half\.osim.*line \d+|half\.osim:\d+"):
        condyle.read_osim(tmp_path / "half.osim")


JOINTS = [
    (("--flexion", "5:20", "--load", 200, "--seconds", 0.5), dict(flexion=(5, 20), compression=200, seconds=0.5)),
    (("--flexion", "bend=7", "--load", "0,20,0@shank", "--seconds", 0.2),
     dict(flexion=7, coordinate="bend", forces={"shank": [0, 20, 0]}, seconds=0.2)),
    (("--motion", "motion.sto", "--at", 0.2, "--missing-default"),
     dict(motion="motion.sto", at=0.2, missing_default=True)),
]


@pytest.mark.parametrize("options, settings", JOINTS, ids=str)
def test_joints_equal_the_program(program, rocker, monkeypatch, options, settings):
    monkeypatch.chdir(rocker.parent)
    file = rocker.parent / "made.json"
    run(program, rocker.parent, "convert", rocker, "--joint", "knee", *options, "--out", file)
    made = condyle.joint(condyle.read_osim(rocker), "knee", **settings)
    assert made.to_dict() == json.loads(file.read_text()) and made.file.parent == rocker.parent
    assert any("PointToPointSpring" in line for line in made.report) and made.copy().report == made.report
    run(program, rocker.parent, "simulate", "made.json", "--seconds", 0.05, "--out", "out")
    header, rows = rows_of(rocker.parent / "out" / "history.csv")
    history = made.simulate(0.05)
    for i, column in enumerate(header[1:]):
        assert np.array_equal(history[column], rows[:, i + 1], equal_nan=True), column


def test_a_whole_model_becomes_the_scene_of_the_program(program, rocker):
    file = rocker.parent / "made.json"
    run(program, rocker.parent, "convert", rocker, "--out", file)
    made = condyle.convert(rocker)
    assert made.to_dict() == json.loads(file.read_text()) and made.world().contacts == ["rest"]


def test_joints_that_cannot_be_made_say_why(rocker):
    for settings, words in [
        (dict(name="elbow"), "has no joint 'elbow'; it has: knee"),
        (dict(name="knee", flexion=(0, 90, 10)), "flexion"),
        (dict(name="knee", flexion=(0, np.nan)), "flexion"),
        (dict(name="knee", flexion=9, coordinate="tilt"), "'bend', which can be driven; 'tilt' cannot"),
        (dict(name="knee", compression=np.inf), "compression"),
        (dict(name="knee", forces={"shank": (1, 2)}), "the force on shank"),
        (dict(name="knee", forces={"ground": (1, 2, 3)}), "These do: shank"),
        (dict(name="knee", seconds=0), "seconds must be above 0"),
    ]:
        with pytest.raises(condyle.InputError, match=words):
            condyle.joint(rocker, **settings)


@pytest.fixture
def recorded(program):
    if not MODEL.exists():
        pytest.skip("the model DM.osim is not here")
    return MODEL


def test_the_recorded_knee_equals_the_program(program, recorded, tmp_path):
    run(program, tmp_path, "analyze", recorded, "--motion", MOTION, "--geometry", DATA, "--out", "out", "--every", 20, "--csv")
    found = condyle.analyze(recorded, MOTION, geometry=DATA, every=20, threads=2)
    assert_equals_program(found, tmp_path / "out")


def test_the_example(rocker, monkeypatch, capsys):
    example = pathlib.Path(__file__).resolve().parents[2] / "examples" / "python" / "knee_joint.py"
    monkeypatch.setattr(sys, "argv", [example.name, str(rocker), "knee", "", str(rocker.parent / "motion.sto")])
    runpy.run_path(str(example))
    first, _, simulated, analysed = capsys.readouterr().out.splitlines()
    assert first.startswith("<condyle.OsimModel 'rocker'")
    start, end, peak = (float(word) for word in re.findall(r"[\d.]+(?= N| MPa)", simulated))
    # The plate bears the load on the upright shank; when that leans, its strands bear a part.
    assert abs(start - 200) < 3 and 50 < end < 195 and peak > 0.1
    assert float(re.findall(r"[\d.]+(?= MPa)", analysed)[0]) > 0.1
