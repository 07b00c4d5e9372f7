"""Arrays as arguments: any layout gives the same result, errors name the argument, and arrays are copied."""

import numpy as np
import pytest

import condyle
from conftest import POLYETHYLENE, make_plate_pair, pose, random_poses

BOX = condyle.make_box((1, 2, 3))
GRID = condyle.make_plane_grid(0.02, 0.02, 4, 4)
PAIR = make_plate_pair(friction=condyle.Friction(0.2))
SHAPE = condyle.Shape.sphere(0.03)
PATH = condyle.StrandPath([(0, (0, 0, 0)), (1, (0.1, 0, 0))])
RANDOM = np.random.default_rng(4)


def in_region(triangles):
    return make_plate_pair(regions={"mine": triangles}).evaluate(pose(z=0.0298)).regions["mine"].contact_area


# Name in messages, the call that takes the array, and a valid array.
FLOATS = [
    ("vertices", lambda a: condyle.Mesh(a, BOX.triangles).vertices, BOX.vertices),
    ("factors", lambda a: BOX.scaled(a).vertices, np.array([1.0, 2, 3])),
    ("X_AB", lambda a: BOX.transformed(a).vertices, pose(1, 2, 3, 0.4)),
    ("semi_axes", lambda a: condyle.make_ellipsoid(a, 1).vertices, np.array([1.0, 2, 3])),
    ("thickness", lambda a: [layer.thickness for layer in condyle.Surface(GRID, POLYETHYLENE, thickness=a).layer],
     np.linspace(0.003, 0.008, 32)),
    ("X_CT", lambda a: PAIR.evaluate(a).wrench, pose(1e-3, 0, 0.0298, 0.3)),
    ("V_TC_C", lambda a: PAIR.evaluate(pose(z=0.0298), a).wrench, np.array([0.1, 0.2, 0.3, 0.01, 0.02, 0.03])),
    ("poses", lambda a: PAIR.evaluate_many(a).wrench, random_poses(6)),
    ("velocities", lambda a: PAIR.evaluate_many(random_poses(6), a).wrench, 0.1 * RANDOM.normal(size=(6, 6))),
    ("points", lambda a: SHAPE.nearest_many(a)[1], RANDOM.normal(size=(7, 3))),
    ("point", lambda a: SHAPE.nearest(a)[0], np.array([0.1, 0.2, 0.3])),
    ("direction", lambda a: SHAPE.ray_crossings((0, 0, 0), a)[0][1], np.array([0.1, 0.2, 0.3])),
    ("lengths", condyle.Strand("MCL", 2500, 0.08).tension, np.array([0.07, 0.085, 0.09])),
    ("X_WB", lambda a: PATH.trace(a).length, np.stack([pose(), pose(0.1, 0.2, 0.3)])),
    ("V_WB", lambda a: PATH.trace(np.stack([pose(), pose(0.1)]), a).lengthening_speed, RANDOM.normal(size=(2, 6))),
]
WHOLES = [
    ("triangles", lambda a: condyle.Mesh(BOX.vertices, a).triangles, BOX.triangles),
    ("region 'mine'", in_region, np.array([3, 8, 1500, 1590, 1610])),
]
OPTIONAL = ("thickness", "V_TC_C", "velocities", "V_WB")  # None leaves them out
ALL = pytest.mark.parametrize("name, ask, array", [*FLOATS, *WHOLES], ids=lambda value: value if isinstance(
    value, str) else "")


def spaced(array):
    """Every second number of a larger array, along each axis."""
    larger = np.zeros([2 * n for n in array.shape], array.dtype)
    view = larger[(slice(None, None, 2),) * array.ndim]
    view[...] = array
    return view


def unaligned(array):
    return np.frombuffer(b"x" + array.tobytes(), np.uint8)[1:].view(array.dtype).reshape(array.shape)


class Subclass(np.ndarray):
    pass


@ALL
def test_any_layout_gives_the_same_bits(name, ask, array):
    expected = np.array(ask(np.ascontiguousarray(array)))
    backwards = array[(slice(None, None, -1),) * array.ndim].copy()[(slice(None, None, -1),) * array.ndim]
    read_only = array.copy()
    read_only.flags.writeable = False
    wider = [array.astype(np.longdouble)] if array.dtype.kind == "f" else [array.astype(np.uint64), array.astype(">i2")]
    for same in [np.asfortranarray(array), spaced(array), backwards, unaligned(np.ascontiguousarray(array)), read_only,
                 array.astype(array.dtype.newbyteorder()), array.astype(object).tolist(), array.view(Subclass), *wider]:
        assert np.array_equal(np.array(ask(same)), expected)


@ALL
def test_what_is_unusable_is_named(name, ask, array):
    is_float = array.dtype.kind == "f"
    kinds = "real numbers" if is_float else "whole numbers"
    wrong = [(array * 1j, TypeError, kinds), (array.astype(str), TypeError, kinds), (array.astype(bool), TypeError, kinds),
             (array.astype(object), TypeError, kinds), (np.zeros(array.shape, "M8[s]"), TypeError, kinds),
             ({"a": 1}, TypeError, kinds), (array[None], condyle.InputError, "must have the shape"),
             (np.float64(1) if is_float else np.int64(1), condyle.InputError, "must have the shape")]
    if name not in OPTIONAL:
        wrong.append((None, TypeError, kinds))
    for number in (np.nan, np.inf, -np.inf) if is_float else ():
        spoilt = np.array(array)
        spoilt.flat[-1] = number
        wrong.append((spoilt, condyle.InputError, "not finite"))
    for number in () if is_float else (-1, 2**40):
        spoilt = np.array(array, np.int64)
        spoilt.flat[-1] = number
        wrong.append((spoilt, condyle.InputError, f"has {number}; indices go from 0 to"))
    if not is_float:
        wrong.append((array.astype(float), TypeError, kinds))
    for bad, error, words in wrong:
        with pytest.raises(error) as caught:
            ask(bad)
        assert name in str(caught.value) and words in str(caught.value)


def test_arguments_are_copied():
    vertices, triangles, thickness = BOX.vertices.copy(), BOX.triangles.copy(), np.full(12, 0.1)
    mesh = condyle.Mesh(vertices, triangles)
    surface = condyle.Surface(mesh, POLYETHYLENE, thickness=thickness)
    for array in (vertices, triangles, thickness):
        array[:] = 0
    assert np.array_equal(mesh.vertices, BOX.vertices) and np.array_equal(mesh.triangles, BOX.triangles)
    assert surface.layer[-1].thickness == 0.1 and np.array_equal(surface.mesh.vertices, BOX.vertices)
