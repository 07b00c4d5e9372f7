#pragma once

#include <Eigen/Core>
#include <span>

namespace condyle {

/// The least norm of a weighted mean of the vectors, of weights >= 0: the distance of their convex
/// hull from 0 (Wolfe 1976, Finding the nearest point in a polytope). Precondition: not empty.
double distance_of_hull(std::span<const Eigen::VectorXd> vectors);

}  // namespace condyle
