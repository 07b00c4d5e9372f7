#pragma once

#include "bench/pair_case.h"

namespace condyle::bench {

// Pairs of generated, closed meshes at sizes of choice.

/// A ball turning in a socket of 75 degrees with a clearance of 0.1 mm, pressed in by 0.03 mm,
/// which makes about 1.5 kN; both of about 50,000 triangles, the socket casting.
PairCase hip_closed();

/// Two balls of radius 50 mm and about `triangles` each, `depth` into one another; the target
/// rolls on the casting one by 0.1 degree a step, `steps` steps.
PairCase two_spheres(int triangles, double depth, int steps);

/// Depth [m] at which two_spheres has about `contacts` triangles in contact.
double depth_for_contacts(int triangles, double contacts);

}  // namespace condyle::bench
