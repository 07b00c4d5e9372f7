#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>

#include "condyle/geometry/height_map.h"

namespace condyle::geometry {

/// One bicubic patch of a height map. It may be evaluated beyond its grid lines too, where it goes
/// on as the same polynomial: smooth, unlike the map, whose third derivatives jump at each line.
class HeightPatch {
 public:
  /// Patch (i, j). The map must outlive it.
  HeightPatch(const HeightMap& map, int i, int j);

  /// The patch that a curve enters which passes `point` along `tangent` and bends by `bend` per
  /// square of its length: at a grid line, the one ahead.
  static HeightPatch ahead(const HeightMap& map, const Eigen::Vector3d& point,
                           const Eigen::Vector3d& tangent, const Eigen::Vector3d& bend);

  Height at(double x, double y) const;

  /// A grid line that bounds the patch: where the coordinate x (axis 0) or y (axis 1) has a value.
  struct Line {
    int axis;
    double place;
  };
  /// The line that a point lies beyond. Points up to 1e-9 of the patch beyond it count as on the
  /// patch, and so does everything beyond the border of the map.
  std::optional<Line> line_before(const Eigen::Vector3d& point) const;

  /// The length after which a curve, taken as a parabola, meets a line of the patch ahead, or
  /// infinity.
  double length_to_line(const Eigen::Vector3d& point, const Eigen::Vector3d& tangent,
                        const Eigen::Vector3d& bend) const;

 private:
  const Eigen::Matrix4d* polynomial_;
  std::array<double, 2> low_, size_;    ///< by axis
  std::array<double, 2> first_, last_;  ///< lines to other patches; infinite at the border
};

}  // namespace condyle::geometry
