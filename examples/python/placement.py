"""The tilt of a knee's insert that minimises its peak pressure, with derivatives of the static balance.

Each placement is one search of a balance, which also gives the gradient: the search for the best takes
seconds. alignment.py finds it from simulated runs without derivatives.
"""

import time

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

import condyle

knee = condyle.Scene.load("knee_replacement").equilibrium(2.0)  # bent by 36 deg, under the full load
insert, pair = "tibia.insert", ("tibia.insert", "femur.component")
planned = knee.placement(insert)
degree = np.pi / 180


def soft_peak(angles):
    """The softened peak pressure [MPa] and its derivatives by the angles [1/deg].

    Angles: varus, about x of the insert, then slope, about the z that is turned with it [deg].
    """
    varus, slope = angles
    placed = planned.copy()
    placed[:3, :3] = planned[:3, :3] @ Rotation.from_euler("XZ", [varus, slope], degrees=True).as_matrix()
    knee.place(insert, placed)
    knee.solve()
    # Differences over 1e-4 rad, across many facets of the meshes.
    by = knee.differentiate([("placement", insert)], step=1e-4)
    turns = by.soft_peaks[pair][:3]  # about the insert's own axes, after both turns
    axis_of_varus = Rotation.from_euler("Z", -slope, degrees=True).apply([1, 0, 0])
    gradient = np.array([turns @ axis_of_varus, turns[2]])
    return by.present_soft_peaks[pair] / 1e6, gradient * degree / 1e6


def peak():
    return max(contact.result.pressure.max() for contact in knee.contacts) / 1e6


start = time.perf_counter()
soft_as_planned, _ = soft_peak([0, 0])
print(f"as planned {peak():.2f} MPa, softened {soft_as_planned:.2f} MPa")
best = minimize(soft_peak, [0, 0], jac=True, method="L-BFGS-B", bounds=[(-3, 3), (-5, 5)], options={"maxiter": 15})
soft_peak(best.x)
print(f"varus {best.x[0]:.2f} deg, slope {best.x[1]:.2f} deg: {peak():.2f} MPa, softened {best.fun:.2f} MPa")
print(f"{best.nfev} balances in {time.perf_counter() - start:.1f} s")
