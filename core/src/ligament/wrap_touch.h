#pragma once

#include <Eigen/Core>
#include <optional>

#include "core/src/ligament/wrap_memory.h"

namespace condyle::ligament {

/// Finds the path from `from` to `to`, both in S, starting from the memory, and updates the memory.
/// If a side is given (a unit vector in S), the path takes the way round whose middle lies on that
/// side of the obstacle's centre, even if it is the longer one. Precondition:
/// can_be_wrapped(shape). Allocates only when a wrap begins over a shape other than a sphere,
/// cylinder, ellipsoid or torus, and when a wrap over a mesh gets more nodes.
WrapTouch touch(const geometry::Shape& shape, const std::optional<Eigen::Vector3d>& side,
                const Eigen::Vector3d& from, const Eigen::Vector3d& to, WrapMemory& memory);

/// Whether the straight segment is clear of the obstacle: it does not enter the obstacle, and if it
/// crosses the plane of a torus it goes through the hole.
bool is_clear(const geometry::Shape&, const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace condyle::ligament
