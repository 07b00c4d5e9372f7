"""Meshes: round trips, views, reports, and what is refused."""

import pickle

import numpy as np
import pytest

import condyle

TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize("ending", ["obj", "ply", "vtp"])
def test_files_read_back_to_the_bit(tmp_path, ending):
    mesh = condyle.make_icosphere(0.0123, 2)
    mesh.write(tmp_path / f"ball.{ending}", "m")
    again = condyle.read_mesh(tmp_path / f"ball.{ending}", "m")
    assert np.array_equal(mesh.vertices, again.vertices)
    assert np.array_equal(mesh.triangles, again.triangles)


def test_unit_of_a_file_scales(tmp_path):
    condyle.make_box((2, 3, 4)).write(str(tmp_path / "box.stl"), "mm")
    assert condyle.read_mesh(tmp_path / "box.stl", "mm").report().volume == pytest.approx(24)
    assert condyle.read_mesh(tmp_path / "box.stl", "m").report().volume == pytest.approx(24e9)


def test_arrays_make_the_same_mesh():
    mesh = condyle.make_torus(0.05, 0.01, 12, 8)
    for vertices in (mesh.vertices, mesh.vertices.tolist(), np.asfortranarray(mesh.vertices)):
        for triangles in (mesh.triangles, mesh.triangles.astype(np.uint64), mesh.triangles.tolist()):
            again = condyle.Mesh(vertices, triangles)
            assert np.array_equal(again.vertices, mesh.vertices)
            assert np.array_equal(again.triangles, mesh.triangles)
    spaced = np.zeros((len(mesh.vertices), 6))
    spaced[:, ::2] = mesh.vertices
    assert np.array_equal(condyle.Mesh(spaced[:, ::2], mesh.triangles).vertices, mesh.vertices)


def test_views_outlive_the_mesh_and_are_read_only():
    vertices = condyle.make_icosphere(0.02, 3).vertices
    assert np.allclose(np.linalg.norm(vertices, axis=1), 0.02)
    with pytest.raises(ValueError):
        vertices[0, 0] = 1
    with pytest.raises(ValueError):
        vertices.setflags(write=True)


def test_no_copy():
    mesh = condyle.make_icosphere(0.02, 3)
    surface = condyle.Surface(mesh, condyle.Layer.of("steel", 0.001))
    assert np.shares_memory(mesh.vertices, mesh.vertices)
    assert np.shares_memory(surface.mesh.vertices, surface.mesh.vertices)


@pytest.mark.parametrize("vertices, triangles, error, words", [
    (TRIANGLE, [[0, 1, 3]], condyle.InputError, "from 0 to 2"),
    (TRIANGLE, [[0, 1, -1]], condyle.InputError, "from 0 to 2"),
    (TRIANGLE, np.array([[0, 1, 2**63]], np.uint64), condyle.InputError, "from 0 to 2"),
    (TRIANGLE, [[0.0, 1.0, 2.0]], TypeError, "whole numbers"),
    (TRIANGLE, [0, 1, 2], condyle.InputError, "(n, 3), not (3,)"),
    (TRIANGLE, np.zeros((0, 3), int), condyle.InputError, "no triangle"),
    (np.array(TRIANGLE) * np.nan, [[0, 1, 2]], condyle.InputError, "not finite"),
    (np.array(TRIANGLE) * 1j, [[0, 1, 2]], TypeError, "complex"),
    ("abc", [[0, 1, 2]], TypeError, "vertices"),
    (None, [[0, 1, 2]], TypeError, "vertices"),
    ([[0, 0]], [[0, 0, 0]], condyle.InputError, "(n, 3), not (1, 2)"),
    ([[0, 0, 0], [1, 2]], [[0, 0, 0]], TypeError, "vertices"),
])
def test_unusable_arrays_are_refused(vertices, triangles, error, words):
    with pytest.raises(error, match=None) as caught:
        condyle.Mesh(vertices, triangles)
    assert words in str(caught.value)


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(condyle.InputError, match="nothing.stl"):
        condyle.read_mesh(tmp_path / "nothing.stl", "mm")
    with pytest.raises(condyle.InputError, match="furlong"):
        condyle.read_mesh(tmp_path / "nothing.stl", "furlong")
    assert issubclass(condyle.InputError, ValueError)


def test_report_and_repair():
    box = condyle.make_box((1, 1, 1))
    report = box.report()
    assert report.closed and report.volume == pytest.approx(1) and not report.findings
    assert report.high == pytest.approx([0.5, 0.5, 0.5])
    torn = condyle.Mesh(box.vertices, box.triangles[1:])
    assert {finding.kind for finding in torn.report().findings} >= {"open_edges"}
    assert torn.report().volume is None
    turned = condyle.Mesh(box.vertices, box.triangles[:, ::-1])
    mended, done = turned.repaired()
    assert mended.report().volume == pytest.approx(1) and done
    assert "triangles" in str(report) and "12 triangles" in repr(report)


@pytest.mark.parametrize("name, text, kind", [
    ("crossed.obj", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n", "crossing_polygons"),
    ("bent.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0.2\nv 0 1 0\nf 1 2 3 4\n", "bent_polygons"),
    ("cut.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                "endfacet\n", "no_endsolid"),
])
def test_what_a_file_leaves_open_is_reported(tmp_path, name, text, kind):
    (tmp_path / name).write_text(text)
    for weld in (True, False):
        found = condyle.read_mesh(tmp_path / name, "m", weld=weld).report().findings
        assert kind in [finding.kind for finding in found]
        assert all(finding.problem and finding.remedy for finding in found)
    condyle.make_plane_grid(1, 1, 2, 2).write(tmp_path / "good.obj", "m")
    good = condyle.read_mesh(tmp_path / "good.obj", "m").report().findings
    assert kind not in [finding.kind for finding in good]


def test_edits():
    box = condyle.make_box((1, 1, 1))
    X = np.eye(4)
    X[:3, 3] = 5, 0, 0
    assert box.transformed(X).vertices.mean(axis=0) == pytest.approx([5, 0, 0])
    assert box.scaled([2, 1, -1]).report().volume == pytest.approx(2)
    assert len(box.with_curved_facets(3).triangles) == 9 * len(box.triangles)
    with pytest.raises(condyle.InputError, match="from 1 to 16"):
        box.with_curved_facets(0)
    assert len(box.joined(box).triangles) == 24


def test_pickle():
    mesh = condyle.make_icosphere(0.02, 2)
    again = pickle.loads(pickle.dumps(mesh))
    assert np.array_equal(mesh.vertices, again.vertices)
    assert np.array_equal(mesh.triangles, again.triangles)
    for layer in (condyle.Layer(5e6, 0.45, 0.003), condyle.Layer.rigid()):
        assert pickle.loads(pickle.dumps(layer)) == layer


def test_vtp_has_the_values(tmp_path):
    box = condyle.make_box((1, 1, 1))
    condyle.write_vtp(tmp_path / "box.vtp", box, {"pressure [Pa]": np.arange(12), "v": np.ones((12, 3))})
    assert b"pressure [Pa]" in (tmp_path / "box.vtp").read_bytes()
    with pytest.raises(condyle.InputError, match=r"pressure must have the shape \(12,\)"):
        condyle.write_vtp(tmp_path / "box.vtp", box, {"pressure": np.arange(11)})
