#pragma once

#include <span>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A point of an outline: distance from the z axis, and height along it.
struct OutlinePoint {
  double radius = 0, height = 0;
};

/// The surface of revolution of the outline, given from bottom to top, about the z axis in
/// `segments` flat steps. Points on the axis become poles. The surface is closed and wound outward
/// if the outline starts and ends on the axis.
TriangleMesh turned(std::span<const OutlinePoint> outline, int segments);

// Unit parts of rods and arrows: along z from 0 to 1, radius 1.
TriangleMesh unit_bar();     ///< open at both ends
TriangleMesh unit_cone();    ///< base at 0, tip at 1
TriangleMesh unit_sphere();  ///< centred at the origin

}  // namespace condyle
