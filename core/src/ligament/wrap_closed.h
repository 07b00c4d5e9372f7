#pragma once

#include <Eigen/Core>
#include <optional>

#include "core/src/ligament/wrap_memory.h"

namespace condyle::ligament {

// Wraps in closed form. A wrap over a sphere or cylinder reduces to a wrap around a circle in a
// plane. Sides, ends and memory are as those of touch() (wrap_touch.h), which calls these.

WrapTouch touch_sphere(const geometry::Sphere&, const std::optional<Eigen::Vector3d>& side,
                       const Eigen::Vector3d& from, const Eigen::Vector3d& to, WrapMemory& memory);

/// `half_length` may be infinite. If the whole geodesic lies beyond one end, the path slips off: it
/// is free, and its turns are forgotten.
WrapTouch touch_cylinder(double radius, double half_length,
                         const std::optional<Eigen::Vector3d>& side, const Eigen::Vector3d& from,
                         const Eigen::Vector3d& to, WrapMemory& memory);

}  // namespace condyle::ligament
