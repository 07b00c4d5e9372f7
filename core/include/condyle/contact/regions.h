#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// The half spaces -x, +x, -y, +y, -z, +z of the mesh frame, in this order. A triangle belongs to
/// the minus side if the coordinate of its centroid is below 0, else to the plus side; no triangle
/// is split (Smith et al. 2018).
std::vector<Region> axis_regions(const ContactSurface& surface);

/// The triangles whose centroid c lies on the side of a plane to which `direction` points:
/// direction . (c - point) >= 0, in the mesh frame. Throws InputError if the direction is zero or a
/// number is not finite.
Region half_space_region(const ContactSurface& surface, std::string name,
                         const Eigen::Vector3d& point, const Eigen::Vector3d& direction);

/// Throws InputError naming the region and `surface` if a triangle does not exist or the list does
/// not ascend strictly.
void require_valid(const Region& region, const ContactSurface& surface);

}  // namespace condyle
