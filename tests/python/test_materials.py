"""Layers, materials, friction, surfaces with a thickness of their own."""

import numpy as np
import pytest

import condyle
from conftest import POLYETHYLENE, pose


def test_materials():
    steel = condyle.material("steel")
    assert float(steel.elastic_modulus) == 200e9 and "steel" in repr(steel)
    assert condyle.material("polyethylene").name == "uhmwpe"
    insert = condyle.Layer.of("uhmwpe", 0.008)
    assert insert == condyle.Layer(463e6, 0.46, 0.008, yield_stress=15e6) != POLYETHYLENE
    assert condyle.Layer.of("uhmwpe", 0.007) != insert
    with pytest.raises(condyle.InputError, match="did you mean 'steel'"):
        condyle.material("stell")
    assert "steel" in condyle.material_names()
    friction = condyle.Friction.between("steel", "uhmwpe")
    assert friction.static_coefficient == 0.2
    with pytest.raises(condyle.InputError, match="peek"):
        condyle.Friction.between("steel", "peek")


@pytest.mark.parametrize("arguments", [(0, 0.3, 1), (1e6, 0.5, 1), (1e6, 0.3, -1), (np.nan, 0.3, 1)])
def test_impossible_layers(arguments):
    with pytest.raises(condyle.InputError, match="Layer"):
        condyle.Layer(*arguments)


def test_constrained_modulus():
    layer = condyle.Layer(10e6, 0.25, 0.01)
    assert layer.constrained_modulus == pytest.approx(12e6)
    assert layer.thickness == 0.01 and "0.25" in repr(layer)


def test_thickness_by_triangle():
    grid = condyle.make_plane_grid(0.02, 0.02, 10, 10)
    behind = grid.transformed(pose(z=-0.005))
    thickness = condyle.measure_thickness(grid, behind, 1e-3, 1e-2)
    assert thickness == pytest.approx(np.full(200, 0.005))
    varied = condyle.Surface(grid, POLYETHYLENE, thickness=thickness)
    even = condyle.Surface(grid, condyle.Layer(463e6, 0.46, 0.005))
    listed = condyle.Surface(grid, [even.layer] * 200)
    ball = condyle.Surface(condyle.Shape.sphere(0.03), POLYETHYLENE)
    forces = [condyle.Pair(s, ball).evaluate(pose(z=0.0298)).force for s in (varied, even, listed)]
    assert forces[0] == pytest.approx(forces[1]) and np.array_equal(forces[1], forces[2])
    assert len(varied.layer) == 200 and even.layer.thickness == 0.005
    with pytest.raises(condyle.InputError, match="thickness"):
        condyle.Surface(grid, POLYETHYLENE, thickness=thickness[1:])
    with pytest.raises(condyle.InputError, match="layers"):
        condyle.Surface(grid, [POLYETHYLENE] * 3)
