"""Shapes, geodesics and ligament strands against closed forms."""

import numpy as np
import pytest

import condyle
from conftest import pose


def test_nearest_and_rays():
    ball = condyle.Shape.sphere(0.03)
    point, normal, distance = ball.nearest((0, 0, 0.05))
    assert point == pytest.approx([0, 0, 0.03]) and normal == pytest.approx([0, 0, 1])
    assert distance == pytest.approx(0.02)
    queries = np.random.default_rng(1).normal(size=(50, 3))
    distances, points = ball.nearest_many(queries)
    assert distances == pytest.approx(np.linalg.norm(queries, axis=1) - 0.03)
    assert np.linalg.norm(points, axis=1) == pytest.approx(np.full(50, 0.03))
    (first, *_), (second, *_, leaves) = ball.ray_crossings((0, 0, -1), (0, 0, 1))
    assert (first, second) == pytest.approx((0.97, 1.03)) and leaves
    assert ball.is_inside((0, 0, 0)) and not ball.is_inside((0, 0, 1))


def test_properties_and_kinds():
    assert condyle.Shape.torus(0.05, 0.01).properties()["volume"] == pytest.approx(2 * np.pi**2 * 0.05 * 0.01**2)
    assert condyle.Shape.brick((1, 2, 3)).properties()["volume"] == pytest.approx(48)
    assert condyle.Shape.solid(condyle.make_box((1, 1, 1))).properties()["area"] == pytest.approx(6)
    from_dict = condyle.Shape.from_dict({"kind": "sphere", "radius": 0.03})
    assert from_dict.kind == "sphere" and "0.03" in repr(from_dict)
    assert from_dict.mesh(chord_error=1e-5).report().closed
    with pytest.raises(condyle.InputError, match="radius"):
        condyle.Shape.sphere(-1)
    with pytest.raises(condyle.InputError, match="did you mean"):
        condyle.Shape.from_dict({"kind": "spere"})
    with pytest.raises(condyle.InputError, match="half space"):
        condyle.Shape.half_space().properties()


def test_geodesics():
    way = condyle.shortest_geodesic(condyle.Shape.sphere(0.03), (0.03, 0, 0), (0, 0.03, 0))
    assert way.length == pytest.approx(0.03 * np.pi / 2) and way.status == "complete"
    assert np.linalg.norm(way.points, axis=1) == pytest.approx(np.full(len(way.points), 0.03))
    far = condyle.shoot_geodesic(condyle.Shape.sphere(0.03), (0.03, 0, 0), (0, 1, 0), 0.03 * np.pi)
    assert far.points[-1] == pytest.approx([-0.03, 0, 0], abs=1e-9)
    box = condyle.MeshGeodesics(condyle.make_box((1, 1, 1)))
    around = box.shortest((0.5, 0, 0), (0, 0.5, 0))
    assert around.length == pytest.approx(1) and around.residual == 0


def test_strand_law():
    strand = condyle.Strand("MCL", 2500, 0.08)
    length = 0.08 * 1.1
    assert strand.force(length).total_force == pytest.approx(2500 * (0.1 - 0.03))
    assert strand.tension([0.07, length]) == pytest.approx([0, strand.force(length).total_force])
    assert strand.force(length, 0.1).damping_force > 0 and "MCL" in repr(strand)
    with pytest.raises(condyle.InputError, match="'bad'"):
        condyle.Strand("bad", -1, 0.08)
    with pytest.raises(condyle.InputError, match="length"):
        strand.force(np.nan)


def test_path_over_a_cylinder():
    # Two straight pieces and an arc, as in examples/ligament.cpp.
    radius, x, above, below = 0.02, 0.008, 0.04, 0.035
    turned = np.eye(4)
    turned[:3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    path = condyle.StrandPath([(0, (x, 0, above)), (1, (x, 0, 0))],
                            [condyle.Obstacle(0, condyle.Shape.cylinder(radius, 0.015), turned)])
    traced = path.trace(np.stack([np.eye(4), pose(z=-below)]))
    tangent = lambda z: np.sqrt(x * x + z * z - radius * radius)
    angle = lambda z: np.arctan2(z, x) - np.arctan2(tangent(z), radius)
    closed = tangent(above) + tangent(below) + radius * (angle(above) + angle(below))
    assert traced.length == pytest.approx(closed, rel=1e-9) and traced.status == "complete"
    assert traced.points[0] == pytest.approx([x, 0, above])
    pulls = traced.wrenches(100)
    assert np.linalg.norm(pulls[1][3:]) == pytest.approx(100)
    assert pulls[0][3:] + pulls[1][3:] == pytest.approx(np.zeros(3), abs=1e-9)
    velocity = np.zeros((2, 6))
    velocity[1, 5] = -0.1
    moving = path.trace(np.stack([np.eye(4), pose(z=-below)]), velocity)
    assert 0 < moving.lengthening_speed <= 0.1
    with pytest.raises(condyle.InputError, match="poses of 2|those of 2"):
        path.trace(np.eye(4)[None])
    with pytest.raises(condyle.InputError, match="StrandPath"):
        condyle.StrandPath([(0, (0, 0, 0))])
