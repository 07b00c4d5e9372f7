"""The alignment of a knee's insert that minimises its peak pressure.

Each generation of SciPy's differential evolution goes to the workers at once. Results stay in the
folder `alignment`, so running this again continues where it stopped.
"""

import json
import sys

from scipy.optimize import differential_evolution

import condyle.study

insert = {"body": "tibia", "mesh": "insert"}
study = {
    "condyle_study": 1,
    "scene": "knee_replacement",
    "seconds": 0.4,  # straight, under the full load
    "parameters": [
        {"name": "varus", "misalign": {**insert, "turn_about": [1, 0, 0]}, "uniform": [-3, 3]},  # [deg]
        {"name": "slope", "misalign": {**insert, "turn_about": [0, 0, 1]}, "uniform": [-5, 5]}],  # [deg]
    "design": {"kind": "latin_hypercube", "samples": 1},
    "outcomes": [{"name": "peak", "figure": "insert_femoral.peak_pressure", "take": "last"}],
}
with open("alignment.json", "w") as file:
    json.dump(study, file)

generations = int(sys.argv[1]) if len(sys.argv) > 1 else 10
with condyle.study.open("alignment.json", "alignment", workers=int(sys.argv[2]) if len(sys.argv) > 2 else 2) as session:

    def peak(angles):  # (2, n), the angles of n variants
        points = [{"varus": varus, "slope": slope} for varus, slope in angles.T]
        return session.evaluate(points)["peak"].fillna(1e9).to_numpy()  # a failed sample never wins

    best = differential_evolution(peak, [(-3, 3), (-5, 5)], vectorized=True, updating="deferred", popsize=5,
                                  maxiter=generations, polish=False, seed=1)
    as_planned = session.evaluate([{}])["peak"][0]
print(f"as planned {as_planned / 1e6:.2f} MPa")
print(f"varus {best.x[0]:.2f} deg, slope {best.x[1]:.2f} deg: {best.fun / 1e6:.2f} MPa")
