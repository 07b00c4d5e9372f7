#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "condyle/pose.h"
#include "fuzz/fuzz_target.h"

namespace condyle::fuzz {

/// Takes choices from the front of bytes, one byte for each; zeros when none are left. Places and
/// turns come from a small grid, so that corners, edges and faces of two meshes often coincide.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

  bool is_empty() const { return bytes_.empty(); }
  int byte() {
    if (bytes_.empty()) return 0;
    const int first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  int pick(int count) { return byte() % count; }
  /// A multiple of `step` from -128 to 127 times it.
  double on_grid(double step) { return step * static_cast<signed char>(byte()); }
  Eigen::Vector3d point(double step) {
    const double x = on_grid(step), y = on_grid(step), z = on_grid(step);
    return {x, y, z};
  }
  /// By a byte: none, a right angle, a small turn or any turn.
  Eigen::Matrix3d turn() {
    const int kind = pick(4);
    if (kind == 0) return Eigen::Matrix3d::Identity();
    if (kind == 1) {  // exact, unlike the sine and cosine of a right angle
      const int axis = pick(3);
      Eigen::Matrix3d right = Eigen::Matrix3d::Zero();
      right(axis, axis) = 1;
      right((axis + 1) % 3, (axis + 2) % 3) = -1;
      right((axis + 2) % 3, (axis + 1) % 3) = 1;
      return right;
    }
    const Eigen::Vector3d by = point(kind == 2 ? 1e-4 : M_PI / 128);
    if (by.isZero()) return Eigen::Matrix3d::Identity();
    return Eigen::AngleAxisd(by.norm(), by.normalized()).toRotationMatrix();
  }
  Pose pose(double step) {
    Pose X = Pose::Identity();
    X.linear() = turn();
    X.translation() = point(step);
    return X;
  }

 private:
  Bytes bytes_;
};

}  // namespace condyle::fuzz
