"""Behaviour of all classes of the compiled modules: objects that were never made, copies, pickles."""

import copy
import pickle
import tempfile

import numpy as np
import pytest

import condyle
from conftest import POLYETHYLENE, compiled_modules, make_plate_pair, pose

CLASSES = [thing for module in compiled_modules() for thing in vars(module).values()
           if isinstance(thing, type) and not issubclass(thing, Exception)]
NEVER_MADE = "was never made"


def unmade(cls):
    """An object made without __init__, and one of a subclass whose __init__ does not call ours."""
    yield cls.__new__(cls)

    class Forgetful(cls):
        def __init__(self):
            made.append(self)

    made = []
    with pytest.raises(TypeError, match="__init__"):
        Forgetful()
    yield made[0]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_what_was_never_made_cannot_be_used(cls):
    for nothing in unmade(cls):
        members = [name for name in vars(cls) if isinstance(vars(cls)[name], property)]
        for name in members:
            with pytest.raises(TypeError, match=NEVER_MADE):
                getattr(nothing, name)
        if "__repr__" in vars(cls):
            with pytest.raises(TypeError, match=NEVER_MADE):
                repr(nothing)
        for name in vars(cls):
            method = getattr(nothing, name) if name not in members and not name.startswith("__") else None
            if callable(method) and not isinstance(vars(cls)[name], staticmethod):
                with pytest.raises(TypeError):
                    method()


def test_what_was_never_made_cannot_be_passed_on():
    def nothing(cls):
        return cls.__new__(cls)

    surface, mesh = make_plate_pair().casting, condyle.make_box((1, 1, 1))
    calls = [
        lambda: condyle.Pair(nothing(condyle.Surface), surface),
        lambda: condyle.Pair(surface, nothing(condyle.Surface)),
        lambda: condyle.Pair(surface, surface, friction=nothing(condyle.Friction)),
        lambda: condyle.Pair(surface, surface, law=nothing(condyle.Law)),
        lambda: condyle.Surface(nothing(condyle.Mesh), POLYETHYLENE),
        lambda: condyle.Surface(nothing(condyle.Shape), POLYETHYLENE),
        lambda: condyle.Surface(mesh, nothing(condyle.Layer)),
        lambda: condyle.Surface(mesh, [nothing(condyle.Layer)] * 12),
        lambda: mesh.joined(nothing(condyle.Mesh)),
        lambda: POLYETHYLENE == nothing(condyle.Layer),
        lambda: condyle.Obstacle(0, nothing(condyle.Shape)),
        lambda: condyle.StrandPath([(0, np.zeros(3)), (0, np.ones(3))], [nothing(condyle.Obstacle)]),
        lambda: nothing(condyle.Pair).evaluate(np.eye(4)),
        lambda: nothing(condyle.Mesh).__getstate__(),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=NEVER_MADE):
            call()


# Copies and pickles.


LAYERS = [POLYETHYLENE, condyle.Layer.of("uhmwpe", 0.01), condyle.Layer.elastic(5e6, 0.5, np.inf), condyle.Layer.rigid()]
FRICTIONS = [condyle.Friction(0.1), condyle.Friction(0.3, 0.1, mode="dynamic_only", stiction_speed=2e-4,
                                                     friction_speed=1 / 3),
             condyle.Friction(0.3, mode="stiction", stick_stiffness=2e9)]
STRANDS = [condyle.Strand("MCL", 2750.0, 0.1), condyle.Strand("LCL", 2000.0, 0.1 / 3, transition_strain=0.07,
                                                              damping_coefficient=3, failure_strain=0.2,
                                                              softening_strain=0.05, applies_force=False)]


def through_pickle(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("thing", [*LAYERS, *FRICTIONS, *STRANDS], ids=repr)
def test_pickles_of_numbers_are_equal(thing):
    twin = through_pickle(thing)
    assert twin is not thing and twin == thing and hash(twin) == hash(thing) and repr(twin) == repr(thing)
    assert twin != LAYERS[1] or thing == LAYERS[1]


def bits_of(pair):
    result = pair.evaluate(pose(1e-3, 2e-3, 0.0298, 0.1), [0, 0, 0, 0.01, 0, -0.02])
    return [result.wrench.tobytes(), result.stiffness.tobytes(), result.damping.tobytes(), result.pressure.tobytes(),
            result.target.pressure.tobytes(), repr(result.regions)]


PAIRS = [
    dict(), dict(law="nonlinear", lumped=False), dict(law="elastic_layer", node_spacing=1e-3, layer_tolerance=1e-6,
                                                                     free_edges="all"),
    dict(law=condyle.Law("hertz", radius=0.03, acting="deepest_point"), dissipation=0.5, friction=FRICTIONS[1]),
    dict(law=condyle.Law("impact", acting="triangles", stiffness=1e11 / 3, damping=1e5, exponent=1.1,
                         full_damping_depth=1e-5)),
    dict(two_sided=True, min_proximity=-1e-3, max_proximity=4e-3, force_direction="casting", casts_from="nodes"),
    dict(regions={"mine": [1, 5, 1600], "none": []}),
]


@pytest.mark.parametrize("settings", PAIRS, ids=str)
def test_pickled_pairs_have_the_same_bits(settings):
    pair = make_plate_pair(**settings)
    twin = through_pickle(pair)
    assert repr(twin) == repr(pair) and bits_of(twin) == bits_of(pair)


def test_pickled_surfaces_have_what_they_were_made_of():
    mesh = condyle.make_plane_grid(0.02, 0.02, 4, 4)
    thickness = np.linspace(0.003, 0.008, len(mesh.triangles))
    for surface in (condyle.Surface(mesh, POLYETHYLENE, "plate"), condyle.Surface(mesh, POLYETHYLENE, thickness=thickness),
                    condyle.Surface(condyle.Shape.half_space(), condyle.Layer.rigid(), extent=0.1)):
        twin = through_pickle(surface)
        assert repr(twin) == repr(surface) and twin.layer == surface.layer
        assert np.array_equal(twin.mesh.vertices, surface.mesh.vertices)
        assert np.array_equal(twin.mesh.triangles, surface.mesh.triangles)
    ball = condyle.Surface(condyle.Shape.sphere(0.03), POLYETHYLENE)  # met as a sphere, not as its mesh
    plate = make_plate_pair().casting
    assert bits_of(condyle.Pair(plate, through_pickle(ball))) == bits_of(condyle.Pair(plate, ball))


def smooth_solid():
    """A mesh solid with smooth normals, which only files of shapes can ask for."""
    with tempfile.TemporaryDirectory() as folder:
        condyle.make_icosphere(0.3, 2).write(f"{folder}/ball.ply", "m")
        return condyle.Shape.from_dict({"kind": "mesh", "file": "ball.ply", "unit": "m", "normals": "smooth"}, folder)


SMOOTH = smooth_solid()
WAVES = condyle.Shape.from_dict({"kind": "height_map", "x": [-3.0, -1.0, 0.5, 1.0, 4.0], "y": [-3.0, -1.0, 1.0, 3.0],
                                 "z": np.sin(np.arange(20.0)).reshape(5, 4).tolist()})


@pytest.mark.parametrize("shape", [
    condyle.Shape.half_space(), condyle.Shape.sphere(0.1 / 3), condyle.Shape.ellipsoid((0.1, 0.2, 0.3)),
    condyle.Shape.infinite_cylinder(0.1), condyle.Shape.cylinder(0.1, 0.2), condyle.Shape.capsule(0.1, 0.2),
    condyle.Shape.cone(0.1, 0.2), condyle.Shape.torus(0.2, 0.1), condyle.Shape.brick((0.1, 0.2, 0.3)),
    condyle.Shape.solid(condyle.make_icosphere(0.3, 2)), SMOOTH, WAVES], ids=repr)
def test_pickled_shapes_are_the_same(shape):
    twin = through_pickle(shape)
    assert repr(twin) == repr(shape)
    points = np.random.default_rng(1).normal(size=(20, 3))
    for ours, theirs in zip(shape.nearest_many(points), twin.nearest_many(points)):
        assert np.array_equal(ours, theirs)
    for point in points:
        assert np.array_equal(shape.nearest(point)[1], twin.nearest(point)[1])


def test_pickled_statistics_have_the_same_bits():
    total = make_plate_pair(friction=FRICTIONS[1]).evaluate(pose(z=0.0298), [0, 0, 0, 0.01, 0, 0]).total
    twin = through_pickle(total)
    names = [name for name in dir(total) if not name.startswith("_")]
    assert len(names) == 15
    for name in names:
        assert np.array_equal(getattr(twin, name), getattr(total, name)), name


def things_that_cannot_be_pickled():
    pair = make_plate_pair()
    result = pair.evaluate(pose(z=0.0298))
    many = pair.evaluate_many([pose(z=0.0298)])
    box = condyle.make_box((1, 1, 1))
    yield from (result, result.casting, result.patches[0], many, many.total, box.report(), condyle.material("uhmwpe"),
                condyle.MeshGeodesics(box), STRANDS[0].force(0.1),
                condyle.Law.of(lambda depth, rate: depth), condyle.Obstacle(0, condyle.Shape.sphere(0.1)),
                condyle.StrandPath([(0, np.zeros(3)), (0, np.ones(3))]))


@pytest.mark.parametrize("thing", things_that_cannot_be_pickled(), ids=lambda thing: type(thing).__name__)
def test_what_cannot_be_pickled_says_what_to_do(thing):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="cannot be pickled.*(make it there|send)"):
            pickle.dumps(thing, protocol)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_every_class_says_how_it_is_copied(cls):
    assert {"__copy__", "__deepcopy__"} <= set(vars(cls)) and set(vars(cls)) & {"__reduce__", "__getstate__"}


def test_copies_of_what_never_changes_are_the_thing_itself():
    for thing in (*LAYERS, *FRICTIONS, condyle.make_box((1, 1, 1)), make_plate_pair(), condyle.Shape.sphere(1.0),
                  make_plate_pair().evaluate(pose(z=0.0298)), condyle.Law("hertz", radius=1.0)):
        assert copy.copy(thing) is thing and copy.deepcopy([thing])[0] is thing


def test_what_changes_cannot_be_copied():
    path = condyle.StrandPath([(0, np.zeros(3)), (0, np.ones(3))])
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="StrandPath changes as it is used"):
            copied(path)


def test_subclasses_say_themselves_how_they_are_copied():
    class Named(condyle.Friction):
        pass

    with pytest.raises(TypeError, match="Named is a subclass of Friction .* __copy__"):
        copy.copy(Named(0.1))
