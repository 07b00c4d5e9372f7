#pragma once

#include "condyle/contact/contact_surface.h"
#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle {

/// Length of the path along the surface from the centroid of triangle `from` to that of `to`, in
/// the plane that contains both and the mean of their normals [m]. On a flat surface this is the
/// straight distance, whatever the triangles. Infinite if that path leaves the sheet on which it
/// starts, is longer than `longest` [m], or has no plane since the normals are opposed. `nodes` are
/// those of the surface. Takes time in proportion to the number of triangles on the path.
double section_length(const ContactSurface& surface, const LayerNodes& nodes, int from, int to,
                      double longest);

}  // namespace condyle
