"""Studies for users' own loops: map and evaluate."""

import copy

import pytest

import condyle
from study_support import STUDY, peak_pressure, require_worlds, study, write

for library in ("scipy", "pandas"):
    pytest.importorskip(library, reason=f"{library} is not installed")
require_worlds()


@pytest.fixture
def session(tmp_path):
    with condyle.study.open(write(tmp_path, STUDY), tmp_path / "out", workers=0) as opened:
        yield opened


POINTS = [{"modulus": m, "height": -2e-4} for m in (3e6, 4e6, 5e6)]


def test_evaluate_gives_outcomes_and_remembers(session):
    frame = session.evaluate(POINTS)
    assert frame["peak"].to_numpy() == pytest.approx([peak_pressure(**p) for p in POINTS], rel=1e-9)
    again = session.evaluate(POINTS[::-1] + POINTS[:1])
    assert again["peak"].tolist() == frame["peak"].tolist()[::-1] + frame["peak"].tolist()[:1]
    assert again["cost"].tolist()[:3] == frame["cost"].tolist()[::-1]  # taken from the table


def test_a_parameter_that_is_left_out_leaves_the_scene_as_it_is(session):
    (peak,) = session.evaluate([{"height": -1e-4}])["peak"]
    assert peak == pytest.approx(peak_pressure(5e6, -1e-4), rel=1e-9)


def test_map_calls_a_function_of_scenes_in_order(session):
    assert session.map(lambda scene: scene["bodies/ball/position/2"], [{"height": h} for h in (0.1, 0.3, 0.2)]) == \
        pytest.approx([0.13, 0.33, 0.23])
    of_design = session.map(lambda scene: scene["bodies/plate/meshes/top/layer/elastic_modulus"])
    assert of_design == [point["modulus"] for point in session.study.points()]


def test_errors(session, tmp_path):
    with pytest.raises(condyle.InputError, match="'width' is not a parameter of the study; it has: modulus, height"):
        session.evaluate([{"width": 1}])
    with pytest.raises(condyle.SimulationError, match="point 1: ZeroDivisionError"):
        session.map(lambda scene: 1 / (scene["bodies/ball/position/2"] - 0.04), [{"height": 0}, {"height": 0.01}])
    with pytest.raises(condyle.InputError, match="another study is writing to this folder"):
        with condyle.study.open(tmp_path / "study.json", tmp_path / "out", workers=0):
            pass
    assert session.evaluate([{"modulus": -1.0}])["status"].tolist() == ["failed"]


def test_static_balances_are_studied(tmp_path):
    scene = copy.deepcopy(STUDY["scene"])
    scene["gravity"] = [0, 0, -9.81]
    scene["bodies"][1].update(mass=0.5, inertia=[2e-4] * 3, position=[0, 0, 0.0299])
    content = study(scene=scene, set={"solve": "static"}, seconds=1, rate=2,
                    parameters=[{"name": "mass", "path": "bodies/ball/mass", "uniform": [0.3, 0.9]}])
    with condyle.study.open(write(tmp_path, content), tmp_path / "out", workers=0) as session:
        frame = session.evaluate([{"mass": 0.4}, {"mass": 0.8}])
    assert frame["force"].tolist() == pytest.approx([0.4 * 9.81, 0.8 * 9.81], rel=1e-6)
    light, heavy = frame["peak"]
    assert heavy == pytest.approx(2**0.5 * light, rel=0.05)  # a cap's force grows with the square of its depth


def test_functions_travel_to_workers(tmp_path):
    pytest.importorskip("distributed", reason="distributed is not installed")
    factor = 2.0  # a closure, which plain pickle refuses
    with condyle.study.open(write(tmp_path, study()), tmp_path / "out", workers=1) as session:
        peaks = session.map(lambda scene: factor * scene.simulate()["plate_ball.peak_pressure"].max(), POINTS)
        assert session.evaluate(POINTS)["peak"].tolist() == [peak / factor for peak in peaks]
