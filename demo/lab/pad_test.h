#pragma once

#include <vector>

#include "condyle/scene/scene.h"
#include "lab/lab_table.h"
#include "lab/still_run.h"

namespace condyle {

/// A test of a soft pad, such as that of a finger, on a flat plate.
struct PadTest {
  double force = 10;  ///< [N]
  int points = 10;    ///< of the curve of pressing, from 0 to `force`
  /// Of the plate [rad], each within 80 degrees.
  std::vector<double> tilts = {0, 5 * k_lab_degree, 10 * k_lab_degree};
  int taxels = 8;   ///< rows and columns of the picture, to 256
  int steps = 200;  ///< of each draw of the plate
};

/// Presses the softer side of the scene's first contact on a flat plate that has the layer of the
/// other side, and tells: normal stiffness and pressure over the force, by static balance; force
/// and displacement at which the plate, drawn along x, begins to slip and slips altogether, and the
/// moment at which it turns about its normal, beside mu N and, for a round contact of radius a,
/// Hertz's 3 pi / 16 mu N a (K. L. Johnson, Contact Mechanics, 1985, from p = p0 sqrt(1 - r^2 /
/// a^2)) and that of springs under a paraboloid, 8 / 15 mu N a; and the pressure on rows and
/// columns of taxels over the plate at each tilt. Slip is found with true stiction of the scene's
/// static coefficient in slow motion. What has no balance, or no taxels on its mesh, has no
/// figures, and a note says why. Throws InputError.
LabResult test_pad(const scene::Scene& scene, const PadTest& test);

}  // namespace condyle
