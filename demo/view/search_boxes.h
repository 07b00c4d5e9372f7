#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "view/draw_list.h"
#include "world/shown_world.h"

namespace condyle {

/// The boxes of one level of the hierarchy in which contact with the surface is searched, in the
/// mesh frame. Level 0 has the boxes around up to sixteen triangles each; the last level has at
/// most sixteen boxes. Empty beyond the last level.
std::vector<Eigen::AlignedBox3d> search_boxes(const ContactSurface& surface, int level);

/// The boxes as one mesh.
TriangleMesh mesh_of_boxes(const std::vector<Eigen::AlignedBox3d>& boxes);

/// Draws the normals of casting elements in contact, of a few hundred at most, against which their
/// rays run. `size` [m] sets their length.
void add_casting_normals(const ShownWorld& world, double size, DrawList& list);

}  // namespace condyle
