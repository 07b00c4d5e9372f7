"""A thousand poses on all cores: the force of a ball that slides over a plate and into it.

Prints the force beside its closed form, k times the volume of the cap that ball and plate share.
"""

import os

import numpy as np

import condyle

radius = 0.030  # [m]
polyethylene, steel = condyle.Layer.of("uhmwpe", 0.008), condyle.Layer.of("steel", 0.001)
plate = condyle.Surface(condyle.make_plane_grid(0.02, 0.02, 150, 150), polyethylene)
ball = condyle.Surface(condyle.Shape.sphere(radius), steel)
pair = condyle.Pair(plate, ball, lumped=False)  # two layers in series

depths = np.linspace(0.02e-3, 0.2e-3, 1000)  # [m]
poses = np.tile(np.eye(4), (len(depths), 1, 1))
poses[:, 0, 3] = np.linspace(-4e-3, 4e-3, len(depths))
poses[:, 2, 3] = radius - depths

results = pair.evaluate_many(poses, threads=os.cpu_count() or 1)
k = 1 / sum(layer.thickness / layer.constrained_modulus for layer in (polyethylene, steel))  # [Pa/m]
closed = k * np.pi * depths**2 * (radius - depths / 3)
for i in range(0, len(depths), 111):
    print(f"{depths[i] * 1e3:.3f} mm {-results.wrench[i, 5]:10.3f} N  closed form {closed[i]:10.3f} N  "
          f"peak {results.total.max_pressure[i] / 1e6:6.2f} MPa")
