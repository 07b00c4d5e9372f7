"""Which pad for a gripper? From an elastic modulus and a thickness to a force and a pressure.

A robot finger presses its flat pad of silicone on a round part, 30 mm across. The part must be held with
10 N, and its paint bears 150 kPa. The cells after %% run one by one in an editor or a notebook.
"""

# %% The pad is an elastic layer bonded to the finger; the part is rigid compared with it.
import numpy as np

import condyle

radius, wanted, allowed = 0.015, 10.0, 150e3  # [m], [N], [Pa]
part = condyle.Surface(condyle.Shape.sphere(radius), condyle.Layer.rigid(), "part")


def pad_of(elastic_modulus, thickness):
    mesh = condyle.make_plane_grid(0.024, 0.024, 48, 48)
    layer = condyle.Layer.elastic(elastic_modulus, 0.47, thickness)
    return condyle.Pair(condyle.Surface(mesh, layer, "pad"), part, law="elastic_layer", max_proximity=0.01)


# %% The force over the depth, and the depth that gives the wanted force.
def closed_at(pair):
    """The depth [m] at which the pad presses with the wanted force."""
    low, high = 0.0, 2e-3
    while high - low > 1e-6:
        depth = 0.5 * (low + high)
        force = -pair.evaluate(pose_at(depth)).force[2]
        low, high = (depth, high) if force < wanted else (low, depth)
    return high


def pose_at(depth):
    X_CT = np.eye(4)  # the part's frame in the pad's
    X_CT[2, 3] = radius - depth
    return X_CT


# %% Soft and thick pads spread the force; thin ones are stiff, since silicone hardly changes its volume.
for elastic_modulus in (0.3e6, 0.6e6, 1.2e6):
    for thickness in (3e-3, 6e-3):
        pair = pad_of(elastic_modulus, thickness)
        depth = closed_at(pair)
        total = pair.evaluate(pose_at(depth)).total
        verdict = "good" if total.max_pressure <= allowed else "too hard"
        print(f"E {elastic_modulus / 1e6:.1f} MPa, {thickness * 1e3:.0f} mm: closes {depth * 1e3:.2f} mm for "
              f"{wanted:.0f} N, peak {total.max_pressure / 1e3:.0f} kPa on {total.contact_area * 1e6:.0f} mm2, "
              f"{verdict}")
