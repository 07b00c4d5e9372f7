#pragma once

#include <vector>

#include "condyle/scene/scene.h"
#include "lab/lab_table.h"

namespace condyle {

/// A test of a ball in a cup that is placed at every inclination and version.
struct HipTest {
  std::vector<double> inclinations;  ///< [rad]; none: 30, 40, 50, 60 and 70 degrees
  std::vector<double> versions;      ///< [rad]; none: 0, 10, 20 and 30 degrees
  std::vector<double> angles;        ///< of the joint's motion [rad]; none: that at time 0
  scene::HipSide side = scene::HipSide::automatic;
};

/// Turns the cup of the scene's first joint to each radiographic inclination and version (Murray
/// 1993; x of the world forward, y up, z to the right) about the middle of its sphere and finds the
/// balance under the scene's largest load: force, area, peak pressure, how far the patch of contact
/// is from the rim, along the sphere, and where in inclination it reaches the rim, to half a
/// degree. The cup is the hollow side of the contact; its rim is the border of the triangles on its
/// sphere. Where there is no balance, as where the ball leaves the cup, the row has no figures, and
/// where none of the angles has one, steeper cups of that version are not tried. A right hip's cup
/// opens along z, a left one's against it. Throws InputError.
LabResult test_hip(const scene::Scene& given, const HipTest& test);

}  // namespace condyle
