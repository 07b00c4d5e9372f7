"""Ligaments and contacts of an OpenSim model, read, changed and written."""

import copy
import subprocess

import numpy as np
import pytest

import condyle
from osim_support import rocker  # noqa: F401


def changed_lines(one, other):
    before, after = one.read_text().splitlines(), other.read_text().splitlines()
    assert len(before) == len(after)
    return [line for was, line in zip(before, after) if was != line]


def test_ligaments_are_read_and_changed(rocker, tmp_path):
    model = condyle.read_osim(rocker)
    ligament = model.ligament("front")
    points = ligament.pop("points")
    assert ligament == {"linear_stiffness": 20000, "slack_length": 0.099, "transition_strain": 0.06,
                        "damping_coefficient": 0.003, "applies_force": True}
    assert [point["frame"] for point in points] == ["/ground", "/bodyset/shank"] and points[0]["name"] == "p"
    assert np.array_equal(points[0]["location"], [0.1, 0, 0.03])
    model.set_ligament("front", slack_length=0.1, damping_coefficient=0.01, applies_force=False)
    model.set_point("front", 0, [0.11, 0, 0.03])
    model.write(tmp_path / "new.osim")
    again = condyle.read_osim(tmp_path / "new.osim")
    assert again.ligament("front")["slack_length"] == 0.1 and again.ligament("front")["damping_coefficient"] == 0.01
    assert np.array_equal(again.ligament("front")["points"][0]["location"], [0.11, 0, 0.03])
    assert again.ligament("back")["slack_length"] == 0.099
    assert not again.ligament("front")["applies_force"] and again.ligament("back")["applies_force"]


def test_contacts_and_their_meshes_are_read_and_changed(rocker, tmp_path):
    model = condyle.read_osim(rocker)
    assert model.contact("rest") == {"law": "linear", "lumped": True, "min_proximity": 0, "max_proximity": 0.01,
                                     "applies_force": True, "casting_layer": None, "target_layer": None, "casting": "plate", "target": "ball"}
    mesh = model.contact_mesh("ball")
    assert np.array_equal(mesh.pop("scale_factors"), [1, 1, 1])
    assert mesh == {"file": "ball.obj", "elastic_modulus": 5e6, "poissons_ratio": 0.45, "thickness": 0.003,
                    "variable_thickness": False, "back_file": "", "min_thickness": 0.001, "max_thickness": 0.01,
                    "frame": "/bodyset/shank"}
    assert model.contact_meshes == ["plate", "ball"]
    model.set_contact("rest", law="nonlinear", max_proximity=0.02, applies_force=False)
    model.set_contact_mesh("ball", elastic_modulus=8e6, scale_factors=[1, 1, 1.25])
    model.write(tmp_path / "new.osim")
    again = condyle.read_osim(tmp_path / "new.osim")
    assert again.contact("rest") == model.contact("rest")
    assert repr(again.contact_mesh("ball")) == repr(model.contact_mesh("ball"))


def test_nothing_but_changed_values_differs_in_the_file(rocker, tmp_path):
    model = condyle.read_osim(rocker)
    model.write(tmp_path / "same.osim")
    assert (tmp_path / "same.osim").read_bytes() == rocker.read_bytes()
    model.set_contact_mesh("plate", thickness=0.004)
    model.write(tmp_path / "new.osim")
    (line,) = changed_lines(rocker, tmp_path / "new.osim")
    assert "<thickness>0.004</thickness>" in line and line.replace("0.004", "0.003") in rocker.read_text()


def test_analyses_and_scenes_have_the_changed_values(rocker, tmp_path):
    model = condyle.read_osim(rocker)
    model.set_ligament("front", slack_length=0.09)
    model.set_contact("rest", law="nonlinear")
    model.set_contact_mesh("ball", elastic_modulus=8e6)
    model.write(rocker.parent / "new.osim")
    motion = rocker.parent / "motion.sto"
    ours = condyle.analyze(model, motion, missing_default=True)
    theirs = condyle.analyze(rocker.parent / "new.osim", motion, missing_default=True)
    before = condyle.analyze(rocker, motion, missing_default=True)
    assert np.array_equal(ours.contact.values, theirs.contact.values)
    assert np.array_equal(ours.ligaments.values, theirs.ligaments.values)
    assert not np.array_equal(ours.contact.values, before.contact.values)
    assert (ours["front.force_spring"] > before["front.force_spring"]).all()
    assert condyle.convert(model)["ligaments/front/slack_length"] == 0.09


def write_pose(folder):
    """A motion that stays in the model's default pose."""
    (folder / "pose.sto").write_text("pose\nnRows=2\nnColumns=2\ninDegrees=no\nendheader\n"
                                     "time\t/jointset/knee/bend/value\n0\t0\n1\t0\n")
    return folder / "pose.sto"


def test_a_model_twice_as_large_presses_as_hard_with_four_times_the_force(rocker):
    pose = write_pose(rocker.parent)
    model = condyle.read_osim(rocker)
    twice = model.scaled(2)
    twice.write(rocker.parent / "twice.osim")
    before = condyle.analyze(model, pose, missing_default=True)
    after = condyle.analyze(rocker.parent / "twice.osim", pose, missing_default=True)
    total = "rest.casting.total."
    # Depths, layers and meshes double: the pressure of the springs stays, and areas are four times as large.
    assert before[total + "max_pressure"][0] > 1e4
    for column, factor in (("max_pressure", 1), ("contact_area", 4), ("contact_force_z", 4), ("max_proximity", 2)):
        assert after[total + column] == pytest.approx(factor * before[total + column], rel=1e-9), column
    for name in model.ligaments:
        assert after[name + ".length"] == pytest.approx(2 * before[name + ".length"], rel=1e-14)
        assert after[name + ".strain"] == pytest.approx(before[name + ".strain"], abs=1e-13)
        assert after[name + ".force_spring"] == pytest.approx(before[name + ".force_spring"], rel=1e-11)


def test_scaled_models_are_those_of_the_program(program, rocker, tmp_path):
    (tmp_path / "set.xml").write_text('<OpenSimDocument Version="30000"><ScaleSet><objects><Scale><scales>1 1.5 2</scales>'
                                      "<segment>shank</segment></Scale></objects></ScaleSet></OpenSimDocument>")
    model = condyle.read_osim(rocker)
    for words, factors in (("shank=1,1.5,2", {"shank": [1, 1.5, 2]}), ("1.5", 1.5), ("1,2,3", np.array([1, 2, 3])),
                           (tmp_path / "set.xml", tmp_path / "set.xml"), ("shank=2", {"shank": 2})):
        subprocess.run([program, "scale", rocker, "--factors", words, "--out", tmp_path / "theirs.osim"], check=True,
                       capture_output=True)
        ours = model.scaled(factors)
        ours.write(tmp_path / "ours.osim")
        assert (tmp_path / "ours.osim").read_bytes() == (tmp_path / "theirs.osim").read_bytes()
        assert any("PointToPointSpring (1): not scaled" in line for line in ours.report)
    assert np.array_equal(ours.contact_mesh("ball")["scale_factors"], [2, 2, 2])
    assert np.array_equal(model.contact_mesh("ball")["scale_factors"], [1, 1, 1])


@pytest.mark.parametrize("factors, words", [
    ({"shnak": 2}, "no body 'shnak'; did you mean 'shank'"), ({"shank": 0}, "above 0"), ({"": 2}, "without a name"),
    ({"shank": [1, 2]}, "factors of shank"), (float("nan"), "factors"), ("nothing.xml", "nothing.xml")], ids=str)
def test_factors_that_cannot_be_are_refused(rocker, factors, words):
    with pytest.raises(condyle.InputError, match=words):
        condyle.read_osim(rocker).scaled(factors)


def test_a_copy_changes_on_its_own(rocker):
    model = condyle.read_osim(rocker)
    for twin in (model.copy(), copy.copy(model), copy.deepcopy(model)):
        twin.set_ligament("front", slack_length=0.2)
        assert model.ligament("front")["slack_length"] == 0.099 and twin.ligament("front")["slack_length"] == 0.2


def test_the_file_that_was_read_is_replaced_only_on_request(rocker, monkeypatch):
    text = rocker.read_text()
    model = condyle.read_osim(rocker)
    model.set_ligament("front", slack_length=0.2)
    monkeypatch.chdir(rocker.parent)
    for same in (rocker, "rocker.osim", rocker.parent / ".." / rocker.parent.name / rocker.name):
        with pytest.raises(condyle.InputError, match="overwrite=True"):
            model.write(same)
    assert rocker.read_text() == text
    model.write(rocker, overwrite=True)
    assert rocker.read_text() == text.replace("0.099", "0.2", 1)
    model.set_ligament("front", slack_length=0.3)  # what was read first is what is written, wherever it is now
    rocker.unlink()
    model.write(rocker)
    assert rocker.read_text() == text.replace("0.099", "0.3", 1)


@pytest.mark.parametrize("call, error, words", [
    (lambda m: m.ligament("fornt"), condyle.InputError, "no ligament 'fornt'; did you mean 'front'"),
    (lambda m: m.contact("rets"), condyle.InputError, "no contact 'rets'; did you mean 'rest'"),
    (lambda m: m.contact_mesh("bal"), condyle.InputError, "no contact mesh 'bal'; did you mean 'ball'"),
    (lambda m: m.set_ligament("front", slack=1), condyle.InputError, "ligament 'front' has no setting 'slack'"),
    (lambda m: m.set_ligament("front", slack_length="long"), TypeError, "slack_length has a value of the wrong type"),
    (lambda m: m.set_ligament("front", linear_stiffness=1, slack_length=-1), condyle.InputError, "front.*slack"),
    (lambda m: m.set_ligament("front", slack_length=float("nan")), condyle.InputError, "front.*slack"),
    (lambda m: m.set_point("front", 2, [0, 0, 0]), condyle.InputError, "no point 2; it has 0 to 1"),
    (lambda m: m.set_point("front", -1, [0, 0, 0]), condyle.InputError, "no point -1"),
    (lambda m: m.set_point("front", 0, [0, 0, np.nan]), condyle.InputError, "location"),
    (lambda m: m.set_contact("rest", law="elastic_layer"), condyle.InputError, "'linear' and 'nonlinear'"),
    (lambda m: m.set_contact("rest", law=condyle.Law("hertz", radius=1)), condyle.InputError, "'linear' and"),
    (lambda m: m.set_contact("rest", max_proximity=-1), condyle.InputError, "rest.*max_proximity"),
    (lambda m: m.set_contact("rest", casting_layer=condyle.Layer(1e6, 0.3, 0.001)), condyle.InputError,
     "set_contact_mesh"),
    (lambda m: m.set_contact("rest", casting="ball"), condyle.InputError, "no setting 'casting'"),
    (lambda m: m.set_contact_mesh("ball", poissons_ratio=0.6), condyle.InputError, "ball.*0.6"),
    (lambda m: m.set_contact_mesh("ball", scale_factors=[1, 0, 1]), condyle.InputError, "ball.*scale factor"),
    (lambda m: m.set_contact_mesh("ball", variable_thickness=True), condyle.InputError, "back_file"),
    (lambda m: m.set_contact_mesh("ball", min_thickness=0.02), condyle.InputError, "max_thickness"),
    (lambda m: m.write("/nowhere/new.osim"), condyle.InputError, "nowhere"),
])
def test_what_cannot_be_is_refused_and_changes_nothing(rocker, tmp_path, call, error, words):
    model = condyle.read_osim(rocker)
    with pytest.raises(error, match=words):
        call(model)
    model.write(tmp_path / "same.osim")
    assert (tmp_path / "same.osim").read_bytes() == rocker.read_bytes()
