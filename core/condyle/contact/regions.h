#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// The half spaces -x, +x, -y, +y, -z, +z of the mesh frame, in this order. A triangle belongs to
/// the minus side where its centre's coordinate is below 0, else to the plus side; none is split
/// (Smith et al. 2018).
std::vector<Region> axis_regions(const ContactSurface& surface);

/// The triangles whose centre c lies on the side of the plane that `direction` points to:
/// direction . (c - point) >= 0, in the mesh frame. Throws InputError where direction is zero or a
/// number is not finite.
Region half_space_region(const ContactSurface& surface, std::string name,
                         const Eigen::Vector3d& point, const Eigen::Vector3d& direction);

/// Throws InputError that names the region and `surface` where a triangle does not exist, or the
/// list does not ascend strictly.
void require_valid(const Region& region, const ContactSurface& surface);

}  // namespace condyle
