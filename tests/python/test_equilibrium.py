"""Equilibria: balance, derivatives against equilibria solved anew, joints by their coordinates, scenes."""

import math
import pathlib
import re
import subprocess
import threading

import numpy as np
import pytest

import condyle
from conftest import pose

pytest.importorskip("condyle._world", reason="built without worlds")

LAYER = condyle.Layer(5e6, 0.4, 0.003)
FEET = [[0.1, 0, 0], [-0.05, 0.08, 0], [-0.05, -0.08, 0]]


def placed(values):
    """A pose from three small turns, one after the other, and a shift."""
    X = np.eye(4)
    for axis, angle in enumerate(values[:3]):
        R = np.eye(3)
        i, j = (axis + 1) % 3, (axis + 2) % 3
        R[i, i] = R[j, j] = math.cos(angle)
        R[j, i] = math.sin(angle)
        R[i, j] = -R[j, i]
        X[:3, :3] = X[:3, :3] @ R
    X[:3, 3] = values[3:]
    return X


def stool(*, modulus=0.0, thickness=0.0, foot=(0,) * 6, slack=0.09, stiffness=0.0,
          load=(0.1, -0.2, 0.05, 2, 3, -40), angle=0.02):
    """A stool on three feet, which two strands pull sideways and a joint keeps from turning. Its surfaces are smooth:
    feet cast on a half space. The first foot's modulus and thickness and a stiffness are given by their logarithms."""
    world = condyle.Equilibrium(tolerance=1e-10)
    world.add_fixed("ground")
    world.add_free("stool", 0.1, pose(z=0.0098))
    world.add_surface("ground", condyle.Surface(condyle.Shape.half_space(), LAYER, "floor"))
    of_foot = condyle.Layer(5e6 * math.exp(modulus), 0.4, 0.004 * math.exp(thickness))
    ellipsoid = condyle.make_ellipsoid([0.01, 0.012, 0.0105], 5)
    for i, place in enumerate(FEET):
        X_BS = placed(foot) if i == 0 else np.eye(4)
        X_BS[:3, 3] += place
        world.add_surface("stool", condyle.Surface(ellipsoid, of_foot if i == 0 else LAYER, f"foot {i}"), X_BS)
        world.set_contact(f"foot {i}", "floor")
    for name, side, strength, rest in (("left", -1, 800 * math.exp(stiffness), slack), ("right", 1, 700, 0.1)):
        path = condyle.StrandPath([(0, [-0.1, 0.12 * side, 0.1]), (1, [0, 0.03 * side, 0.05])])
        world.add_strand(condyle.Strand(name, strength, rest), path, ["ground", "stool"])
    world.add_load("push", "stool", point=[0.01, 0.02, 0.06], force=load[3:], moment=load[:3])
    world.add_joint("upright", "ground", "stool", held=[None, None, angle, None, None, None])
    world.solve()
    return world


def figures(world):
    """Position, forces of contacts, tensions, and what holds the joint, each over its size."""
    forces = {contact.casting: contact.force for contact in world.contacts}
    return np.concatenate([world.poses["stool"][:3, 3] / 1e-3, *(forces[f"foot {i}"] / 10 for i in range(3)),
                           [world.tensions[name] / 10 for name in ("left", "right")], world.joint_forces("upright")])


def figures_by(derivatives, column):
    return np.concatenate([derivatives.poses["stool"][3:, column] / 1e-3,
                           *(derivatives.pair_forces[f"foot {i}", "floor"][:, column] / 10 for i in range(3)),
                           [derivatives.tensions[name][column] / 10 for name in ("left", "right")],
                           derivatives.joint_forces["upright"][:, column]])


def shifted(values, k, by):
    values = list(values)
    values[k] += by
    return values


LOAD = (0.1, -0.2, 0.05, 2, 3, -40)
CHANGES = {("modulus", "foot 0", 0): (1e-4, lambda by: {"modulus": by}),
           ("thickness", "foot 0", 0): (1e-4, lambda by: {"thickness": by}),
           ("slack_length", "left", 0): (1e-6, lambda by: {"slack": 0.09 + by}),
           ("stiffness", "left", 0): (1e-4, lambda by: {"stiffness": by}),
           ("held_coordinate", "upright", 2): (1e-5, lambda by: {"angle": 0.02 + by})}
for k in range(6):
    CHANGES["placement", "foot 0", k] = (1e-4 if k < 3 else 1e-6, lambda by, k=k: {"foot": shifted([0] * 6, k, by)})
    CHANGES["load", "push", k] = (1e-5 if k < 3 else 1e-4, lambda by, k=k: {"load": shifted(LOAD, k, by)})


def test_derivatives_are_those_of_equilibria_solved_anew():
    derivatives = stool().differentiate([("modulus", "foot 0"), ("thickness", "foot 0"), ("slack_length", "left"),
                                         ("stiffness", "left"), ("held_coordinate", "upright"),
                                         ("placement", "foot 0"), ("load", "push")])
    assert set(derivatives.columns) == set(CHANGES) and derivatives.neutral_motions == 0
    for parameter, (step, change) in CHANGES.items():
        more, less = (figures(stool(**change(sign * step))) for sign in (1, -1))
        difference = (more - less) / (2 * step)
        derivative = figures_by(derivatives, derivatives.column(*parameter))
        # Balanced to 1e-10 of 40 N: of a derivative that is nearly 0, differences show no more.
        assert np.linalg.norm(derivative - difference) <= 1e-5 * np.linalg.norm(difference) + 5e-7, parameter


def test_the_softened_peak_and_its_derivative():
    """Against the peak itself, and against the formula over the pressures of another equilibrium."""
    def soft_peak(world, power):
        (contact,) = (c for c in world.contacts if c.casting == "foot 0")
        pressure = contact.result.pressure
        force = pressure * ellipsoid_areas
        return ((force * pressure**power).sum() / force.sum()) ** (1 / power)

    world = stool()
    ellipsoid_areas = condyle.Surface(condyle.make_ellipsoid([0.01, 0.012, 0.0105], 5), LAYER).areas
    derivatives = world.differentiate([("load", "push", 5), ("modulus", "foot 0")], peak_power=8)
    assert derivatives.present_soft_peaks["foot 0", "floor"] == pytest.approx(soft_peak(world, 8), rel=1e-12)
    h = 1e-3
    more, less = (soft_peak(stool(load=shifted(LOAD, 5, by)), 8) for by in (h, -h))
    assert derivatives.soft_peaks["foot 0", "floor"][0] == pytest.approx((more - less) / (2 * h), rel=1e-5)


def test_a_ball_on_a_plate_bears_its_load():
    world = condyle.Equilibrium()
    world.add_fixed("plate")
    world.add_free("ball", 0.03, pose(0.001, -0.002, 0.0297))
    world.add_surface("plate", condyle.Surface(condyle.Shape.half_space(), LAYER), name="top")
    world.add_surface("ball", condyle.Surface(condyle.Shape.sphere(0.03), LAYER), name="skin")
    world.set_contact("skin", "top")
    world.add_load("weight", "ball", force=[0, 0, -20])
    report = world.solve()
    assert report.residual < 1e-8 and report.load == pytest.approx(20, rel=1e-7) and report.iterations > 0
    assert (world.report.residual, world.report.iterations) == (report.residual, report.iterations)
    (contact,) = world.contacts
    assert (contact.casting, contact.target) == ("skin", "top")
    np.testing.assert_allclose(contact.force, [0, 0, 20], atol=1e-6)
    # Springs along the ball's normals, whose pressure acts on the plate: with u the cosine of the angle from the pole,
    # 2 pi R^2 k times the integral of (d - R + R u) / u^2 from 1 - d / R to 1.
    depth, R = 0.03 - world.poses["ball"][2, 3], 0.03
    k, u = LAYER.constrained_modulus / 0.006, 1 - depth / 0.03
    assert 2 * math.pi * R**2 * k * ((depth - R) * (1 / u - 1) - R * math.log(u)) == pytest.approx(20, rel=2e-3)
    assert contact.result.total.max_pressure == contact.result.pressure.max() == pytest.approx(k * depth, rel=0.01)
    np.testing.assert_allclose(contact.X_WC, world.poses["ball"], atol=1e-9)
    before, kept = world.poses["ball"], contact.result.pressure.copy()
    memory = world.save()
    world.set_load("weight", force=[0, 0, -40])
    world.solve()
    assert world.poses["ball"][2, 3] < before[2, 3]
    np.testing.assert_array_equal(contact.result.pressure, kept)  # a copy
    world.restore(memory)
    np.testing.assert_array_equal(world.poses["ball"], before)
    assert world.differentiate.__doc__ and world.load("weight")["force"][2] == -40
    world.solve()
    assert world.differentiate([]).neutral_motions == 3  # it may slide and spin


def test_a_softer_layer_and_another_place_keep_the_contact():
    world = stool()
    heights = [world.poses["stool"][2, 3]]
    world.set_layer("foot 0", condyle.Layer(1e6, 0.4, 0.003))
    assert world.layer("foot 0").elastic_modulus == 1e6
    with pytest.raises(condyle.InputError, match="solve it first"):
        world.differentiate([])
    world.solve()
    heights.append(world.poses["stool"][2, 3])
    X_BS = world.placement("foot 0")
    X_BS[2, 3] -= 1e-3
    world.place("foot 0", X_BS)
    assert world.contacts == []  # until it is solved
    world.solve()
    heights.append(world.poses["stool"][2, 3])
    assert heights[1] < heights[0] < heights[2]
    assert [c.target for c in world.contacts] == ["floor"] * 3
    world.remove_surface("foot 0")
    assert world.surfaces == ["floor", "foot 1", "foot 2"]


def test_strands_are_read_and_changed():
    world = stool()
    assert world.strands == ["left", "right"] and world.strand_condition("left") == "taut"
    force = world.strand_force("left")
    assert world.tensions["left"] == force.total_force > 0
    assert world.strand_length("left") == pytest.approx(0.09 * (1 + force.strain), rel=1e-9)
    ends = world.strand_points("left")
    assert np.linalg.norm(ends[-1] - ends[0]) == pytest.approx(world.strand_length("left"), rel=1e-9)
    world.set_strand("left", condyle.Strand("any", 1600, 0.09))
    assert world.strand("left") == condyle.Strand("left", 1600, 0.09)
    world.set_reference_force("left", 5.0)
    assert world.strand("left").tension([world.strand_length("left")])[0] == pytest.approx(5)
    world.cut_strand("left")
    world.solve()
    assert world.strand_condition("left") == "cut" and world.tensions["left"] == 0
    world.restore_strand("left")
    world.solve()
    assert world.tensions["left"] > 0
    world.remove_strand("right")
    assert world.strands == ["left"]


def test_what_other_threads_read_is_an_equilibrium():
    """While one thread goes back and forth between two loads, others never read what a search passes through."""
    world = stool()

    def state():
        return [*world.tensions.values(), world.strand_force("left").total_force, *world.joint_forces("upright")[:3]]

    loads = ([2, 3, -40], [-4, 1, -80])
    ends = []
    for load in loads:
        world.set_load("push", force=load)
        world.solve()
        ends.append(state())
    ends = np.array(ends)
    assert (abs(ends[1, :3] - ends[0, :3]) > 0.01 * abs(ends[0, :3])).all()  # states that can be told apart

    has_read_enough = threading.Event()

    def go_back_and_forth():
        for load in loads * 100:
            world.set_load("push", force=load)
            world.solve()
            if has_read_enough.is_set():
                break

    solver = threading.Thread(target=go_back_and_forth)
    solver.start()
    read = []
    while solver.is_alive():
        read.append(([*world.tensions.values()], world.strand_force("left").total_force,
                     world.joint_forces("upright")[2], world.report.residual))
        if len(read) > 10:
            has_read_enough.set()
    solver.join()
    assert len(read) > 3

    def is_one_of(values, columns):
        return any(np.allclose(values, end[columns], rtol=1e-6, atol=1e-8) for end in ends)

    for tensions, left, moment, residual in read:
        assert is_one_of(tensions, slice(0, 2)) and is_one_of(left, 2) and is_one_of(moment, 5)
        assert residual <= 1e-10


def test_a_layer_that_a_contact_cannot_have_changes_nothing():
    world = condyle.Equilibrium()
    world.add_fixed("plate")
    world.add_free("ball", 0.03, pose(0, 0, 0.0297))
    world.add_surface("plate", condyle.Surface(condyle.make_box([0.04, 0.04, 0.01], [8, 8, 1]), condyle.Layer.rigid()),
                      pose(0, 0, -0.005), name="top")
    world.add_surface("ball", condyle.Surface(condyle.make_icosphere(0.03, 4), LAYER), name="skin")
    world.set_contact("skin", "top", law="elastic_layer")
    world.add_joint("guide", "plate", "ball", held=[0, 0, 0, 0, 0, None])
    world.add_load("weight", "ball", force=[0, 0, -20])
    world.solve()
    before, force = world.poses["ball"], world.contacts[0].force
    assert force[2] == pytest.approx(20, rel=1e-6)
    with pytest.raises(condyle.InputError, match="two rigid sides"):
        world.set_layer("skin", condyle.Layer.rigid())
    assert world.layer("skin") == LAYER
    (contact,) = world.contacts
    np.testing.assert_array_equal(contact.force, force)
    assert world.differentiate([("load", "weight", 5)]).poses["ball"][5, 0] > 0  # nothing has changed since solve()
    world.solve()
    np.testing.assert_allclose(world.poses["ball"], before, atol=1e-9)
    assert [(c.casting, c.target) for c in world.contacts] == [("skin", "top")]
    world.set_layer("skin", condyle.Layer(1e6, 0.4, 0.003))
    world.solve()
    assert world.poses["ball"][2, 3] < before[2, 3]


def test_a_joint_s_coordinate_is_driven_and_its_moment_told():
    """A bar on a hinge, which a moment of m g l sin(q) holds against a force at its end."""
    world = condyle.Equilibrium()
    world.add_fixed("wall")
    world.add_free("bar", 0.2)
    world.add_joint("hinge", "wall", "bar", held=[0, 0, 0, 0, 0, 0], axes="of_second")
    world.add_load("end", "bar", point=[0, 0, -0.2], force=[0, 0, -10])
    for angle in (0.2, 0.4, 0.6):
        world.hold("hinge", 0, angle)
        world.lead()
        world.solve()
        np.testing.assert_allclose(world.coordinates("hinge"), [angle, 0, 0, 0, 0, 0], atol=1e-9)
        assert world.joint_forces("hinge")[0] == pytest.approx(10 * 0.2 * math.sin(angle), rel=1e-6)
    derivatives = world.differentiate([("held_coordinate", "hinge", 0), ("held_coordinate", "hinge")])
    assert [column[2] for column in derivatives.columns] == [0, 0, 1, 2, 3, 4, 5]
    assert derivatives.joint_forces["hinge"][0, 0] == pytest.approx(10 * 0.2 * math.cos(0.6), rel=1e-6)
    world.hold("hinge", 0, None)
    assert world.held("hinge") == [None, 0, 0, 0, 0, 0]
    world.solve()
    np.testing.assert_allclose(world.coordinates("hinge"), np.zeros(6), atol=1e-6)  # it hangs


def test_loads_follow_their_frame():
    world = condyle.Equilibrium()
    world.add_fixed("wall", pose(turn=0.3))
    world.add_free("bar", 0.2, pose(turn=0.3))
    world.add_joint("weld", "wall", "bar", held=[0] * 6)
    world.add_load("push", "bar", force=[5, 0, 0], frame="bar")
    world.solve()
    assert world.joint_forces("weld")[3] == pytest.approx(-5)
    world.clear_loads()
    assert world.loads == []
    world.add_load("push", "bar", force=[5, 0, 0])
    world.solve()
    np.testing.assert_allclose(world.joint_forces("weld")[[3, 5]], [-5 * math.cos(0.3), -5 * math.sin(0.3)])


def test_who_may_touch_is_set_by_names():
    world = stool()
    world.set_meeting([("stool", "ground")])
    world.solve()
    assert len(world.contacts) == 3
    world.set_meeting([])
    with pytest.raises(condyle.SimulationError, match="No equilibrium"):
        world.solve()
    world.set_meeting(None)
    world.solve()


def test_what_has_no_equilibrium_or_no_name_is_refused():
    world = condyle.Equilibrium()
    world.add_fixed("ground")
    world.add_free("ball", 0.03)
    world.add_load("pull", "ball", force=[0, 0, 3])
    with pytest.raises(condyle.SimulationError, match="nothing holds 'ball' against its load of 3 N"):
        world.solve()
    np.testing.assert_array_equal(world.poses["ball"], np.eye(4))
    for call, message in [
            (lambda: world.add_free("ball", 1), "there is a body 'ball' already"),
            (lambda: world.add_free("", 1), "needs a name"),
            (lambda: world.add_free("bat", -1), "radius"),
            (lambda: world.put("bal", np.eye(4)), "there is no body 'bal'.*ball"),
            (lambda: world.add_load("pull", "ball"), "a load 'pull' already"),
            (lambda: world.set_load("push", force=[1, 0, 0]), "there is no load 'push'"),
            (lambda: world.add_joint("j", "ground", "ball", axes="x"), "axes 'x' are unknown"),
            (lambda: world.hold("j", 0, 1.0), "there is no joint 'j'"),
            (lambda: world.tensions["x"] if world.tensions else world.strand("x"), "there is no strand 'x'"),
            (lambda: world.set_time(1), "not of a scene"),
            (lambda: world.differentiate([("colour", "ball")]), "kind 'colour' is unknown; it has: modulus"),
            (lambda: world.differentiate([("load", "pull", 6)]), "no component 6"),
            (lambda: world.differentiate([("load", "pull", 4), ("load", "pull", 6)]), "no component 6"),
            (lambda: world.differentiate([("load", "pull", 1, 2)]), "a parameter is a tuple"),
            (lambda: world.differentiate([("load", "pull", "x")]), "a parameter is a tuple.*'x'"),
            (lambda: world.differentiate([("load", 3)]), "a parameter is a tuple"),
            (lambda: world.differentiate([7]), "a parameter is a tuple.*7"),
            (lambda: world.differentiate(("load", "pull")), "a parameter is a tuple.*'load'"),
            (lambda: condyle.Equilibrium(tolerance=0), "tolerance > 0")]:
        with pytest.raises(condyle.InputError, match=message):
            call()
    law = condyle.Law.of(lambda inputs, parameters: inputs)
    with pytest.raises(condyle.InputError, match="from_library"):
        world.set_default_contact(law=law)


def test_the_shipped_knee_is_that_of_the_program(tmp_path):
    """Frame by frame as a scene's static balances, which are made in frames at the centres of mass."""
    scene = condyle.Scene.load("knee_replacement")
    knee = scene.equilibrium(0.1)
    scene["solve"] = "static"
    assert knee.time == 0.1 and "tibia.insert" in knee.surfaces and "MCL_a" in knee.strands
    run = scene.simulate(0.4, 10)
    for time in (0.1, 0.2, 0.3, 0.4):
        knee.set_time(time)
        assert knee.solve().residual <= 1e-8
        for axis, name in enumerate("xyz"):
            column = np.round(run.times, 9) == time
            # Facets give several rests a micrometre apart.
            assert knee.poses["tibia"][axis, 3] == pytest.approx(run[f"tibia.position_{name}"][column][0], abs=2e-6)
    derivatives = knee.differentiate([("slack_length", name) for name in knee.strands])
    slack = [knee.strand(name).slack_length for name in knee.strands]
    for column, name in enumerate(knee.strands):
        assert derivatives.tensions[name][column] <= 0 < slack[column]  # a longer one pulls less


PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "equilibrium.md"


def test_the_page_s_python_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    assert len(blocks) == 2
    known = {}
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), known)
    report, ball, stiffness, knee = capsys.readouterr().out.splitlines()
    assert "residual" in report and known["report"].residual <= 1e-8
    depth, peak = (float(x) for x in re.findall(r"[\d.]+", ball))
    # Springs of both layers: their pressure follows from the depth.
    assert peak * 1e6 == pytest.approx(LAYER.constrained_modulus / 0.006 * depth / 1e3, rel=0.01)
    # A load of 20 N on a stiffness that grows with depth, as of a cap: F = pi k (R d^2 - d^3 / 3).
    assert float(re.match(r"[\d.]+", stiffness)[0]) == pytest.approx(2 * 20 / depth, rel=0.03)
    assert stiffness.endswith("3 ways to slide and spin")
    peak = known["knee"].contacts[0].result.pressure.max() / 1e6
    assert 0.7 * peak < float(re.match(r"[\d.]+", knee)[0]) < peak


def test_the_page_s_command_runs(program, tmp_path):
    (block,) = re.findall(r"```bash\n(.*?)```", PAGE.read_text(), re.S)
    (line,) = block.splitlines()
    assert line.startswith("condyle simulate knee_replacement --engine statics")
    subprocess.run([program, *line.split()[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "out" / "knee" / "history.csv").exists()


def test_a_component_that_the_column_before_has_is_refused_too():
    world = stool()
    with pytest.raises(condyle.InputError, match="'modulus' of 'foot 0' has no component 5"):
        world.differentiate([("load", "push", 5), ("modulus", "foot 0", 5)])
    assert world.differentiate([("load", "push", np.int64(5)), ["modulus", "foot 0", 0]]).columns == [
        ("load", "push", 5), ("modulus", "foot 0", 0)]


def test_meshes_that_no_contact_of_a_scene_names_do_not_touch():
    scene = condyle.Scene.load("springs_and_layer")
    at = [scene[f"bodies/{ball}/position"] for ball in (1, 2)]
    scene.equilibrium().solve()
    scene["bodies/1/position"], scene["bodies/2/position"] = at[1], at[0]
    exchanged = scene.equilibrium()  # each over the pad that only the other's contact names
    with pytest.raises(condyle.SimulationError, match="No equilibrium|nothing holds"):
        exchanged.solve()


@pytest.mark.parametrize("time", [math.nan, math.inf])
def test_a_time_of_a_scene_is_finite(time):
    scene = condyle.Scene.load("knee_replacement")
    with pytest.raises(condyle.InputError, match=f"equilibrium: time is {time}"):
        scene.equilibrium(time)
    knee = scene.equilibrium(0.1)
    before = knee.poses["tibia"]
    with pytest.raises(condyle.InputError, match=f"set_time: time is {time}"):
        knee.set_time(time)
    assert knee.time == 0.1
    np.testing.assert_array_equal(knee.poses["tibia"], before)


def test_scenes_without_balance_are_refused():
    scene = condyle.Scene.load("knee_replacement")
    scene["contacts/0/wear_coefficient"] = 1e-15
    with pytest.raises(condyle.InputError, match="wears"):
        scene.equilibrium()
