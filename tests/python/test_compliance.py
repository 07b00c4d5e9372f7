"""The compliance of a part by finite elements, as Surface takes it."""

import pickle
import shutil
import subprocess

import numpy as np
import pytest

import condyle
from conftest import POLYETHYLENE, pose


def make_part(program, folder):
    condyle.make_plane_grid(0.04, 0.04, 20, 20).write(folder / "plate.ply", "m")
    grid = condyle.make_plane_grid(0.06, 0.06, 2, 2)
    condyle.Mesh(np.asarray(grid.vertices) - [0, 0, POLYETHYLENE.thickness], grid.triangles).write(
        folder / "back.ply", "m")
    subprocess.run([program, "compliance", "plate.ply", "--back", "back.ply", "--layer",
                    f"E=1e6,nu={POLYETHYLENE.poissons_ratio}", "--max-thickness", "0.1", "--node-spacing", "4e-3",
                    "--out", "part.compliance"], cwd=folder, check=True)
    return condyle.read_mesh(folder / "plate.ply", "m")


def test_a_pair_takes_the_compliance_of_a_part(program, tmp_path):
    if not (shutil.which("gmsh") and shutil.which("ccx")):
        pytest.skip("no gmsh or no CalculiX")
    mesh = make_part(program, tmp_path)
    ball = condyle.Surface(condyle.Shape.sphere(0.08), condyle.Layer.rigid())
    above = pose(z=0.0795)

    def force(**options):
        settings = {} if options else {"node_spacing": 4e-3, "free_edges": "all"}
        pair = condyle.Pair(condyle.Surface(mesh, POLYETHYLENE, **options), ball, law="elastic_layer", **settings)
        return pair.evaluate(above).force

    by_elements = force(compliance=tmp_path / "part.compliance")
    assert by_elements[2] == pytest.approx(force()[2], rel=0.03)
    surface = condyle.Surface(mesh, POLYETHYLENE, compliance=tmp_path / "part.compliance")
    twin = condyle.Pair(pickle.loads(pickle.dumps(surface)), ball, law="elastic_layer")
    assert np.array_equal(twin.evaluate(above).force, by_elements)
    other = condyle.Surface(condyle.make_plane_grid(0.04, 0.04, 10, 10), POLYETHYLENE,
                            compliance=tmp_path / "part.compliance")
    with pytest.raises(condyle.InputError, match="part.compliance.*another mesh"):
        condyle.Pair(other, ball, law="elastic_layer").evaluate(above)


def test_a_file_that_is_none_is_refused(tmp_path):
    (tmp_path / "text").write_text("no compliance")
    with pytest.raises(condyle.InputError, match="text.*condyle compliance"):
        condyle.Surface(condyle.make_plane_grid(0.04, 0.04, 10, 10), POLYETHYLENE, compliance=tmp_path / "text")
