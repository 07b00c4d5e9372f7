"""Studies of a model of OpenSim, which becomes a scene on the way."""

import pytest

import condyle
from osim_support import rocker  # noqa: F401
from study_support import require_worlds, write

pytest.importorskip("scipy", reason="scipy is not installed")
pytest.importorskip("pandas", reason="pandas is not installed")
require_worlds()

from condyle.study.study_file import read_study  # noqa: E402

STIFFNESS = "ligaments/front/linear_stiffness"
STUDY = {
    "condyle_study": 1, "seconds": 0.05, "rate": 240,
    "opensim": {"model": "rocker.osim", "joint": "knee", "flexion": [5, 20], "compression": 200},
    "parameters": [{"name": "stiffness", "path": STIFFNESS, "unit": "N", "uniform": [1e4, 3e4]}],
    "design": {"kind": "latin_hypercube", "samples": 3, "seed": 2},
    "outcomes": [{"name": "peak", "figure": "rest.peak_pressure", "take": "largest"}],
}


def test_samples_are_runs_of_the_joint(program, rocker):
    folder = rocker.parent
    assert condyle.study.run(write(folder, STUDY), folder / "out", workers=0).computed == 3
    frame = condyle.study.load(folder / "out")
    scene = condyle.joint(rocker, "knee", (5, 20), compression=200, seconds=0.05)
    for _, row in frame.iterrows():
        scene[STIFFNESS] = row["stiffness"]
        assert row["peak"] == scene.simulate(0.05, 240)["rest.peak_pressure"].max() > 0


@pytest.mark.parametrize("osim, same", [
    ({"joint": "knee", "motion": "motion.sto", "at": 0.2, "missing_default": True},
     lambda file: condyle.joint(file, "knee", motion=file.parent / "motion.sto", at=0.2, missing_default=True,
                                seconds=0.05)),
    ({"joint": "knee", "flexion": 7, "coordinate": "bend", "forces": {"shank": [0, 20, 0]}},
     lambda file: condyle.joint(file, "knee", 7, coordinate="bend", forces={"shank": (0, 20, 0)}, seconds=0.05)),
    ({"geometry": "."}, lambda file: condyle.convert(file, geometry=file.parent)),
])
def test_what_a_study_says_of_a_model_is_what_joint_and_convert_take(rocker, osim, same):
    content = {**STUDY, "opensim": {"model": "rocker.osim", **osim}}
    assert read_study(write(rocker.parent, content)).scene.to_dict() == same(rocker).to_dict()


@pytest.mark.parametrize("changes, said", [
    ({"opensim": {}}, "study.json.opensim: 'model' is missing"),
    ({"opensim": {"model": "none.osim"}}, "study.json.opensim: "),
    ({"opensim": {"model": "rocker.osim", "joint": "elbow"}}, "has no joint 'elbow'; it has: knee"),
    ({"opensim": {"model": "rocker.osim", "compression": 5}}, "'compression' is not a key here"),
    ({"opensim": {"model": "rocker.osim", "joint": "knee", "flexion": [1, 2, 3]}}, "flexion: must be a list of 2"),
    ({"opensim": {"model": "rocker.osim", "joint": "knee", "forces": {"shank": [1, 2]}}}, "forces.shank: must be a"),
    ({"opensim": {"model": "rocker.osim", "missing_default": 1}}, "missing_default: must be true or false"),
    ({"scene": "ball_on_plate"}, "needs exactly one model of scene, opensim; it has scene, opensim"),
])
def test_errors_name_the_place(rocker, changes, said):
    with pytest.raises(condyle.InputError) as error:
        read_study(write(rocker.parent, {**STUDY, **changes}))
    assert said in str(error.value) and "study.json" in str(error.value)
