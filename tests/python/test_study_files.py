"""Study files: errors name their place; the meaning of distributions, correlations, changes and designs."""

import json
import os

import numpy as np
import pytest

import condyle
from study_support import BALL_IN_PLATE, MODULI, STUDY, require_worlds, study, write

pytest.importorskip("scipy", reason="scipy is not installed")
require_worlds()

from condyle.study.study_file import check_study, read_study, study_of  # noqa: E402


def read(content, tmp_path):
    return read_study(write(tmp_path, content))


def with_parameter(**keys):
    return study(parameters=[{"name": "modulus", "paths": MODULI, **keys}])


def with_outcome(**keys):
    return study(outcomes=[{"name": "peak", **keys}])


@pytest.mark.parametrize("content, said", [
    (study(desing={}), "study.json: 'desing' is not a key here; did you mean 'design'?"),
    (study(condyle_study=2), "condyle_study: must be 1"),
    (study(seconds=0), "seconds: must be a number above 0, not 0"),
    (study(scene="no_such_scene"), "scene: no_such_scene: is neither a file nor a shipped scene"),
    (study(keep=["movie"]), "keep: 'movie' cannot be kept; known: history, maps"),
    (study(parameters=[]), "parameters: a study needs at least one entry"),
    (study(parameters=STUDY["parameters"][:1] * 2), "parameters[1].name: there are two 'modulus'"),
    (with_parameter(uniform=[1, 1]), "parameters[0]: the bounds of uniform must ascend, not 1 to 1"),
    (with_parameter(uniform=[1, "2"]), "parameters[0].uniform: must be a list of 2 numbers"),
    (with_parameter(), "parameters[0]: needs exactly one distribution of uniform, normal"),
    (with_parameter(uniform=[1, 2], normal={}), "it has uniform, normal"),
    (with_parameter(uniform=[1, 2], path="a"), "parameters[0]: needs exactly one place of path, paths, misalign"),
    (with_parameter(uniform=[1, 2], change="divide"), "change: 'divide' is not a word for it"),
    (with_parameter(normal={"mean": 1}), "parameters[0].normal: 'standard_deviation' is missing"),
    (with_parameter(normal={"mean": 1, "standard_deviation": 0}), "standard_deviation: must be a number above 0"),
    (with_parameter(log_normal={"median": 1, "geometric_standard_deviation": 1}), "must be a number above 1"),
    (with_parameter(discrete={"values": [1, 2], "weights": [1]}), "weights: must be a list of 2 numbers"),
    (with_parameter(discrete={"values": ["a"]}, change="add"), "discrete.values: 'a' is not a number"),
    (study(correlations=[{"parameters": ["modulus", "width"], "matrix": [[1, 0], [0, 1]]}]),
     "correlations[0].parameters: 'width' is not a parameter; known: modulus, height"),
    (study(correlations=[{"parameters": ["modulus", "height"], "matrix": [[1, 2], [2, 1]]}]),
     "correlations[0].matrix: must be a correlation matrix"),
    (study(correlations=[{"parameters": ["modulus", "height"], "matrix": [[1, 0.5], [0.5, 1]]}],
           design={"kind": "full_factorial", "levels": 2}), "design.kind: full_factorial crosses all levels"),
    (study(design={"kind": "sobol", "samples": 100}), "design.samples: Sobol' sequences are balanced for powers of two "
                                                      "alone: take 64 or 128, not 100"),
    (study(design={"kind": "random", "samples": 4}), "design.kind: 'random' is not a word for it"),
    (study(design={"kind": "full_factorial", "levels": {"modulus": 2}}), "design.levels: 'height' is missing"),
    (with_outcome(figure="plate_ball.force", take="median"), "outcomes[0].take: 'median' is not a word for it"),
    (with_outcome(figure="plate_ball.force"), "outcomes[0]: needs exactly one way to a number of take, at"),
])
def test_errors_name_file_place_and_remedy(content, said, tmp_path):
    with pytest.raises(condyle.InputError) as error:
        read(content, tmp_path)
    assert said in str(error.value) and "study.json" in str(error.value)


@pytest.mark.parametrize("text, said", [
    ("{", "Expecting property name"), ('{"a": 1, "a": 2}', "the key 'a' is there twice"), ("[NaN]", "NaN is not"),
    ("[]", "must be an object")])
def test_files_that_are_no_study(text, said, tmp_path):
    (tmp_path / "study.json").write_text(text)
    with pytest.raises(condyle.InputError, match=said):
        read_study(tmp_path / "study.json")


@pytest.mark.parametrize("read_file", [read_study, condyle.Scene.load])
def test_files_that_cannot_be_read(read_file, tmp_path):
    def said(name):
        with pytest.raises(condyle.InputError, match=name) as error:
            read_file(tmp_path / name)
        return str(error.value)

    (tmp_path / "empty.json").touch()
    (tmp_path / "bytes.json").write_bytes(b"{\"\xa3\xff\": 1}")
    (tmp_path / "deep.json").write_text("[" * 200000)
    (tmp_path / "folder.json").mkdir()
    os.mkfifo(tmp_path / "pipe.json")  # nobody writes into it
    said("none.json")
    assert "is empty" in said("empty.json")
    assert "UTF-8" in said("bytes.json")
    assert "nested too deep" in said("deep.json")
    assert "is a folder" in said("folder.json")
    assert "regular file" in said("pipe.json")


@pytest.mark.parametrize("content, said", [
    (with_outcome(figure="plate_ball.presure", take="last"),
     "outcomes[0]: the scene has no figure 'plate_ball.presure'; did you mean"),
    (with_outcome(figure=["plate_ball.force", "plate_ball.peak_pressure"], take="last"),
     "outcomes[0].figure: 'plate_ball.force' [N] and 'plate_ball.peak_pressure' [Pa] have no sum; make an outcome of "
     "each"),
    (study(parameters=[{"name": "a", "path": "bodies/plate/meshes/skin/layer/thickness", "uniform": [1, 2]}]),
     "parameters[0]: bodies/plate/meshes/skin/layer/thickness: there is no entry 'skin'; it has: top"),
    (study(parameters=[{"name": "a", "path": "bodies/plate/kind", "change": "add", "uniform": [1, 2]}]),
     "parameters[0]: bodies/plate/kind: is 'fixed', not a number"),
    (study(parameters=[{"name": "a", "path": "bodies/plate/meshes/top/layer/thicknes", "uniform": [1, 2]}]),
     "unknown key 'thicknes'; did you mean 'thickness'?"),
    (study(parameters=[{"name": "a", "path": "contacts/plate_ball/dissipation", "uniform": [-2, -1]},
                       {"name": "b", "path": "contacts/plate_ball/disipation", "uniform": [1, 2]}]),
     "parameters[1]:"),
])
def test_what_the_scene_does_not_have(content, said, tmp_path):
    with pytest.raises(condyle.InputError) as error:
        check_study(read(content, tmp_path), "study.json")
    assert said in str(error.value)


def test_a_key_that_the_scene_may_have_is_added_and_its_values_are_for_the_samples(tmp_path):
    for bounds in ([0.1, 0.2], [-2, -1]):
        content = study(parameters=[{"name": "a", "path": "contacts/plate_ball/dissipation", "uniform": bounds}])
        check_study(read(content, tmp_path), "study.json")


def quantiles_of(tmp_path, u, **distribution):
    return read(with_parameter(**distribution), tmp_path).parameters[0].distribution.quantile(np.array(u))


def test_distributions(tmp_path):
    assert quantiles_of(tmp_path, [0, 0.25, 1], uniform=[2, 6]).tolist() == [2, 3, 6]
    one_sigma = 0.8413447460685429  # the normal distribution at one standard deviation
    normal = {"mean": 10, "standard_deviation": 2}
    assert quantiles_of(tmp_path, [0.5, one_sigma], normal=normal) == pytest.approx([10, 12], rel=1e-12)
    assert np.isfinite(quantiles_of(tmp_path, [0.0, 1.0], normal=normal)).all()
    cut = quantiles_of(tmp_path, [0, 0.5, 1], truncated_normal={**normal, "lower": 8, "upper": 12})
    assert cut == pytest.approx([8, 10, 12], rel=1e-9)
    log = quantiles_of(tmp_path, [0.5, one_sigma], log_normal={"median": 3, "geometric_standard_deviation": 1.5})
    assert log == pytest.approx([3, 4.5], rel=1e-9)
    words = quantiles_of(tmp_path, [0, 0.24, 0.26, 0.99, 1], discrete={"values": ["a", "b"], "weights": [1, 3]})
    assert words == ["a", "a", "b", "b", "b"]


def test_correlated_parameters_keep_their_distributions(tmp_path):
    matrix = [[1, 0.8], [0.8, 1]]
    content = study(correlations=[{"parameters": ["modulus", "height"], "matrix": matrix}],
                    design={"kind": "sobol", "samples": 4096, "seed": 3})
    values = np.array([list(point.values()) for point in read(content, tmp_path).points()])
    # Rank correlation of a Gaussian copula: 6 / pi asin(rho / 2).
    ranks = values.argsort(0).argsort(0)
    assert np.corrcoef(ranks.T)[0, 1] == pytest.approx(6 / np.pi * np.arcsin(0.4), abs=0.01)
    for column, (low, high) in zip(values.T, ([2e6, 8e6], [-3e-4, -1e-4])):
        shares = (np.sort(column) - low) / (high - low)
        assert np.abs(shares - (np.arange(4096) + 0.5) / 4096).max() < 0.02


def points_of(tmp_path, **design):
    return [list(point.values()) for point in read(study(design=design), tmp_path).points()]


def test_designs(tmp_path):
    factorial = points_of(tmp_path, kind="full_factorial", levels={"modulus": 3, "height": 2})
    assert factorial == [[m, h] for m in (2e6, 5e6, 8e6) for h in (-3e-4, -1e-4)]
    weighted = study(parameters=[{"name": "modulus", "path": "bodies/plate/meshes/top/layer/elastic_modulus",
                                  "discrete": {"values": [1e6, 2e6, 4e6], "weights": [1, 8, 1]}}],
                     design={"kind": "full_factorial", "levels": 1})
    assert [point["modulus"] for point in read(weighted, tmp_path).points()] == [1e6, 2e6, 4e6]
    cube = np.array(points_of(tmp_path, kind="latin_hypercube", samples=50, seed=1))
    strata = np.floor((cube - [2e6, -3e-4]) / [6e6, 2e-4] * 50)
    assert np.array_equal(np.sort(strata, 0), np.tile(np.arange(50)[:, None], 2))
    sequence = points_of(tmp_path, kind="sobol", samples=16, seed=1)
    assert points_of(tmp_path, kind="sobol", samples=16, seed=2) != sequence
    assert points_of(tmp_path, kind="sobol", samples=32, seed=1)[:16] == sequence  # so a study can grow
    assert points_of(tmp_path, kind="sobol", samples=4, scramble=False)[1] == pytest.approx([5e6, -2e-4])
    a, b, first, second = np.split(np.array(points_of(tmp_path, kind="saltelli", samples=16)), 4)
    assert np.array_equal(first, np.stack([b[:, 0], a[:, 1]], -1))
    assert np.array_equal(second, np.stack([a[:, 0], b[:, 1]], -1))


def scene_with(tmp_path, values, *parameters):
    return read(study(parameters=list(parameters)), tmp_path).scene_of(values)


def test_changes_of_a_scene(tmp_path):
    path, bounds = MODULI[0], {"uniform": [0, 1]}
    for how, expected in (("set", 3), ("add", 5e6 + 3), ("multiply", 15e6)):
        scene = scene_with(tmp_path, {"a": 3}, {"name": "a", "path": path, "change": how, **bounds})
        assert scene[path] == expected
    assert scene_with(tmp_path, {}, {"name": "a", "path": path, **bounds}).to_dict() == BALL_IN_PLATE


def test_what_a_study_sets_for_all_samples(tmp_path):
    made = read(study(set={"bodies/ball/mass": 2e12, MODULI[0]: 1e6}), tmp_path)
    assert made.scene["bodies/ball/mass"] == 2e12 and made.scene_of({"modulus": 3e6})[MODULI[0]] == 3e6
    assert made.identity != read(STUDY, tmp_path).identity
    with pytest.raises(condyle.InputError, match="study.json.set: bodies/cube/mass: there is no entry 'cube'"):
        read(study(set={"bodies/cube/mass": 1}), tmp_path)


def test_misalignment_turns_and_shifts_a_mesh_in_its_body(tmp_path):
    turn = {"name": "turn", "uniform": [0, 1],
            "misalign": {"body": "plate", "mesh": "top", "turn_about": [0, 0, 2], "point": [1, 0, 0]}}
    shift = {"name": "shift", "uniform": [0, 1], "misalign": {"body": "plate", "mesh": "top", "shift_along": [0, 1, 0]}}
    scene = scene_with(tmp_path, {"turn": 90, "shift": 2}, turn, shift)
    assert scene["bodies/plate/meshes/top/position"] == pytest.approx([1, -1 + 2e-3, 0], abs=1e-15)
    assert scene["bodies/plate/meshes/top/rotation"] == pytest.approx([0, 0, np.pi / 2])
    assert "position" not in BALL_IN_PLATE["bodies"][0]["meshes"][0]
    twice = scene_with(tmp_path, {"turn": 90, "again": 90}, turn, {**turn, "name": "again"})
    assert twice["bodies/plate/meshes/top/position"] == pytest.approx([2, 0, 0], abs=1e-15)


class Run:
    """A run of four steps."""

    times = np.array([0.0, 1.0, 2.0, 3.0])
    columns = {"angle": [0, 10, 20, 10], "force": [1, 5, 3, 4], "other": [1, 1, 1, 1],
               "c.center_of_pressure_x": [-1, 0, 3, 3], "c.center_of_pressure_y": [-1, 0, 4, 4],
               "c.center_of_pressure_z": [-1, 0, 0, 1]}

    def __getitem__(self, name):
        return np.array(self.columns[name], float)


@pytest.mark.parametrize("keys, expected", [
    ({"figure": "force", "take": "largest"}, 5), ({"figure": "force", "take": "least"}, 1),
    ({"figure": "force", "take": "mean"}, 3.25), ({"figure": "force", "take": "last"}, 4),
    ({"figure": "force", "take": "range"}, 4), ({"figure": "force", "take": "time_of_largest"}, 1),
    ({"figure": "force", "take": "integral"}, 10.5), ({"figure": ["force", "other"], "take": "largest"}, 6),
    ({"figure": "force", "take": "largest", "from": 2}, 4), ({"figure": "force", "take": "last", "until": 1}, 5),
    ({"figure": "force", "at": {"figure": "angle", "value": 15}}, 4),  # half way between 5 and 3
    ({"figure": "force", "at": {"figure": "angle", "value": 25}}, np.nan),
    ({"figure": "c.center_of_pressure", "take": "path_length"}, 6),  # 5, then 1; no contact at first
    ({"figure": "c.center_of_pressure_x", "take": "least"}, 0),
    ({"figure": "c.center_of_pressure_x", "take": "least", "until": 0.5}, np.nan),
])
def test_outcomes(keys, expected, tmp_path):
    (outcome,) = read(with_outcome(**keys), tmp_path).outcomes
    assert outcome.value(Run()) == pytest.approx(expected, nan_ok=True)


def test_samples_are_named_by_all_that_they_depend_on(tmp_path):
    plate = condyle.make_plane_grid(0.005, 0.005, 8, 8)
    plate.write(tmp_path / "plate.ply", "m")
    content = study()
    mesh = content["scene"]["bodies"][0]["meshes"][0]
    del mesh["primitive"]
    mesh.update(file="plate.ply", unit="m")
    point = {"modulus": 3e6, "height": -2e-4}

    def name(**changes):
        return read({**json.loads(json.dumps(content)), **changes}, tmp_path).name_of(point)

    first = name()
    assert name() == first and name(name="other") == first
    assert name(design={"kind": "sobol", "samples": 4}) == first  # a design says which samples, not what they are
    assert name(seconds=1) != first and name(outcomes=STUDY["outcomes"][:1]) != first
    condyle.make_plane_grid(0.005, 0.005, 9, 8).write(tmp_path / "plate.ply", "m")
    assert name() != first
    plate.write(tmp_path / "plate.ply", "m")
    assert name() == first


def test_another_version_gives_other_names(tmp_path, monkeypatch):
    before = read(study(), tmp_path).identity
    monkeypatch.setattr("condyle._core.__version__", "0.0.0")
    assert read(study(), tmp_path).identity != before


def test_a_study_names_a_shipped_scene(tmp_path):
    content = study(scene="ball_on_plate")
    assert study_of(content, tmp_path / "study.json").scene["bodies/ball/density"] == 7900
