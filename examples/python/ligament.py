"""A ligament between two bones that wraps over a round condyle of the femur.

The tibia moves down. Prints length, strain and tension, and the force on the tibia.
"""

import numpy as np

import condyle

FEMUR, TIBIA = 0, 1  # indices into the poses of the bones
strand = condyle.Strand("MCL", linear_stiffness=2500, slack_length=0.080)
X_BS = np.eye(4)
X_BS[:3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]  # the cylinder's axis is y
condyle_of_femur = condyle.Obstacle(FEMUR, condyle.Shape.cylinder(radius=0.020, half_length=0.015), X_BS)
path = condyle.StrandPath([(FEMUR, (0.008, 0, 0.040)), (TIBIA, (0.008, 0, 0))], [condyle_of_femur])

X_WB = np.tile(np.eye(4), (2, 1, 1))
for z in (-0.030, -0.035, -0.040, -0.045):
    X_WB[TIBIA, 2, 3] = z
    traced = path.trace(X_WB)
    force = strand.force(traced.length)
    pull = traced.wrenches(force.total_force)[TIBIA][3:]
    print(f"tibia {z * 1e3:6.1f} mm  length {traced.length * 1e3:7.3f} mm  strain {force.strain:7.4f}  "
          f"tension {force.total_force:7.2f} N  on the tibia {pull.round(2)} N")
