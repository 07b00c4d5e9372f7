#pragma once

#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

// What the casting side's elements have, as values per triangle of its mesh, for drawing and files.
// Where triangles cast these are the same; of nodes they are made.

/// Values such as pressure or depth of wear: the mean over a triangle's corners.
std::vector<double> triangle_values(const ContactSurface& casting,
                                    std::span<const double> per_element);

/// Of nodes: proximity and pressure as above; a node's energy shared out over its triangles by
/// area, so that the sum stays; the partner of the first corner that has one.
SideMap triangle_map(const ContactSurface& casting, const SideMap& casting_map);

}  // namespace condyle
