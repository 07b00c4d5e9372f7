"""Settings come from one description: each has a keyword, a property, a place in pickles and in reprs."""

import ast
import pathlib
import pickle
import shutil
import subprocess

import numpy as np
import pytest

import condyle
from conftest import make_plate_pair, pose

FRICTION = {"static_coefficient": 0.3, "dynamic_coefficient": 0.2, "mode": "stiction", "stiction_speed": 2e-4,
            "friction_speed": 4e-4, "stick_stiffness": 1e9}
PAIR = {"law": "nonlinear", "friction": condyle.Friction(**FRICTION), "casts_from": "nodes", "min_proximity": -1e-3,
        "max_proximity": 4e-3, "lumped": False, "force_direction": "casting", "two_sided": True, "dissipation": 0.5,
        "wear_coefficient": 1e-15, "node_spacing": 1e-3, "free_edges": "all", "layer_tolerance": 1e-6,
        "applies_force": False}
LAYER = {"elastic_modulus": 5e6, "poissons_ratio": 0.3, "thickness": 0.004, "yield_stress": 1e6}

LAWS = """
#include "condyle/contact/user_law.h"
CONDYLE_USER_LAWS
CONDYLE_LAW int spring(const condyle_normal_input* in, condyle_normal_force* out) {
  for (int i = 0; i < in->count; ++i)
    out[i] = {in->contact->parameters[0] * in->touch[i].depth, in->contact->parameters[0], 0, 0};
  return 0;
}
CONDYLE_LAW int drag(const condyle_friction_input* in, condyle_friction_force* out) {
  for (int i = 0; i < in->count; ++i) out[i] = {0, 0, 0};
  return 0;
}
"""


def stub_keywords(of_class):
    stub = pathlib.Path(condyle.__file__).parent / "_core.pyi"
    for node in ast.parse(stub.read_text()).body:
        if isinstance(node, ast.ClassDef) and node.name == of_class:
            inits = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
            return {argument.arg for argument in inits[0].args.args[1:] + inits[0].args.kwonlyargs}


def state_of(pair):
    return pair.__getstate__()[3]


def test_every_setting_of_a_pair_is_a_keyword_of_the_stub_and_goes_through_a_pickle():
    usual = state_of(make_plate_pair())
    assert set(usual) == set(PAIR) == stub_keywords("Pair") - {"casting", "target", "regions"}
    pair = make_plate_pair(**PAIR)
    for name, value in state_of(pickle.loads(pickle.dumps(pair))).items():
        assert value == PAIR[name] != usual[name], name
    for name in set(PAIR) - {"law", "friction"}:
        assert f"\n{name}: " in condyle.Pair.__doc__


@pytest.mark.parametrize("make, values", [(condyle.Friction, FRICTION), (condyle.Layer, LAYER)])
def test_every_keyword_is_a_property_and_stands_in_the_repr(make, values):
    thing = make(**values)
    assert stub_keywords(make.__name__) == set(values)
    for name, value in values.items():
        assert getattr(thing, name) == value and f"{name}={value!r}" in repr(thing)
        assert getattr(make, name).__doc__.startswith(name)
    assert eval(repr(thing)) == thing == pickle.loads(pickle.dumps(thing))
    assert hash(thing) == hash(make(**values))


def test_friction_takes_what_is_left_out_from_the_rest():
    friction = condyle.Friction(0.3, stiction_speed=2e-3)
    assert friction.dynamic_coefficient == 0.3 and friction.friction_speed == 1.5 * 2e-3
    assert condyle.Friction(0.3).friction_speed == 1.5e-3


@pytest.mark.parametrize("wrong, error, says", [
    (lambda: make_plate_pair(dissipatio=1), condyle.InputError, "did you mean 'dissipation'"),
    (lambda: make_plate_pair(free_edges="some"), condyle.InputError, "free_edges 'some' is unknown"),
    (lambda: make_plate_pair(lumped="no"), TypeError, "lumped has a value of the wrong type"),
    (lambda: condyle.Friction(0.3, speed=1), condyle.InputError, "Friction has no setting 'speed'"),
    (lambda: condyle.Law("hertz", radius="wide"), TypeError, "radius has a value of the wrong type"),
    (lambda: condyle.Layer.__new__(condyle.Layer).__setstate__((1e6, 0.3, 0.01, 0, 0.0)), condyle.InputError,
     "another version"),
    (lambda: condyle.Friction.__new__(condyle.Friction).__setstate__((0.3, 0.3, "on", 1e-3, 2e-3, 0)),
     condyle.InputError, "another version"),
])
def test_errors_name_the_keyword(wrong, error, says):
    with pytest.raises(error, match=says):
        wrong()


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    compiler = shutil.which("c++") or pytest.skip("there is no C++ compiler")
    folder = tmp_path_factory.mktemp("laws")
    (folder / "laws.cpp").write_text(LAWS)
    headers = pathlib.Path(__file__).parents[2] / "core" / "include"
    subprocess.run([compiler, "-shared", "-fPIC", f"-I{headers}", "laws.cpp", "-o", "laws.so"], cwd=folder, check=True)
    return folder / "laws.so"


def test_a_law_of_a_library_acts_as_a_function_and_goes_through_a_pickle(library):
    law = condyle.Law.from_library(library, "spring", [1e9])
    forces = [make_plate_pair(law=each).evaluate(pose(z=0.0298)).force
              for each in (law, pickle.loads(pickle.dumps(law)), condyle.Law.of(lambda depth, rate: 1e9 * depth))]
    assert np.linalg.norm(forces[0]) > 1 and np.array_equal(forces[0], forces[1])
    assert forces[0] == pytest.approx(forces[2])
    with pytest.raises(condyle.InputError, match="sprung"):
        condyle.Law.from_library(library, "sprung")


def test_friction_of_a_library_has_the_mode_user(library):
    friction = condyle.Friction.from_library(library, "drag", [0.1])
    assert friction.mode == "user" and "drag" in repr(friction)
    twin = pickle.loads(pickle.dumps(friction))
    assert twin.mode == "user" and hash(twin) == hash(friction)
    assert state_of(make_plate_pair(friction=friction))["friction"].mode == "user"
