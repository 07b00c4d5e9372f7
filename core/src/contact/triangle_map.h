#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

// Values per casting element as values per triangle of the casting mesh, for drawing and files.
// They are unchanged if triangles cast, and derived if nodes cast.

/// Values such as pressure or depth of wear. For nodes, the mean over a triangle's corners.
std::vector<double> triangle_values(const ContactSurface& casting,
                                    std::span<const double> per_element);

/// The map per triangle. For nodes, proximity and pressure are means over a triangle's corners; a
/// node's energy is distributed over its triangles by area, so that the sum is unchanged; the
/// partner is that of the first corner that has one.
SideMap triangle_map(const ContactSurface& casting, const SideMap& casting_map);

}  // namespace condyle
