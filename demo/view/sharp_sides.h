#pragma once

#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Whether a side of a triangle is sharp, three per triangle: side k is opposite corner k.
using SharpSides = std::vector<bool>;

/// The sides at which the mesh ends, or meets a triangle whose normal differs by more than
/// `crease_angle` [rad].
SharpSides sharp_sides(const TriangleMesh& mesh, double crease_angle);

}  // namespace condyle
