"""From two CAD files to a map of pressure, an array with a value for each triangle.

    pressure_map.py [CASTING.stl TARGET.stl [X Y Z]]

reads two mesh files in millimetres and places the second at X Y Z mm in the frame of the first. Without
files a ball is pressed 0.2 mm deep into a plate. Writes pressure.vtp for ParaView.
"""

import sys

import numpy as np

import condyle

if len(sys.argv) > 2:
    casting_mesh, target_mesh = (condyle.read_mesh(file, "mm") for file in sys.argv[1:3])
    position = np.array(sys.argv[3:6] or [0, 0, 0], float)
else:
    casting_mesh, target_mesh = condyle.make_plane_grid(0.02, 0.02, 150, 150), condyle.make_icosphere(0.025, 6)
    position = np.array([0, 0, 24.8])

layer = condyle.Layer.of("uhmwpe", thickness=0.008)
casting, target = condyle.Surface(casting_mesh, layer), condyle.Surface(target_mesh, layer)
X_CT = np.eye(4)  # where the target's frame is in the casting mesh's [m]
X_CT[:3, 3] = position / 1e3

result = condyle.Pair(casting, target).evaluate(X_CT)
pressure = result.pressure  # (triangles,) [Pa], no copy
deepest = pressure.argmax()
print(f"force {result.force} N over {result.total.contact_area * 1e6:.1f} mm2 in {len(result.patches)} patches")
print(f"peak {pressure[deepest] / 1e6:.2f} MPa at {casting.centroids[deepest] * 1e3} mm")
condyle.write_vtp("pressure.vtp", casting_mesh, {"pressure [Pa]": pressure})
