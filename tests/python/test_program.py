"""Results of pairs equal those of the program, to the bit."""

import json
import subprocess

import numpy as np
import pytest

import condyle
from conftest import random_poses


def run_contact(program, folder, poses, *options):
    listed = [{"id": i, "T_target_in_casting": X.ravel().tolist()} for i, X in enumerate(poses)]
    (folder / "poses.json").write_text(json.dumps(listed))
    subprocess.run([program, "contact", "--casting", "plate.ply", "--target", "ball.ply",
                    "--casting-layer", "E=463e6,nu=0.46,h=0.008", "--target-layer", "E=5e6,nu=0.45,h=0.003",
                    "--poses", "poses.json", "--out", "result.json", *options], cwd=folder, check=True)
    return json.loads((folder / "result.json").read_text())


def assert_equal(statistics, report):
    names = [name for name in report if hasattr(condyle.Statistics, name)]
    assert len(names) == 13
    for name in names:
        assert np.array_equal(getattr(statistics, name), report[name]), name


@pytest.mark.parametrize("options, settings", [
    ((), {}),
    (("--formulation", "nonlinear", "--two-sided"), dict(law="nonlinear", two_sided=True)),
    (("--two-layer", "--force-direction", "casting"), dict(lumped=False, force_direction="casting")),
])
def test_pairs_equal_the_program(program, tmp_path, options, settings):
    condyle.make_plane_grid(0.02, 0.02, 30, 30).write(tmp_path / "plate.ply", "m")
    condyle.make_icosphere(0.03, 4).write(tmp_path / "ball.ply", "m")
    plate, ball = (condyle.read_mesh(tmp_path / f"{name}.ply", "m") for name in ("plate", "ball"))
    pair = condyle.Pair(condyle.Surface(plate, condyle.Layer(463e6, 0.46, 0.008)),
                        condyle.Surface(ball, condyle.Layer(5e6, 0.45, 0.003)),
                        **settings)
    poses = random_poses(8)
    for X, report in zip(poses, run_contact(program, tmp_path, poses, *options)):
        result = pair.evaluate(X)
        assert_equal(result.total, report)
        for region in report["regions"]:
            assert_equal(result.regions[region.pop("name")], region)
        assert len(result.patches) == len(report["patches"])
        for patch, entry in zip(result.patches, report["patches"]):
            assert_equal(patch.statistics, entry)


def test_mesh_report_equals_the_program(program, tmp_path):
    mesh = condyle.make_torus(0.05, 0.01, 12, 8)
    mesh.write(tmp_path / "ring.obj", "m")
    printed = subprocess.run([program, "mesh", "ring.obj", "--unit", "m"], cwd=tmp_path, check=True,
                             capture_output=True, text=True).stdout
    assert str(condyle.read_mesh(tmp_path / "ring.obj", "m").report()).splitlines()[1:] == \
        printed.splitlines()[1:]
