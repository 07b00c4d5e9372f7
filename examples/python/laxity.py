"""Ligaments calibrated to a laxity curve: stiffnesses and strains that reproduce the displacements of a test.

A tibia slides forwards and backwards under loads, held by two ligaments. The curve stands in for
a laboratory's. f(scene) runs a whole test, and session.map sends variants to the workers.
"""

import json
import sys

import numpy as np
from scipy.optimize import least_squares

import condyle.study

loads = [-150, -100, -50, -20, 20, 50, 100, 150]  # [N]
measured = np.array([-0.434, -0.223, 0.004, 0.150, 0.360, 0.531, 0.853, 1.176])  # [mm]


def ligament(name, x):
    """From the femur's origin to the tibia, 30 mm to one side."""
    return {"name": name, "linear_stiffness": 4000, "reference_strain": 0.01,
            "a": {"body": "femur", "point": [0, 0, 0]}, "b": {"body": "tibia", "point": [x, 0, 0]}}


knee = {
    "condyle_scene": 1, "gravity": [0, 0, 0], "settle": {"speed": 1e-5},
    "bodies": [{"name": "femur", "kind": "fixed"},
               {"name": "tibia", "kind": "dynamic", "mass": 1, "inertia": [0.01, 0.01, 0.01]}],
    "ligaments": [ligament("anterior", 0.03), ligament("posterior", -0.03)],
    "joints": [{"name": "slide", "kind": "slider", "body_a": "tibia"}],
    "loads": [{"name": "push", "body": "tibia", "force": [0, 0, 0]}],
}


def parameter(name, strand, key, bounds):
    return {"name": name, "path": f"ligaments/{strand}/{key}", "uniform": bounds}


study = {
    "condyle_study": 1, "scene": knee, "seconds": 0.01,
    "parameters": [parameter("stiffness_a", "anterior", "linear_stiffness", [1e3, 2e4]),
                   parameter("strain_a", "anterior", "reference_strain", [0, 0.1]),
                   parameter("stiffness_p", "posterior", "linear_stiffness", [1e3, 2e4]),
                   parameter("strain_p", "posterior", "reference_strain", [0, 0.1])],
    "design": {"kind": "latin_hypercube", "samples": 1},
    "outcomes": [{"name": "x", "figure": "tibia.position_x", "take": "last"}],
}
with open("laxity.json", "w") as file:
    json.dump(study, file)
names = [p["name"] for p in study["parameters"]]
units = np.array([1000, 0.01, 1000, 0.01])  # so that all unknowns are near 1


def displacements(scene):
    """The test, load by load [mm]."""
    found = []
    for load in loads:
        scene["loads/push/force"] = [load, 0, 0]
        found.append(1e3 * scene.simulate(0.01, 240)["tibia.position_x"][-1])
    return np.array(found)


with condyle.study.open("laxity.json", "laxity", workers=int(sys.argv[1]) if len(sys.argv) > 1 else 2) as session:

    def misfits(unknowns):  # (n, 4) to (n, loads) [mm]
        points = [dict(zip(names, (row * units).tolist())) for row in unknowns]
        return np.array(session.map(displacements, points)) - measured

    def slopes(x, step=1e-3):
        """All differences at once, on the workers."""
        sides = misfits(np.concatenate([x + step * np.eye(len(x)), x - step * np.eye(len(x))]))
        return ((sides[:len(x)] - sides[len(x):]) / (2 * step)).T

    start = np.array([4, 1, 4, 1.0])
    fit = least_squares(lambda x: misfits(x[None])[0], start, slopes, bounds=(0.1, 50))
    print(f"misfit at the start {np.abs(misfits(start[None])).max():.3f} mm")
print(f"misfit {np.abs(fit.fun).max():.3f} mm")
for name, value in zip(names, fit.x * units):
    print(f"{name} {value:.5g}")
