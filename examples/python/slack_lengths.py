"""Slack lengths of a knee's ligaments calibrated to laxity curves, with derivatives of the static balance.

The tibia is pushed backwards and forwards and turned, at two angles of flexion, and two markers on it tell how
far it goes. The curves stand in for a laboratory's. laxity.py calibrates strands from simulated runs.
"""

import functools
import time

import numpy as np
from scipy.optimize import least_squares

import condyle

groups = {"PCL": ["PCL_al1", "PCL_al2", "PCL_pm1", "PCL_pm2"], "MCL": ["MCL_a", "MCL_i", "MCL_p"],
          "LCL": ["LCL_a", "LCL_p"]}
times = [1.5, 2.5]  # [s] of the scene's flexion: 24 and 49 deg
pushes = [{"force": [f, 0, 0], "moment": [0, m, 0]}  # [N, N m]
          for f, m in ((-50, 0), (50, 0), (0, -1), (0, 1))]
markers = np.array([[0, 0, -0.025], [0, 0, 0.025]])  # on the tibia, medial and lateral [m]
measured = np.array([-0.407, -0.600, 0.507, 0.769, 0.798, -0.878, -0.752, 1.032,  # how far forwards each marker
                     -0.346, -0.944, 0.443, 0.957, 1.410, -1.754, -1.397, 1.867])  # goes, push by push [mm]

scene = condyle.Scene.load("knee_replacement")
scene["loads/axial_load/force"] = [0, 600, 0]  # [N], so that the ligaments count
knee = scene.equilibrium(tolerance=1e-6)  # facets of the meshes jump by nearly that
knee.add_load("push", "tibia")
planned = {name: knee.strand(name) for name in knee.strands}


def forwards():
    """How far forwards the markers are at the balance [mm], (2,), and derivatives by the groups' factors, (2, 3)."""
    knee.solve()
    by = knee.differentiate([("slack_length", name) for name in planned])
    X = knee.poses["tibia"]
    arms = markers @ X[:3, :3].T
    turn, shift = by.poses["tibia"][:3], by.poses["tibia"][3:]
    by_slack = np.array([shift[0] + turn[1] * arm[2] - turn[2] * arm[1] for arm in arms])  # shift + turn x arm
    slopes = [sum(by_slack[:, by.column("slack_length", name)] * planned[name].slack_length for name in names)
              for names in groups.values()]
    return 1e3 * (X[0, 3] + arms[:, 0]), 1e3 * np.array(slopes).T


@functools.lru_cache
def misfits(*factors):
    """Misfits of the tests with slack lengths of so many times the planned ones [mm], and their derivatives."""
    for factor, names in zip(factors, groups.values()):
        for name in names:
            law = planned[name]
            knee.set_strand(name, condyle.Strand(name, law.linear_stiffness, factor * law.slack_length,
                                                 transition_strain=law.transition_strain))
    found, slopes = [], []
    for at in times:
        knee.set_time(at)
        knee.set_load("push", force=[0, 0, 0], moment=[0, 0, 0])
        unloaded, unloaded_slopes = forwards()
        memory = knee.save()
        for push in pushes:
            knee.restore(memory)
            knee.set_load("push", **push)
            there, slope = forwards()
            found.append(there - unloaded)
            slopes.append(slope - unloaded_slopes)
    return np.concatenate(found) - measured, np.concatenate(slopes)


start = time.perf_counter()
print(f"misfit as planned {np.abs(misfits(1, 1, 1)[0]).max():.3f} mm")
fit = least_squares(lambda x: misfits(*x)[0], np.ones(3), lambda x: misfits(*x)[1], x_scale=0.01, bounds=(0.97, 1.03),
                    max_nfev=6)
print(f"misfit {np.abs(fit.fun).max():.4f} mm after {fit.nfev} tests in {time.perf_counter() - start:.1f} s")
for name, factor in zip(groups, fit.x):
    print(f"{name}: {factor:.4f} times the planned slack length")
