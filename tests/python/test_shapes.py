"""Shapes, geodesics and ligament strands against closed forms."""

import json

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


BENT_CUBE = """v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1.3\nv 0 1 1
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5 8\n"""


def test_a_shape_warns_of_its_mesh_file(tmp_path):
    (tmp_path / "bent.obj").write_text(BENT_CUBE)
    shape = {"kind": "mesh", "file": "bent.obj", "unit": "m"}
    (tmp_path / "shape.json").write_text(json.dumps(shape))
    with pytest.warns(UserWarning, match=r"shape.json: bent.obj: 1 polygon .*not plane") as told:
        assert condyle.Shape.load(tmp_path / "shape.json").kind == "mesh solid"
    assert len(told) == 1
    with pytest.warns(UserWarning, match="not plane"):
        condyle.Shape.from_dict(shape, tmp_path)


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


def test_strands_from_a_reference():
    options = dict(transition_strain=0.05, damping_coefficient=0.001, failure_strain=0.3)
    stretched = condyle.Strand.at_reference_strain("MCL", 2500, 0.09, 0.04, **options)
    assert stretched == condyle.Strand("MCL", 2500, 0.09 / 1.04, **options)
    assert stretched.force(0.09).strain == pytest.approx(0.04, rel=1e-12)
    # In the toe region, at its end and beyond; without force the length is the slack length.
    for force in (0, 10, 2500 * 0.05 / 2, 200):
        pulled = condyle.Strand.at_reference_force("MCL", 2500, 0.09, force, **options)
        assert pulled.force(0.09).spring_force == pytest.approx(force, rel=1e-12)
        assert pulled.strain_at_force(force) == pytest.approx(0.09 / pulled.slack_length - 1, abs=1e-15)
    assert stretched.transition_length == pytest.approx(stretched.slack_length * 1.05, rel=1e-15)
    assert stretched.force(stretched.transition_length).spring_force == pytest.approx(2500 * 0.05 / 2)
    per_length = stretched.stiffness_per_length
    slope = stretched.tension([0.1, 0.101])
    assert (slope[1] - slope[0]) / 0.001 == pytest.approx(per_length, rel=1e-9)
    assert condyle.force_per_strain(per_length, stretched.slack_length) == pytest.approx(2500, rel=1e-15)
    assert condyle.force_per_length(2500, stretched.slack_length) == per_length
    for wrong in (lambda: condyle.Strand.at_reference_strain("bad", 2500, 0, 0.04),
                  lambda: condyle.Strand.at_reference_strain("bad", 2500, 0.09, -1),
                  lambda: condyle.Strand.at_reference_force("bad", 2500, 0.09, -5),
                  lambda: condyle.Strand.at_reference_force("bad", 0, 0.09, 5),
                  lambda: condyle.Strand.at_reference_force("bad", 2500, np.nan, 5),
                  lambda: stretched.strain_at_force(-1), lambda: stretched.strain_at_force(np.nan),
                  lambda: condyle.force_per_strain(2500, 0), lambda: condyle.force_per_length(np.inf, 0.1)):
        with pytest.raises(condyle.InputError):
            wrong()


def test_points_of_a_path_are_pairs():
    for points in ("mm", [(0, (0, 0, 0)), 3], [(0.5, (0, 0, 0))]):
        with pytest.raises(TypeError, match=r"points\[[01]\] is not a pair"):
            condyle.StrandPath(points)


def test_points_of_a_path_move_and_switch():
    path = condyle.StrandPath([(0, (0, 0, 0)), (0, (0.3, 0.4, 0)), (1, (0, 0, 0))])
    poses = np.stack([np.eye(4), pose(x=0.6)])
    assert path.trace(poses).length == pytest.approx(1)
    path.set_point(1, active=False)
    assert path.trace(poses).length == pytest.approx(0.6)
    path.set_point(1, (0.3, 0, 0.4), (0, 0, 0.1), active=True)
    traced = path.trace(poses)
    assert traced.length == pytest.approx(1)
    assert traced.lengthening_speed == pytest.approx(2 * 0.4 / 0.5 * 0.1)  # both pieces, by the cosine
    path.set_point(1, velocity=(0, 0, 0))
    assert path.trace(poses).lengthening_speed == 0
    for wrong in (lambda: path.set_point(3, (0, 0, 0)), lambda: path.set_point(-1, (0, 0, 0)),
                  lambda: path.set_point(0, active=False), lambda: path.set_point(1, (0, 0, np.nan)),
                  lambda: path.set_point(1, velocity=(0, np.inf, 0))):
        with pytest.raises(condyle.InputError):
            wrong()
    assert path.trace(poses).length == pytest.approx(1)  # nothing was changed


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
