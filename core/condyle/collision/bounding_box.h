#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <limits>

#include "condyle/collision/ray_triangle.h"

namespace condyle {

/// Axis-aligned box. Empty: lowest > highest.
struct BoundingBox {
  Eigen::Vector3d lowest = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Vector3d highest = Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity());

  void include(const Eigen::Vector3d& point) {
    lowest = lowest.cwiseMin(point);
    highest = highest.cwiseMax(point);
  }
  void include(const BoundingBox& box) {
    lowest = lowest.cwiseMin(box.lowest);
    highest = highest.cwiseMax(box.highest);
  }
  Eigen::Vector3d center() const { return 0.5 * (lowest + highest); }
  Eigen::Vector3d half_size() const { return 0.5 * (highest - lowest); }

  /// Half of the surface area.
  double half_area() const {
    const Eigen::Vector3d size = highest - lowest;
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
  }
};

/// A segment of a ray, made ready to be tested against many boxes.
///
/// cross() may place a hit outside the exact triangle by its rounding. The boxes of the triangles
/// are padded for the part that grows with their size (TriangleTree); the part that grows with the
/// length of the segment and the coordinates of its origin, and the rounding of the test itself,
/// are covered here, so that a box test never loses a hit that a test of every triangle finds.
class BoxProbe {
 public:
  BoxProbe(const Ray& ray, double length) {
    const double pad = 0x1p-45 * length + 0x1p-49 * ray.origin.cwiseAbs().maxCoeff();
    for (int k = 0; k < 3; ++k) {
      const double inverse = 1 / ray.direction[k];
      inverse_[k] = std::clamp(inverse, -k_huge, k_huge);  // finite: 0 * infinity would be NaN
      for_lowest_[k] = ray.origin[k] + pad;
      for_highest_[k] = ray.origin[k] - pad;
    }
  }

  /// A lower bound of the distance along the ray at which a triangle in the box can be crossed;
  /// infinite where none can be within `limit`.
  double entry(const BoundingBox& box, double limit) const {
    double enter = 0, leave = limit;
    for (int k = 0; k < 3; ++k) {
      const double at_lowest = (box.lowest[k] - for_lowest_[k]) * inverse_[k];
      const double at_highest = (box.highest[k] - for_highest_[k]) * inverse_[k];
      enter = std::max(enter, std::min(at_lowest, at_highest));
      leave = std::min(leave, std::max(at_lowest, at_highest));
    }
    return enter <= leave ? enter : std::numeric_limits<double>::infinity();
  }

 private:
  static constexpr double k_huge = 1e300;
  double inverse_[3], for_lowest_[3], for_highest_[3];
};

}  // namespace condyle
