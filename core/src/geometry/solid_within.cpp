#include "core/src/geometry/solid_within.h"

#include "condyle/error.h"
#include "core/src/mesh/topology.h"

namespace condyle::geometry {

SolidProperties solid_within(const Shape* exact, const TriangleMesh& triangles,
                             const std::string& surface) {
  if (exact != nullptr ? !is_bounded(*exact) : !mesh::is_closed(triangles))
    throw InputError(surface +
                     " is open, so a density cannot fill it; close it, or give mass and inertia");
  if (exact != nullptr) return solid_properties(*exact);
  const mesh::MassProperties solid = mass_properties(triangles);
  return {.volume = solid.volume, .centre = solid.centre, .inertia = solid.inertia};
}

}  // namespace condyle::geometry
