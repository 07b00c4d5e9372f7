"""Pairs: physics, ownership, threads, and what is refused."""

import concurrent.futures
import gc
import os
import threading
import time
import warnings
import weakref

import numpy as np
import pytest

import condyle
from conftest import POLYETHYLENE, make_plate_pair, pose, random_poses, resident

STATISTICS = [name for name in dir(condyle.Statistics) if not name.startswith("_")]


def test_force_is_the_sum_of_pressure_times_area(plate_pair):
    # On a flat casting mesh with forces along its own normals, all pressures act along z.
    pair = make_plate_pair(force_direction="casting")
    for X in random_poses(20):
        result = pair.evaluate(X)
        pushes = result.pressure * pair.casting.areas
        scale = pushes.sum() + 1e-9
        assert result.force == pytest.approx([0, 0, -pushes.sum()], abs=1e-12 * scale)
        moments = np.cross(pair.casting.centroids, np.outer(pushes, [0, 0, -1])).sum(axis=0)
        assert result.moment == pytest.approx(moments, abs=1e-12 * scale)
        assert np.array_equal(result.wrench, np.concatenate([result.moment, result.force]))


def test_closed_form_of_a_ball_on_a_layer():
    # The force is k times the volume of the cap that both share (examples/sphere_on_plate.cpp).
    radius, depth = 0.03, 1e-4
    plate = condyle.Surface(condyle.make_plane_grid(0.012, 0.012, 120, 120), POLYETHYLENE)
    ball = condyle.Surface(condyle.Shape.sphere(radius), condyle.Layer(200e9, 0.3, 0.001))
    result = condyle.Pair(plate, ball, lumped=False).evaluate(pose(z=radius - depth))
    k = 1 / (0.008 / POLYETHYLENE.constrained_modulus + 0.001 / ball.layer.constrained_modulus)
    assert -result.force[2] == pytest.approx(k * np.pi * depth**2 * (radius - depth / 3), rel=2e-3)
    assert result.total.max_pressure == pytest.approx(k * depth, rel=2e-3)


def test_stiffness_is_the_slope_of_the_force(plate_pair):
    step = 1e-9
    low, high = (plate_pair.evaluate(pose(z=0.0298 + d)).force[2] for d in (-step, step))
    stiffness = plate_pair.evaluate(pose(z=0.0298)).stiffness
    assert stiffness[5, 5] == pytest.approx((high - low) / (2 * step), rel=1e-3)
    assert np.array_equal(stiffness, stiffness.T)


def test_patches_and_regions_add_up(plate_pair):
    result = plate_pair.evaluate(pose(1e-3, 2e-3, 0.0298))
    touched = np.sort(np.concatenate([patch.triangles for patch in result.patches]))
    assert np.array_equal(touched, np.flatnonzero(result.pressure > 0))
    assert sum(p.statistics.contact_area for p in result.patches) == pytest.approx(result.total.contact_area)
    regions = result.regions
    assert list(regions) == ["-x", "+x", "-y", "+y", "-z", "+z"]
    assert regions["-x"].n_contacting + regions["+x"].n_contacting == result.total.n_contacting
    inside = np.flatnonzero(plate_pair.casting.centroids[:, 0] > 0)
    own = make_plate_pair(regions={"mine": inside}).evaluate(pose(1e-3, 2e-3, 0.0298)).regions
    assert own["mine"].contact_force == pytest.approx(regions["+x"].contact_force)


def test_both_maps_hold_the_same_energy(plate_pair):
    result = plate_pair.evaluate(pose(z=0.0298))
    assert len(result.target) == len(plate_pair.target.mesh.triangles)
    energy = result.casting.potential_energy.sum()
    assert energy == pytest.approx(result.total.potential_energy)
    assert result.target.potential_energy.sum() == pytest.approx(energy)
    hit = result.casting.partner >= 0
    assert np.array_equal(hit, result.pressure > 0)


# Ownership.


def test_arrays_outlive_all_that_they_came_from():
    pair = make_plate_pair()
    result = pair.evaluate(pose(z=0.0298))
    arrays = [result.pressure, result.target.pressure, result.wrench, result.stiffness,
              result.patches[0].triangles, pair.casting.areas, pair.casting.mesh.vertices]
    copies = [array.copy() for array in arrays]
    statistics, peak = result.total, result.total.max_pressure
    del pair, result
    gc.collect()
    make_plate_pair().evaluate(pose(z=0.0295))  # would take freed memory
    for array, copy in zip(arrays, copies):
        assert np.array_equal(array, copy) and not array.flags.writeable
    assert statistics.max_pressure == peak


def test_a_pair_outlives_its_surfaces():
    plate = condyle.Surface(condyle.make_plane_grid(0.02, 0.02, 20, 20), POLYETHYLENE)
    ball = condyle.Surface(condyle.make_icosphere(0.03, 3), POLYETHYLENE)
    pair = condyle.Pair(plate, ball)
    del plate, ball
    gc.collect()
    assert pair.evaluate(pose(z=0.0298)).force[2] < 0


def test_a_result_never_changes(plate_pair):
    kept = [plate_pair.evaluate(X) for X in random_poses(12)]
    copies = [(result.pressure.copy(), result.wrench.copy()) for result in kept]
    for X in random_poses(30, seed=2):
        plate_pair.evaluate(X)
    for result, (pressure, wrench) in zip(kept, copies):
        assert np.array_equal(result.pressure, pressure) and np.array_equal(result.wrench, wrench)


def test_views_are_no_copies(plate_pair):
    result = plate_pair.evaluate(pose(z=0.0298))
    assert np.shares_memory(result.pressure, result.casting.pressure)
    assert not result.pressure.flags.owndata
    with pytest.raises(ValueError):
        result.pressure[0] = 0
    with pytest.raises(ValueError):
        result.wrench.setflags(write=True)


def test_arrays_alone_keep_what_they_show(plate_pair):
    kept = []
    for X in random_poses(20):
        result, many = plate_pair.evaluate(X), plate_pair.evaluate_many(X[None], stiffness=True, maps=True)
        shown = [result.pressure, result.target.pressure, result.casting.partner, result.wrench, result.stiffness,
                 *(patch.triangles for patch in result.patches), many.wrench, many.stiffness, many.pressure,
                 many.total.contact_force, many.regions["+x"].max_pressure]
        kept += [(array, array.copy()) for array in shown]
        del result, many, shown
        gc.collect()
    for X in random_poses(60, seed=2):
        plate_pair.evaluate(X)
    del plate_pair
    gc.collect()
    assert all(np.array_equal(array, copy) for array, copy in kept)


def test_nothing_is_kept_for_long(plate_pair):
    """The memory behind arrays is freed with the last of them."""
    result = plate_pair.evaluate(pose(z=0.0298))
    watched, array = weakref.ref(result), result.wrench
    part = array[3:]
    del result, array
    gc.collect()
    assert watched() is not None and part[2] < 0
    del part
    gc.collect()
    assert watched() is None


EVALUATIONS = int(os.environ.get("CONDYLE_EVALUATIONS", 100_000))  # a million on demand


def test_memory_is_steady():
    small = condyle.Pair(condyle.Surface(condyle.make_plane_grid(0.02, 0.02, 5, 5), POLYETHYLENE),
                         condyle.Surface(condyle.Shape.sphere(0.03), POLYETHYLENE))
    poses = [pose(z=z) for z in np.linspace(0.0295, 0.0302, 50)]

    def work(pair, evaluations):
        for i in range(evaluations):
            result = pair.evaluate(poses[i % len(poses)])
            result.pressure, result.patches, result.stiffness, result.total.contact_force
        return resident()

    for pair, evaluations, most in ((small, EVALUATIONS, 500), (make_plate_pair(), 2000, 2000)):
        warm = work(pair, 1000)
        assert work(pair, evaluations) - warm < most  # [kB]; 5 bytes for each; a map would be 50,000


# Many poses at once.


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_many_have_the_bits_of_one_by_one(plate_pair, threads):
    poses = random_poses(57)
    velocities = np.random.default_rng(3).normal(size=(57, 6))
    pair = make_plate_pair(dissipation=0.5, friction=condyle.Friction(0.2, 0.1))
    many = pair.evaluate_many(poses, velocities, threads=threads, stiffness=True, maps=True)
    assert len(many) == len(many.total) == 57
    fresh = make_plate_pair(dissipation=0.5, friction=condyle.Friction(0.2, 0.1))
    for i, (X, V) in enumerate(zip(poses, velocities)):
        one = fresh.evaluate(X, V)
        assert np.array_equal(many.wrench[i], one.wrench)
        assert np.array_equal(many.stiffness[i], one.stiffness)
        assert np.array_equal(many.pressure[i], one.pressure)
        assert np.array_equal(many.proximity[i], one.proximity)
        for name in STATISTICS:
            assert np.array_equal(getattr(many.total, name)[i], getattr(one.total, name)), name
            assert np.array_equal(getattr(many.regions["+x"], name)[i],
                                  getattr(one.regions["+x"], name)), name


def test_many_of_none(plate_pair):
    many = plate_pair.evaluate_many(np.zeros((0, 4, 4)), threads=2, maps=True)
    assert many.wrench.shape == (0, 6) and many.total.max_pressure.shape == (0,)
    assert many.pressure.shape == (0, len(plate_pair.casting.mesh.triangles))


def test_columns_outlive_the_evaluations(plate_pair):
    many = plate_pair.evaluate_many(random_poses(5))
    force, peak = many.total.contact_force, many.total.max_pressure
    copies = force.copy(), peak.copy()
    assert many.stiffness is None and many.pressure is None
    del many
    gc.collect()
    plate_pair.evaluate_many(random_poses(5, seed=9))
    assert np.array_equal(force, copies[0]) and np.array_equal(peak, copies[1])


def test_threads_of_python_may_share_a_pair(plate_pair):
    poses = random_poses(40)
    expected = plate_pair.evaluate_many(poses).wrench
    found = {}

    def work(number):
        found[number] = [plate_pair.evaluate(X).wrench for X in poses]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(found[i], expected) for i in range(4))


def test_threads_may_evaluate_different_pairs_of_the_same_surfaces(plate_pair):
    """The maps of a target are made when they are first read, here by any of them."""
    casting, target = plate_pair.casting, plate_pair.target
    settings = [dict(), dict(law="nonlinear"), dict(lumped=False, friction=condyle.Friction(0.2)),
                dict(casts_from="nodes"), dict(law=condyle.Law.of(lambda depth, rate: 1e10 * depth)), dict(two_sided=True)]
    poses = random_poses(15)

    def work(pair):
        return [(r.wrench.tobytes(), r.pressure.tobytes(), r.target.pressure.tobytes())
                for r in (pair.evaluate(X) for X in poses)]

    expected = [work(condyle.Pair(casting, target, **s)) for s in settings]
    shared = [condyle.Pair(casting, target, **s) for s in settings]
    with concurrent.futures.ThreadPoolExecutor(len(settings)) as threads:
        for _ in range(3):
            assert list(threads.map(work, shared)) == expected
    result = plate_pair.evaluate(pose(z=0.0298))
    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        maps = list(threads.map(lambda _: result.target.pressure, range(64)))
    assert all(np.shares_memory(one, maps[0]) for one in maps)


def test_a_long_call_lets_other_threads_go_on():
    pair = make_plate_pair()
    ticks, done = [], threading.Event()

    def tick():
        while not done.wait(0.002):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    start = end = time.monotonic()
    poses = 1000
    while end - start < 0.1:  # in one call
        poses *= 2
        start = time.monotonic()
        pair.evaluate_many(np.tile(pose(z=0.0297), (poses, 1, 1)))
        end = time.monotonic()
    done.set()
    thread.join()
    assert sum(start < t < end for t in ticks) >= 5  # of some 50


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_long_call(plate_pair, ctrl_c, threads):
    poses = np.tile(pose(z=0.0297), (400_000, 1, 1))
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ctrl_c()
        plate_pair.evaluate_many(poses, threads=threads)
    assert time.monotonic() - start < 10
    assert plate_pair.evaluate(poses[0]).force[2] < 0


# Arguments.


@pytest.mark.parametrize("bad, error, words", [
    (np.eye(3), condyle.InputError, "X_CT must have the shape (4, 4), not (3, 3)"),
    (np.eye(4)[None], condyle.InputError, "not (1, 4, 4)"),
    (np.full((4, 4), np.nan), condyle.InputError, "not finite"),
    (np.diag([1, 1, 1, 2.0]), condyle.InputError, "last row"),
    (np.diag([2, 1, 1, 1.0]), condyle.InputError, "misses a rotation"),
    (np.diag([-1, 1, 1, 1.0]), condyle.InputError, "mirrors"),
    (np.eye(4) * 1j, TypeError, "complex128"),
    (np.eye(4).astype(str), TypeError, "X_CT"),
    (np.eye(4, dtype=bool), TypeError, "bool"),
    (np.ma.masked_array(np.eye(4), mask=np.eye(4)), condyle.InputError, "masked"),
    (None, TypeError, "X_CT"),
    (object(), TypeError, "X_CT"),
])
def test_unusable_poses_are_refused(plate_pair, bad, error, words):
    with pytest.raises(error) as caught:
        plate_pair.evaluate(bad)
    assert words in str(caught.value)


def test_any_kind_of_array_gives_the_same(plate_pair):
    X = pose(1e-3, 0, 0.0298, 0.3)
    expected = plate_pair.evaluate(X).wrench

    class Pose(np.ndarray):
        pass

    spaced = np.zeros((8, 8))
    spaced[::2, ::2] = X
    same = [X.tolist(), np.asfortranarray(X), spaced[::2, ::2], X.view(Pose), 
            X.T.copy().T, X.astype(">f8"), X[::-1][::-1], np.ma.masked_array(X)]
    for other in same:
        assert np.array_equal(plate_pair.evaluate(other).wrench, expected)
    single = X.astype(np.float32)
    assert np.array_equal(plate_pair.evaluate(single).wrench,
                          plate_pair.evaluate(single.astype(float)).wrench)


def test_many_name_the_pose_that_is_wrong(plate_pair):
    poses = random_poses(5)
    poses[3, 0, 0] = 7
    with pytest.raises(condyle.InputError, match=r"poses\[3\]"):
        plate_pair.evaluate_many(poses)
    with pytest.raises(condyle.InputError, match="threads"):
        plate_pair.evaluate_many(random_poses(2), threads=0)
    with pytest.raises(condyle.InputError, match=r"velocities .* \(2, 6\)"):
        plate_pair.evaluate_many(random_poses(2), np.zeros((3, 6)))


@pytest.mark.parametrize("settings, words", [
    (dict(law="linaer"), "did you mean 'linear'"),
    (dict(max_proximity=-1), "max_proximity"),
    (dict(dissipation=np.nan), "dissipation"),
    (dict(force_direction="up"), "force_direction 'up'"),
    (dict(regions={"r": [3, 2]}), "'r'"),
    (dict(regions={"r": [10**6]}), "region 'r' has 1000000"),
])
def test_unusable_settings_are_refused(settings, words):
    with pytest.raises(condyle.InputError) as caught:
        make_plate_pair(**settings)
    assert words in str(caught.value)


def test_surfaces_are_needed():
    surface = condyle.Surface(condyle.make_box((1, 1, 1)), POLYETHYLENE)
    for arguments in ((None, surface), (surface, None), (surface,), (surface, surface.mesh)):
        with pytest.raises(TypeError):
            condyle.Pair(*arguments)


def test_subclasses():
    class MyPair(condyle.Pair):
        def peak(self, X):
            return self.evaluate(X).total.max_pressure

    class Forgetful(condyle.Pair):
        def __init__(self):
            pass

    pair = MyPair(make_plate_pair().casting, make_plate_pair().target)
    assert pair.peak(pose(z=0.0298)) > 0
    with pytest.raises(TypeError):
        Forgetful().evaluate(pose())


# Laws.


def test_laws_of_point_contact():
    # 4/3 E* sqrt(R) d^1.5 along the axis (Hertz 1882).
    pair = make_plate_pair(law=condyle.Law("hertz", radius=0.03))
    ratio, modulus = POLYETHYLENE.poissons_ratio, POLYETHYLENE.elastic_modulus
    depth = pair.evaluate(pose(z=0.0298)).total.max_proximity
    force = 4 / 3 * modulus / (1 - ratio**2) / 2 * np.sqrt(0.03) * depth**1.5
    assert -pair.evaluate(pose(z=0.0298)).force[2] == pytest.approx(force, rel=1e-2)
    with pytest.raises(condyle.InputError, match="radius"):
        condyle.Law("hertz", raduis=1)
    with pytest.raises(condyle.InputError, match="hertz"):
        condyle.Law("herz")
    assert set(condyle.law_names()) >= {"hertz", "impact"} and "hertz" in repr(pair)


def test_a_law_in_python_equals_the_library():
    k = 1 / (2 * 0.008 / POLYETHYLENE.constrained_modulus)
    linear = make_plate_pair(lumped=False)
    own = make_plate_pair(lumped=False, law=condyle.Law.of(lambda depth, rate: k * depth))
    for X in random_poses(5):
        expected = linear.evaluate(X)
        assert own.evaluate(X).force == pytest.approx(expected.force, rel=1e-12, abs=1e-12)
    poses = random_poses(20)
    assert np.array_equal(own.evaluate_many(poses, threads=2).wrench, own.evaluate_many(poses).wrench)


@pytest.mark.parametrize("law, words", [
    (lambda depth, rate: 1 / 0, "ZeroDivisionError"),
    (lambda depth, rate: depth[:-1], "shape"),
    (lambda depth, rate: depth * np.nan, "not finite"),
    (lambda depth, rate: None, "real numbers"),
])
def test_a_law_that_fails_is_an_error(law, words):
    pair = make_plate_pair(law=condyle.Law.of(law))
    with pytest.raises(condyle.SimulationError) as caught:
        pair.evaluate(pose(z=0.0298))
    assert words in str(caught.value)
    with pytest.raises(condyle.SimulationError):
        pair.evaluate_many(random_poses(8), threads=2)


def test_an_elastic_layer():
    plate = condyle.Surface(condyle.make_plane_grid(0.02, 0.02, 40, 40), condyle.Layer.elastic(5e6, 0.5, 0.003))
    ball = condyle.Surface(condyle.Shape.sphere(0.03), condyle.Layer.rigid())
    result = condyle.Pair(plate, ball, law="elastic_layer").evaluate(pose(z=0.0298))
    assert result.force[2] < 0 and result.elastic_layer["active_nodes"] > 10
    with pytest.raises(condyle.InputError):
        condyle.Pair(plate, ball, law="linear")


def test_results_out_of_range_warn():
    """A deep part that max_proximity cuts off, and a nonlinear law deeper than its layers."""
    deep = pose(z=0.03 - 1e-3)
    right = make_plate_pair().evaluate(deep)
    cut = make_plate_pair(max_proximity=5e-4)
    with pytest.warns(UserWarning, match="'plate' on 'ball': .* deeper than max_proximity, 0.5 mm, is ignored"):
        assert abs(cut.evaluate(deep).force[2]) < 0.8 * abs(right.force[2])
    with pytest.warns(UserWarning, match="max_proximity") as told:
        cut.evaluate_many(np.stack([deep, pose(z=0.03 - 8e-4), pose(z=0.04)]), threads=2)
    assert len(told) == 1
    thin = condyle.Layer(463e6, 0.46, 2e-4)
    plate = condyle.Surface(condyle.make_plane_grid(0.02, 0.02, 40, 40), thin, "plate")
    ball = condyle.Surface(condyle.make_icosphere(0.03, 4), thin, "ball")
    with pytest.warns(UserWarning, match="0.4 mm, where the nonlinear law means nothing"):
        result = condyle.Pair(plate, ball, law="nonlinear").evaluate(deep)
    assert result.clamped_triangles > 0
    with pytest.raises(UserWarning), warnings.catch_warnings():
        warnings.simplefilter("error")
        cut.evaluate(deep)


def test_results_in_range_do_not_warn():
    # At 1.2 mm the radius of the contact is 8.5 mm; the plate ends at 10 mm.
    random = np.random.default_rng(51)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for law in "linear", "nonlinear", "elastic_layer":
            pair = make_plate_pair(law=law)
            least = 6e-4 if law == "elastic_layer" else -1e-3
            for depth in random.uniform(least, 1.2e-3, 34):
                pair.evaluate(pose(z=0.03 - depth))
            depths = np.linspace(-1e-3, 1.2e-3, 23)
            pair.evaluate_many(np.stack([pose(z=0.03 - depth) for depth in depths]), threads=2)


def test_an_open_edge_within_the_contact_warns():
    mesh = condyle.make_plane_grid(0.02, 0.02, 40, 40)
    middles = mesh.vertices[mesh.triangles].mean(axis=1)
    ball = condyle.Surface(condyle.make_icosphere(0.03, 4), POLYETHYLENE, "ball")
    for at, is_reached in ((0.0, True), (0.008, False)):
        kept = np.linalg.norm(middles - [at, 0, 0], axis=1) > 1e-3
        plate = condyle.Surface(condyle.Mesh(mesh.vertices, mesh.triangles[kept]), POLYETHYLENE, "plate")
        poses = np.stack([pose(z=0.03 - depth) for depth in (-1e-4, 1e-4, 3e-4)])
        for casting, target, turned in ((plate, ball, 1), (ball, plate, -1)):
            pair = condyle.Pair(casting, target)
            poses[:, 2, 3] = turned * np.abs(poses[:, 2, 3])
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                pair.evaluate(poses[2])
                pair.evaluate_many(poses, threads=2)
            assert ["open edge of mesh 'plate' at (" in str(w.message) for w in told] == [True, True] * is_reached


def test_averaged_metal_and_pressure_beyond_the_yield_stress_warn():
    plate = condyle.make_plane_grid(0.02, 0.02, 40, 40)
    ball = condyle.make_icosphere(0.03, 5)
    poses = np.stack([pose(z=0.03 - depth) for depth in (-1e-4, 1e-4, 3e-4)])

    def told(layer, other, **settings):
        pair = condyle.Pair(condyle.Surface(plate, layer), condyle.Surface(ball, other), **settings)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            pair.evaluate(poses[2])
            pair.evaluate_many(poses, threads=2)
        return [str(warning.message) for warning in said]

    metal = condyle.Layer(200e9, 0.3, 0.003)
    assert ["lumped=False" in text for text in told(POLYETHYLENE, metal)] == [True, True]
    assert told(POLYETHYLENE, metal, lumped=False) == told(POLYETHYLENE, POLYETHYLENE) == []
    soft = condyle.Layer(5e6, 0.45, 0.003, yield_stress=1e5)
    assert ["exceeds the yield stress" in text for text in told(soft, soft)] == [True, True]
    weak = condyle.Layer(5e6, 0.45, 0.003, yield_stress=1e9)
    assert told(weak, weak) == []


def test_a_contact_of_few_triangles_or_nodes_warns_once():
    ball = condyle.Surface(condyle.make_icosphere(0.03, 4), POLYETHYLENE, "ball")
    coarse = condyle.Surface(condyle.make_plane_grid(0.02, 0.02, 4, 4), POLYETHYLENE, "plate")
    for pair, word in ((condyle.Pair(coarse, ball), "triangles touch"),
                       (make_plate_pair(law="elastic_layer", node_spacing=2e-3), "nodes of its elastic layer press")):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            for depth in (1e-7, 1e-6, 3.5e-4, 4e-4):
                pair.evaluate(pose(z=0.03 - depth))
        assert [word in str(w.message) for w in told] == [True]
        with pytest.warns(UserWarning, match=word) as told:
            pair.evaluate_many(np.stack([pose(z=0.03 - depth) for depth in (3.5e-4, 4e-4)]))
        assert len(told) == 1


def test_means_are_weighted_by_area():
    mesh = condyle.make_plane_grid(0.02, 0.02, 40, 40)
    vertices = mesh.vertices.copy()
    vertices[:, 0] = 0.01 * np.sign(vertices[:, 0]) * (np.abs(vertices[:, 0]) / 0.01) ** 1.5  # triangles of many sizes
    plate = condyle.Surface(condyle.Mesh(vertices, mesh.triangles), POLYETHYLENE)
    ball = condyle.Surface(condyle.make_icosphere(0.03, 4), POLYETHYLENE)
    result = condyle.Pair(plate, ball).evaluate(pose(z=0.0295))
    corners = vertices[plate.mesh.triangles]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    pressing = result.pressure > 0
    total = result.total
    for values, mean, of_triangles in ((result.pressure, total.mean_pressure, total.mean_pressure_of_triangles),
                                       (result.proximity, total.mean_proximity, total.mean_proximity_of_triangles)):
        assert mean == pytest.approx(np.average(values[pressing], weights=areas[pressing]), rel=1e-12)
        assert of_triangles == pytest.approx(values[pressing].mean(), rel=1e-12)
        assert abs(mean - of_triangles) > 0.01 * mean  # so that the two cannot be mistaken
