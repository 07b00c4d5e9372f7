"""From two STL files of an implant to peak pressures over flexion, by springs and by an elastic layer.

The files are made here: a dished insert of polyethylene and a rounded condyle, as a CAD program would
write them, in millimetres. The cells after %% run one by one in an editor or a notebook.
"""

# %% Two files as exported: read with their unit, and inspected before they are used.
import numpy as np

import condyle

x, y = np.meshgrid(np.linspace(-16, 16, 81), np.linspace(-14, 14, 71))
dish = np.stack([x, y, (x**2 / 42 + y**2 / 36) / 2], axis=-1).reshape(-1, 3) / 1e3  # [m]
corner = (np.arange(70)[:, None] * 81 + np.arange(80)).reshape(-1)
triangles = np.concatenate([np.stack([corner, corner + 1, corner + 82], 1),
                            np.stack([corner, corner + 82, corner + 81], 1)])
condyle.Mesh(dish, triangles).write("insert.stl", "mm")
condyle.make_ellipsoid([0.030, 0.024, 0.026], 6).write("femoral.stl", "mm")

insert_mesh, femoral_mesh = condyle.read_mesh("insert.stl", "mm"), condyle.read_mesh("femoral.stl", "mm")
for name, mesh in (("insert", insert_mesh), ("femoral", femoral_mesh)):
    report = mesh.report()
    print(f"{name}: {report.triangles} triangles, {(report.high - report.low) * 1e3} mm, "
          f"{'closed' if report.closed else 'open'}; to look at: {[finding.kind for finding in report.findings]}")

# %% A pair for each law. The metal side is rigid compared with polyethylene.
polyethylene, metal = condyle.Layer.of("uhmwpe", 0.008), condyle.Layer.of("cobalt_chrome", 0.008)
insert = condyle.Surface(insert_mesh, polyethylene, "insert")
springs = condyle.Pair(insert, condyle.Surface(femoral_mesh, metal, "femoral"), lumped=False)
layer = condyle.Pair(insert, condyle.Surface(femoral_mesh, condyle.Layer.rigid(), "femoral"), law="elastic_layer")

# %% Poses over a flexion: the condyle turns about y, and is lowered until it bears 700 N.
load = 700.0  # [N]


def pose_of(flexion, height):
    c, s = np.cos(np.radians(flexion)), np.sin(np.radians(flexion))
    return np.array([[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, height], [0, 0, 0, 1.0]])


def borne(pair, flexion):
    low, high = 0.025, 0.035  # heights [m]: deep, and apart
    while high - low > 1e-7:
        height = 0.5 * (low + high)
        force = -pair.evaluate(pose_of(flexion, height)).force[2]
        low, high = (height, high) if force > load else (low, height)
    return pair.evaluate(pose_of(flexion, high))


# %% Springs do not share load with their neighbours: the peak is higher, the area smaller.
for flexion in (0, 30, 60, 90):
    a, b = borne(springs, flexion).total, borne(layer, flexion).total
    print(f"{flexion:2d} degrees: springs {a.max_pressure / 1e6:.1f} MPa on {a.contact_area * 1e6:.0f} mm2, "
          f"layer {b.max_pressure / 1e6:.1f} MPa on {b.contact_area * 1e6:.0f} mm2, "
          f"yield stress {polyethylene.yield_stress / 1e6:.0f} MPa")

# %% A map for ParaView.
condyle.write_vtp("insert.vtp", insert_mesh, {"pressure [Pa]": borne(layer, 30).pressure})
