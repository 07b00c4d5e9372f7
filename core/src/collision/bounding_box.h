#pragma once

#include <Eigen/Core>
#include <limits>

namespace condyle {

/// Axis-aligned box. An empty box has lowest > highest.
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

}  // namespace condyle
