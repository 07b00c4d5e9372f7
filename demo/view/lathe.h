#pragma once

#include <span>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A point of an outline: distance from the z axis and height along it.
struct OutlinePoint {
  double radius = 0, height = 0;
};

/// The surface that the outline, from its lowest point upward, sweeps about the z axis in
/// `segments` flat steps. Points on the axis become poles. Closed and outward where the outline
/// starts and ends on the axis.
TriangleMesh turned(std::span<const OutlinePoint> outline, int segments);

// Unit parts of rods and arrows, along z from 0 to 1, radius 1.
TriangleMesh unit_bar();     ///< without ends
TriangleMesh unit_cone();    ///< base at 0, tip at 1
TriangleMesh unit_sphere();  ///< about the origin

}  // namespace condyle
