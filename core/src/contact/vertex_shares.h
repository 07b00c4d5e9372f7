#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "condyle/pose.h"
#include "core/src/contact/surface/element_weights.h"

namespace condyle {

/// Forces on the vertices of one element, at `places`, equivalent to a wrench: the force by the
/// weights, plus a couple for the missing moment.
std::array<Eigen::Vector3d, 3> share_out(const ElementWeights& at, const Wrench& wrench,
                                         const std::array<Eigen::Vector3d, 3>& places);

/// Adds forces to points (parallel lists) whose moment is `moment` and whose sum is zero: see
/// find_vertex_forces. Points on one line bear no moment along it; then the nearest possible moment
/// is applied.
void add_couple(const Eigen::Vector3d& moment, std::span<const Eigen::Vector3d> points,
                std::span<Eigen::Vector3d> forces);

}  // namespace condyle
