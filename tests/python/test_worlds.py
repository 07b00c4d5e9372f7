"""Scenes and worlds: the figures of the program to the bit, edits by path, stepping by hand."""

import copy
import csv
import json
import pathlib
import pickle
import shutil
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest

import condyle
from conftest import pose, resident

LAYER = {"elastic_modulus": 5e6, "poissons_ratio": 0.45, "thickness": 0.003}
BALL_ON_PLATE = {
    "condyle_scene": 1,
    "gravity": [0, 0, -9.81],
    "duration": 0.1,
    "bodies": [
        {"name": "plate", "kind": "fixed", "meshes": [
            {"name": "top", "primitive": {"shape": "plane", "size": [0.05, 0.05, 0], "segments": 20}, "layer": LAYER}]},
        {"name": "ball", "kind": "dynamic", "position": [0, 0, 0.0305], "density": 7900, "meshes": [
            {"name": "skin", "shape": {"kind": "sphere", "radius": 0.03}, "layer": LAYER}]}],
    "contacts": [{"name": "plate_ball", "casting": {"body": "plate", "mesh": "top"},
                  "target": {"body": "ball", "mesh": "skin"}, "dissipation": 1}],
}


@pytest.fixture
def scene():
    try:
        condyle.Scene.from_dict(BALL_ON_PLATE).world()
    except condyle.InputError as error:
        if "built without worlds" in str(error):
            pytest.skip(str(error))
        raise
    return condyle.Scene.from_dict(BALL_ON_PLATE)


def rows_of(file):
    with open(file, newline="") as lines:
        header, *rows = csv.reader(lines)
    return header, np.array([[float(field or "nan") for field in row] for row in rows])


def assert_equals_program(program, folder, scene_argument, run, *options):
    subprocess.run([program, "simulate", scene_argument, "--out", "out", "--quiet", *options],
                   cwd=folder, check=True, capture_output=True)
    header, rows = rows_of(folder / "out" / "history.csv")
    assert np.array_equal(run.times, rows[:, 0])
    assert [f"{name} [{run.units[name]}]" for name in run.names] == header[1:]
    for i, name in enumerate(run.names):
        assert np.array_equal(run[name], rows[:, i + 1], equal_nan=True), name
    with open(folder / "out" / "events.csv", newline="") as lines:
        events = list(csv.DictReader(lines))
    assert [(float(e["time [s]"]), e["contact"], e["event"]) for e in events] == \
        [(e.time, e.contact, e.kind) for e in run.events]


def test_a_scene_chooses_its_columns(program, scene, tmp_path):
    scene["history"] = ["contact_moments", "contact_proximity", "axis_regions"]
    run = scene.simulate(seconds=0.05, rate=200)
    assert run.units["plate_ball.moment_x"] == "N m" and run.units["plate_ball.-x.mean_proximity"] == "m"
    assert "plate_ball.area" not in run.names and "ball.position_x" not in run.names
    assert "plate_ball.center_of_proximity_x [m]" in run.world.figures()
    scene.save(tmp_path / "scene.json")
    assert_equals_program(program, tmp_path, "scene.json", run, "--seconds", "0.05", "--rate", "200")


def test_a_scene_says_whether_it_has_a_value():
    scene = condyle.Scene.load("ball_on_plate")
    assert "gravity" in scene and "gravity/2" in scene
    assert f"bodies/{scene['bodies/0/name']}/kind" in scene
    assert "gravity/3" not in scene and "bodies/nobody/kind" not in scene and "bodies/0/hue/x" not in scene


def test_a_run_equals_the_program(program, scene, tmp_path):
    scene.save(tmp_path / "scene.json")
    run = scene.simulate(0.2, 240)
    assert len(run) == 48 and run.events[0].kind == "first_touch"
    assert run["plate_ball.force"][-1] > 0
    assert_equals_program(program, tmp_path, "scene.json", run, "--seconds", "0.2", "--rate", "240")
    two = scene.simulate(0.2, 240, threads=2)
    assert all(np.array_equal(run[name], two[name], equal_nan=True) for name in run.names)


def test_a_shipped_scene_equals_the_program(program, scene, tmp_path):
    knee = condyle.Scene.load("knee_replacement")
    run = knee.simulate(0.05)
    assert_equals_program(program, tmp_path, "knee_replacement", run, "--seconds", "0.05")
    assert run.world.strands and "knee" in repr(knee)


def test_units_and_xarray(scene):
    run = scene.simulate(0.05, 240)
    assert run.units["plate_ball.peak_pressure"] == "Pa" and "12 steps" in repr(run)
    with pytest.raises(KeyError):
        run["nothing"]
    pytest.importorskip("xarray", reason="xarray is not installed")
    dataset = run.dataset()
    assert dataset["plate_ball.peak_pressure"].attrs["units"] == "Pa"
    assert np.array_equal(dataset["time"], run.times)
    assert len(run.to_pandas()) == 12


def test_pickled_tables_and_events_have_the_same_bits(scene):
    table, events = scene.world().run(0.1, 1000)
    twin, *twins = pickle.loads(pickle.dumps([table, *events]))
    assert twin.names == table.names and np.array_equal(twin.times, table.times)
    assert np.array_equal(twin.values, table.values, equal_nan=True)
    assert {event.kind for event in events} == {"first_touch", "last_release"} and len(twins) == len(events)
    for event, other in zip(events, twins):
        assert repr(other.as_dict()) == repr(event.as_dict())


def test_edit_by_path(scene):
    path = "bodies/plate/meshes/top/layer/elastic_modulus"
    soft = scene.simulate(0.1, 240)["plate_ball.peak_pressure"].max()
    scene[path] = np.float64(5e7)
    assert scene[path] == 5e7 and BALL_ON_PLATE["bodies"][0]["meshes"][0]["layer"]["elastic_modulus"] == 5e6
    assert scene.simulate(0.1, 240)["plate_ball.peak_pressure"].max() > soft
    scene["bodies/1/position"] = np.array([0, 0, 0.031])
    assert scene["bodies/ball/position"][2] == 0.031
    with pytest.raises(condyle.InputError, match="it has: plate, ball"):
        scene["bodies/cup/position"]
    with pytest.raises(condyle.InputError, match="no 'mesh'"):
        scene["bodies/ball/mesh/0"]
    with pytest.raises(condyle.InputError, match="no parts"):
        scene["duration/x"] = 1
    scene["bodies/ball/position"] = [0, 0, float("nan")]
    with pytest.raises(condyle.InputError):
        scene.check()


def test_errors_name_the_place(scene):
    assert scene.check() == []
    scene["bodies/ball/density"] = -1
    with pytest.raises(condyle.InputError, match=r"bodies\[1\]\.density"):
        scene.check()
    with pytest.raises(condyle.InputError, match="neither a file nor a shipped scene"):
        condyle.Scene.load("nothing_like_it")
    with pytest.raises(condyle.InputError, match="seconds"):
        condyle.Scene.from_dict(BALL_ON_PLATE).simulate(-1)


def test_a_world_in_millimetres_is_warned_of():
    data = json.loads(json.dumps(BALL_ON_PLATE))
    data["gravity"] = [0, 0, -9810]
    for body in data["bodies"]:
        body["meshes"][0]["layer"] = {**LAYER, "thickness": 3}
    data["bodies"][0]["meshes"][0]["primitive"]["size"] = [50, 50, 0]
    data["bodies"][1]["meshes"][0]["shape"]["radius"] = 30
    data["bodies"][1]["position"] = [0, 0, 31]
    scene = condyle.Scene.from_dict(data)
    with pytest.warns(UserWarning, match="contact 'plate_ball': .* metres, kilograms, seconds and pascals"):
        scene.world()
    with pytest.warns(UserWarning, match="do not fit together"):
        assert any("do not fit together" in finding for finding in scene.check())


def test_a_world_that_averages_metal_is_warned_of_once():
    data = json.loads(json.dumps(BALL_ON_PLATE))
    data["bodies"][1]["meshes"][0]["layer"] = {**LAYER, "elastic_modulus": 2e11}
    scene = condyle.Scene.from_dict(data)
    with pytest.warns(UserWarning, match="contact 'plate_ball': its layers, .* \"two_layer\"") as told:
        scene.simulate(0.05, 240)
    assert sum("its layers" in str(warning.message) for warning in told) == 1
    assert any("two_layer" in finding for finding in scene.check())
    data["contacts"][0]["layers"] = "two_layer"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        condyle.Scene.from_dict(data).world()


def test_a_run_warns_of_what_the_program_warns_of(tmp_path, program):
    data = json.loads(json.dumps(BALL_ON_PLATE))
    layer = data["bodies"][0]["meshes"][0]["layer"]
    data["bodies"][0]["meshes"][0]["layer"] = {**layer, "yield_stress": 1e3}
    data["settle"] = {"limit": 0.01}
    scene = condyle.Scene.from_dict(data, tmp_path)
    scene.save(tmp_path / "scene.json")
    with pytest.warns(UserWarning, match="exceeds the yield stress") as told:
        scene.simulate(0.2, 240)
    run = subprocess.run([program, "simulate", tmp_path / "scene.json", "--seconds", "0.2", "--rate", "240", "--quiet",
                          "--out", tmp_path / "out"], capture_output=True, text=True, check=True)
    lines = [line.removeprefix("condyle: warning: ") for line in run.stderr.splitlines() if "final.png" not in line]
    assert [str(warning.message) for warning in told] == lines
    assert any("did not settle" in str(warning.message) for warning in told)


def test_a_run_that_fails_warns_first():
    data = json.loads(json.dumps(BALL_ON_PLATE))
    data["bodies"][0]["meshes"][0]["layer"]["yield_stress"] = 1e3
    data["loads"] = [{"name": "away", "body": "ball", "force": [0, 0, 1e15],
                      "factor": {"times": [0, 0.2, 0.21], "values": [0, 0, 1e15]}}]
    with pytest.warns(UserWarning, match="exceeds the yield stress"), pytest.raises(condyle.SimulationError):
        condyle.Scene.from_dict(data).simulate(1, 240)


def test_step_by_hand(scene):
    run = scene.simulate(0.1, 240)
    world = scene.world()
    for _ in range(24):
        world.step(1 / 240)
    assert world.time == pytest.approx(0.1) and world.contacts == ["plate_ball"]
    assert world.statistics("plate_ball").max_pressure == run["plate_ball.peak_pressure"][-1]
    pressure = world.pressure("plate_ball")
    assert pressure.max() == run["plate_ball.peak_pressure"][-1]
    assert len(pressure) == len(world.mesh("plate", "top").triangles)
    assert len(world.pressure("plate_ball", target=True)) == len(world.mesh("ball", "skin").triangles)
    assert world.poses["ball"][2, 3] == run["ball.position_z"][-1]
    assert world.figures()["plate_ball.force [N]"] == run["plate_ball.force"][-1]
    with pytest.raises(condyle.InputError, match="plate_ball"):
        world.pressure("ball_plate")
    world.reset()
    assert world.time == 0 and world.poses["ball"][2, 3] == 0.0305


def test_changes(scene):
    world = scene.world()
    world.set_layer("plate", "top", condyle.Layer(1e6, 0.45, 0.003))
    world.pull("ball", (0, 0, 0), (0, 0, 0.1), 1e5)
    world.step(1 / 240, 48)
    assert world.poses["ball"][2, 3] > 0.04
    world.release()
    for wrong in (lambda: world.pull("plate", (0, 0, 0), (0, 0, 1), 1), lambda: world.cut("MCL"),
                  lambda: world.step(0), lambda: world.step(float("nan")),
                  lambda: world.pull("ball", (0, 0, 0), (0, 0, 1), float("nan")),
                  lambda: world.set_layer("ball", "top", condyle.Layer(1e6, 0.45, 0.003))):
        with pytest.raises(condyle.InputError):
            wrong()


def test_bodies_move_as_they_are_told(scene):
    # Without contact a step of Bullet adds F dt / m to the velocity, and M dt / I to the spin.
    world = scene.world()
    X = np.eye(4)
    X[:3, 3] = 0, 0, 1
    world.set_body("ball", X, (0, 0, 3, 1, 0, 0))
    assert np.array_equal(world.poses["ball"], X)
    assert world.velocities["ball"] == pytest.approx([0, 0, 3, 1, 0, 0])
    mass = 7900 * 4 / 3 * np.pi * 0.03**3
    world.push("ball", (0, 0.01, 0, 0, 2, 0))
    world.push("ball", (0, 0, 0, 0, 0, mass * 9.81))
    world.step(1e-3)
    inertia = 0.4 * mass * 0.03**2
    assert world.velocities["ball"] == pytest.approx([0, 0.01e-3 / inertia, 3, 1, 2e-3 / mass, 0], rel=1e-3, abs=1e-6)
    world.step(1e-3)
    assert world.velocities["ball"][5] == pytest.approx(-9.81e-3, rel=1e-6)
    assert world.poses["ball"][0, 3] == pytest.approx(2e-3, rel=1e-6)
    for wrong in (lambda: world.set_body("plate", X), lambda: world.push("plate", np.zeros(6)),
                  lambda: world.set_body("ball", 2 * X), lambda: world.push("ball", np.zeros(3)),
                  lambda: world.push("ball", np.full(6, np.nan))):
        with pytest.raises(condyle.InputError):
            wrong()


def test_a_body_put_into_another_is_pressed_out(scene):
    world = scene.world()
    X = np.eye(4)
    X[2, 3] = 0.0298
    world.set_body("ball", X)
    world.step(1e-5)
    # The ball's surface is (r^2 / 2 R) higher above the centroid next to the axis.
    nearest = 2 * (0.0025 / 3)**2 / (2 * 0.03)
    assert world.statistics("plate_ball").max_proximity == pytest.approx(2e-4 - nearest, rel=1e-3)
    assert world.velocities["ball"][5] > 0


def test_progress(scene):
    told = []
    scene.simulate(0.05, 240, progress=lambda time, end: told.append((time, end)))
    assert len(told) == 12 and told[-1] == pytest.approx((0.05, 0.05))

    def fail(time, end):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        scene.simulate(0.05, 240, progress=fail)


def test_ctrl_c_ends_a_run(scene, ctrl_c):
    with pytest.raises(KeyboardInterrupt):
        ctrl_c()
        scene.simulate(1e4, 240)


def test_to_dict_and_file(scene, tmp_path):
    scene.save(tmp_path / "mine.json")
    again = condyle.Scene.load(tmp_path / "mine.json")
    assert again.to_dict() == scene.to_dict() == json.loads((tmp_path / "mine.json").read_text())
    assert again.name == "mine" and "2 bodies" in repr(again)


def test_picture(scene):
    try:
        picture = scene.picture(320, 200)
    except condyle.InputError as error:
        assert "no picture" in str(error)  # no display, or no OpenGL
        assert scene._repr_png_() is None
    else:
        assert picture.startswith(b"\x89PNG")


def test_no_picture_without_the_libraries_of_a_window(scene, monkeypatch):
    monkeypatch.setitem(sys.modules, "condyle._picture", None)  # as if it were not there
    with pytest.raises(condyle.InputError, match="no picture: this condyle was built without a window"):
        scene.picture(320, 200)
    assert scene._repr_png_() is None


# Meshes that worlds share.


def knee_in(folder):
    """A knee whose mesh files lie in `folder`, where they may be overwritten."""
    shipped = condyle.Scene.load("knee_replacement")
    data = shipped.to_dict()
    for body in data["bodies"]:
        for mesh in body["meshes"]:
            name = pathlib.Path(mesh["file"]).name
            shutil.copy(shipped.file.parent / mesh["file"], folder / name)
            mesh["file"] = name
    return condyle.Scene.from_dict(data, folder)


def bits_of(scene):
    run = scene.simulate(0.02, 240)
    return {name: run[name].tobytes() for name in run.names}


def seconds_of(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def test_worlds_of_one_scene_share_what_stays_the_same(scene):
    shipped = condyle.Scene.load("knee_replacement")
    alone = bits_of(condyle.Scene.load("knee_replacement"))
    assert bits_of(shipped) == alone == bits_of(shipped) == bits_of(shipped.copy())
    anew = min(seconds_of(condyle.Scene.load("knee_replacement").world) for _ in range(5))
    assert min(seconds_of(shipped.copy().world) for _ in range(5)) < anew / 2  # a sixth, on a quiet machine


def test_what_differs_is_not_shared(scene, tmp_path):
    """Not even a file with the same name, size and second but other content, nor a mesh in another pose."""
    knee = knee_in(tmp_path)
    knee.world()
    mesh = condyle.read_mesh(tmp_path / "knee_tibial_insert.ply", "m")

    def lower():
        mesh.transformed(pose(y=-1e-4)).write(tmp_path / "knee_tibial_insert.ply", "m")

    changes = [
        lambda: knee.__setitem__("bodies/tibia/meshes/insert/layer/elastic_modulus", 3e8),
        lambda: knee.__setitem__("bodies/tibia/meshes/insert/position", [0, 1e-4, 0]),
        lambda: knee.__setitem__("bodies/tibia/meshes/insert/name", "inlay") or
        knee.__setitem__("contacts/0/casting/mesh", "inlay"),
        lower,
    ]
    seen = [bits_of(knee)]
    for change in changes:
        change()
        seen.append(bits_of(knee))
        assert seen[-1] == bits_of(condyle.Scene(knee.to_dict(), knee.file))
    assert len({str(sorted(bits.items())) for bits in seen}) == 4  # a name changes nothing


def test_only_the_last_world_is_kept(scene):
    knee = condyle.Scene.load("knee_replacement")

    def work(rounds):
        for i in range(rounds):
            knee["bodies/tibia/meshes/insert/layer/elastic_modulus"] = 4e8 + i
            knee.world()
        return resident()

    warm = work(5)
    assert work(30) - warm < 30_000  # [kB]; the surfaces that were left would be 200,000


def test_scenes_travel(scene):
    for twin in (pickle.loads(pickle.dumps(scene)), copy.deepcopy(scene), copy.copy(scene), scene.copy()):
        assert twin.to_dict() == scene.to_dict() and twin.file == scene.file
        twin["bodies/ball/position/2"] = 1.0
        assert scene["bodies/ball/position/2"] != 1.0
        assert twin.simulate(0.01, 1000)["ball.position_z"][-1] > 0.9


def hanging(scene):
    """The scene with a strand that the ball hangs on, above the plate."""
    scene["bodies/ball/position"] = [0, 0, 0.04]
    scene["ligaments"] = [{"name": "string", "linear_stiffness": 500, "slack_length": 0.05,
                           "a": {"body": "ball", "point": [0, 0, 0]}, "b": {"point": [0, 0, 0.1]}}]
    return scene


def test_strands_of_a_world_are_read_and_changed(scene):
    world = hanging(scene).world()
    before = world.strand("string")
    assert (before.name, before.linear_stiffness, before.slack_length) == ("string", 500, 0.05)
    world.set_reference_strain("string", 0.02)
    assert world.strand("string").slack_length == pytest.approx(0.06 / 1.02, rel=1e-12)
    world.set_reference_force("string", 12)
    set_up = condyle.Strand.at_reference_force("string", 500, 0.06, 12)
    assert world.strand("string").slack_length == pytest.approx(set_up.slack_length, rel=1e-12)
    world.set_strand("string", condyle.Strand("any", 800, 0.055, transition_strain=0.03))
    now = world.strand("string")
    assert now == condyle.Strand("string", 800, 0.055, transition_strain=0.03)
    world.step(1 / 500, 1500)  # hangs at rest
    weight = 7900 * 4 / 3 * np.pi * 0.03 ** 3 * 9.81
    figures = world.figures()
    assert figures["string.force [N]"] == pytest.approx(weight, rel=1e-2)  # that still swings a little
    assert now.force(figures["string.length [m]"]).spring_force == pytest.approx(weight, rel=1e-2)
    for wrong in (lambda: world.strand("rope"), lambda: world.set_strand("rope", now),
                  lambda: world.set_reference_strain("string", -1), lambda: world.set_reference_force("string", -2),
                  lambda: world.set_reference_force("rope", 2)):
        with pytest.raises(condyle.InputError):
            wrong()
    assert world.strand("string") == now


def test_contacts_of_a_world_are_read_and_changed(scene):
    scene["contacts/plate_ball/friction"] = {"static_coefficient": 0.3}
    world = scene.world()
    settings = world.contact("plate_ball")
    assert settings["law"] == "linear" and settings["dissipation"] == 1 and settings["lumped"] is True
    assert settings["friction"].static_coefficient == 0.3 and settings["force_direction"] == "target"
    world.set_contact("plate_ball", law="nonlinear", dissipation=2, friction=condyle.Friction(0.1))
    changed = world.contact("plate_ball")
    assert changed["law"] == "nonlinear" and changed["dissipation"] == 2
    assert changed["friction"].static_coefficient == 0.1 and changed["max_proximity"] == settings["max_proximity"]
    for law in ("elastic_layer", condyle.Law("hertz", radius=0.03), "linear"):
        world.set_contact("plate_ball", law=law)
        assert repr(world.contact("plate_ball")["law"]) == repr(law)

    # What is set acts as if the scene had it.
    scene["contacts/plate_ball/dissipation"] = 3
    world.set_contact("plate_ball", **settings)
    world.set_contact("plate_ball", dissipation=3)
    other = scene.world()
    for each in (world, other):
        each.step(1 / 500, 100)
    assert np.array_equal(world.poses["ball"], other.poses["ball"])

    for wrong in (dict(laws="linear"), dict(law="cubic"), dict(dissipation=-1), dict(max_proximity=np.nan),
                  dict(force_direction="both"), dict(law=condyle.Law.of(lambda depth, rate: 1e6 * depth))):
        with pytest.raises(condyle.InputError):
            world.set_contact("plate_ball", **wrong)
    for wrong in (dict(dissipation="much"), dict(law=3), dict(friction=0.3)):
        with pytest.raises(TypeError):
            world.set_contact("plate_ball", **wrong)
    with pytest.raises(condyle.InputError, match="plate_ball"):
        world.contact("plate_bal")
    assert world.contact("plate_ball")["dissipation"] == 3


def test_stiction_from_python_acts_as_that_of_a_scene(scene):
    scene["gravity"] = [3, 0, -9.81]  # a slope of 17 degrees
    scene["contacts/plate_ball/friction"] = {"mode": "stiction", "static_coefficient": 0.6, "stick_stiffness": 1e9}
    other = scene.world()
    friction = other.contact("plate_ball")["friction"]
    assert (friction.mode, friction.stick_stiffness) == ("stiction", 1e9)
    assert friction == condyle.Friction(0.6, mode="stiction", stick_stiffness=1e9)
    scene["contacts/plate_ball/friction"] = {"static_coefficient": 0.6}
    world, regularised = scene.world(), scene.world()
    world.set_contact("plate_ball", friction=friction)
    for each in (world, other, regularised):
        each.step(1 / 500, 100)
    assert np.array_equal(world.poses["ball"], other.poses["ball"])
    assert not np.array_equal(world.poses["ball"], regularised.poses["ball"])
    with pytest.raises(condyle.InputError, match="from_library"):
        condyle.Friction(0.6, mode="user")


def test_every_key_of_a_scenes_contact_has_a_keyword(scene):
    """But for what names it, and the parts of which it is made."""
    schema = json.loads((pathlib.Path(__file__).parents[2] / "assets" / "scene.schema.json").read_text())
    fixed = {"name", "casting", "target", "casts", "regions", "sum_in", "post_step"}
    keys = {"lumped" if key == "layers" else key for key in schema["$defs"]["contact"]["properties"]}
    assert keys - fixed <= set(scene.world().contact("plate_ball"))
    keys = set(schema["$defs"]["ligament"]["properties"]) - {"wraps", "cut"}  # no parameter, but a state
    assert keys <= set(dir(hanging(scene).world().strand("string")))


def test_what_applies_no_force_is_shown_all_the_same(scene):
    """A contact or strand that is switched off in a world acts as one that its scene switches off, and again
    when it is switched on."""
    hanging(scene)["bodies/ball/position"] = [0, 0, 0.0299]
    scene["ligaments/string/slack_length"] = 0.06
    world = scene.world()
    assert world.contact("plate_ball")["applies_force"] is True and world.strand("string").applies_force
    strand = condyle.Strand("string", 500, 0.06, applies_force=False)
    world.set_contact("plate_ball", applies_force=False)
    world.set_strand("string", strand)
    scene["contacts/plate_ball/applies_force"] = scene["ligaments/string/applies_force"] = False
    other = scene.world()
    for each in (world, other):
        assert each.contact("plate_ball")["applies_force"] is False and each.strand("string") == strand
        each.step(1 / 500, 5)
        assert each.velocities["ball"][5] == pytest.approx(-9.81 * 0.01, rel=1e-12)  # nothing holds the ball
        assert each.pressure("plate_ball").max() > 0 and each.figures()["string.force [N]"] > 0
    assert world.figures() == other.figures()
    world.set_contact("plate_ball", applies_force=True)
    world.step(1 / 500, 20)
    assert world.velocities["ball"][5] > 0  # pressed out
    assert world.contact("plate_ball")["casts_from"] == "triangles"
    world.set_contact("plate_ball", casts_from="nodes", layer_tolerance=1e-8)
    assert (world.contact("plate_ball")["casts_from"], world.contact("plate_ball")["layer_tolerance"]) == ("nodes", 1e-8)
