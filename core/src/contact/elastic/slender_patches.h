#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "core/src/mesh/neighbour_lists.h"

namespace condyle {

/// Per patch of triangles: the patches of the same sheet that share an edge with it. `sheet` and
/// `patch_of_triangle` are per triangle; patches are numbered from 0 to `count` - 1.
mesh::NeighbourLists patch_neighbours(const ContactSurface& surface, const std::vector<int>& sheet,
                                      int count, const std::vector<int>& patch_of_triangle);

/// Whether a patch whose points have this covariance [m^2] is more than four times as long as wide.
bool is_slender(const Eigen::Matrix3d& covariance);

/// Joins small patches to one of those around them each, so that the two together are as round as
/// may be. Small is a slender patch that has less than a tenth of the area of those around it, and
/// any patch that has less than 0.3 of that area and of the area `wanted` for patches [m^2]. Such a
/// patch hardly counts in the force, but one of a sliver may press 20 times as hard as those around
/// it. Larger slender patches stay: those of the long triangles of a prism are as they should be.
/// Numbers the patches anew, in their order, and returns how many are left.
int merge_small(const ContactSurface& surface, const std::vector<int>& sheet, double wanted,
                int count, std::vector<int>& patch_of_triangle);

}  // namespace condyle
