#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/collision/bounding_box.h"
#include "condyle/collision/ray_triangle.h"

namespace condyle {

// Boxes that filter what need not be tested exactly. They are kept in float, relative to the middle
// of their mesh, four lanes wide. Whoever tests against them widens itself by the space's
// padding(), so that a filter never loses a hit that a test of every triangle finds.

struct FilterBox {
  Eigen::Array4f center, half_size;  ///< the fourth lane is 0
};

inline Eigen::Array4f to_lanes(const Eigen::Vector3d& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]), 0.0f};
}

/// Where the filter boxes of a mesh are counted from, and how large it is.
struct FilterSpace {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  double size = 0;  ///< of the mesh about the origin, along its widest axis

  explicit FilterSpace(const BoundingBox& all)
      : origin(all.center()), size(all.half_size().maxCoeff()) {}

  FilterBox box(const BoundingBox& exact) const {
    return {to_lanes(exact.center() - origin), to_lanes(exact.half_size())};
  }

  /// Covers for something at `point` all of: the rounding of boxes and of the tests against them, a
  /// few 2^-24 of the distances that occur; and the error of cross(), whose weights, right to
  /// 2^-24, place a hit within 2^-22 of its triangle's size.
  double padding(const Eigen::Vector3d& point) const {
    return 0x1p-19 * (size + (point - origin).cwiseAbs().maxCoeff());
  }
};

/// A ray made ready to be tested against many boxes.
struct BoxProbe {
  Eigen::Array4f origin;   ///< from the space's origin
  Eigen::Array4f inverse;  ///< of the direction
  Eigen::Array4f absolute_inverse;
  Eigen::Array4f padding;  ///< times absolute_inverse

  BoxProbe(const Ray& ray, const FilterSpace& space) : origin(to_lanes(ray.origin - space.origin)) {
    // A component so small moves the ray by less than the padding; infinity would give NaN.
    constexpr double k_steepest = 1e18;
    inverse[3] = 0;
    for (int k = 0; k < 3; ++k) {
      inverse[k] = static_cast<float>(std::clamp(1 / ray.direction[k], -k_steepest, k_steepest));
    }
    absolute_inverse = inverse.abs();
    padding = static_cast<float>(space.padding(ray.origin)) * absolute_inverse;
  }

  /// A lower bound of the distance along the ray at which something in the box can be crossed;
  /// infinite where that can not be within `limit`.
  float entry(const FilterBox& box, float limit) const {
    const Eigen::Array4f middle = (box.center - origin) * inverse;
    const Eigen::Array4f radius = box.half_size * absolute_inverse + padding;
    const Eigen::Array4f enter = middle - radius, leave = middle + radius;
    const float first = std::max(std::max(enter[0], enter[1]), std::max(enter[2], 0.0f));
    const float last = std::min(std::min(leave[0], leave[1]), std::min(leave[2], limit));
    return first <= last ? first : std::numeric_limits<float>::infinity();
  }
};

}  // namespace condyle
