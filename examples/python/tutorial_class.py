"""For the classroom: a ball on a half space, on a layer, and on springs. When is which model right?

The depth of Hertz's ball grows with the force to the power of 2/3, on springs to the power of 1/2, and
on a layer something between, depending on its thickness relative to the contact. The cells after %%
run one by one in an editor or a notebook.
"""

# %% One ball, one material, three models of what lies below.
import numpy as np

import condyle

R, E, nu, h = 0.02, 5e6, 0.40, 0.004  # [m], [Pa], -, [m]
plate = condyle.make_plane_grid(0.016, 0.016, 80, 80)
ball = condyle.Shape.sphere(R)


def pair_of(law, layer):
    other = condyle.Layer.rigid() if law == "elastic_layer" else condyle.Layer(1e13, nu, h)
    return condyle.Pair(condyle.Surface(plate, layer), condyle.Surface(ball, other), law=law, lumped=False)


models = {"half space": pair_of("elastic_layer", condyle.Layer.elastic(E, nu, np.inf)),
          "layer": pair_of("elastic_layer", condyle.Layer.elastic(E, nu, h)),
          "springs": pair_of("linear", condyle.Layer(E, nu, h))}

# %% Forces over the depth, beside Hertz (1882) and Winkler's closed form.
depths = np.array([0.1, 0.2, 0.4, 0.8]) * 1e-3
hertz = 4 / 3 * E / (1 - nu**2) * np.sqrt(R) * depths**1.5
K = E * (1 - nu) / ((1 + nu) * (1 - 2 * nu))
winkler = np.pi * K / h * depths**2 * (R - depths / 3)


def force_at(pair, depth):
    X_CT = np.eye(4)
    X_CT[2, 3] = R - depth
    return -pair.evaluate(X_CT).force[2]


forces = {name: np.array([force_at(pair, depth) for depth in depths]) for name, pair in models.items()}
for i, depth in enumerate(depths):
    print(f"{depth * 1e3:.1f} mm: half space {forces['half space'][i]:.3f} N (Hertz {hertz[i]:.3f}), "
          f"layer {forces['layer'][i]:.3f} N, springs {forces['springs'][i]:.3f} N (Winkler {winkler[i]:.3f})")

# %% The exponent of the force over the depth tells which of the two limits the layer is closer to.
for name, values in forces.items():
    exponent = np.diff(np.log(values)) / np.diff(np.log(depths))
    print(f"{name}: exponent {exponent[0]:.2f} at first, {exponent[-1]:.2f} at last")
