#pragma once

#include "bench/pair_case.h"

namespace condyle::bench {

// Pairs of generated closed meshes of any size.

/// A ball turning in a socket of 75 degrees with a clearance of 0.1 mm, pressed in by 0.03 mm with
/// about 1.5 kN. Both have about 50,000 triangles; the socket casts.
PairCase hip_closed();

/// Two balls of radius 50 mm with about `triangles` triangles each, overlapping by `depth`. The
/// target rolls on the casting ball by 0.1 degree per step, for `steps` steps.
PairCase two_spheres(int triangles, double depth, int steps);

/// Depth [m] at which two_spheres has about `contacts` triangles in contact.
double depth_for_contacts(int triangles, double contacts);

}  // namespace condyle::bench
