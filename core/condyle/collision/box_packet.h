#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "condyle/collision/bounding_box.h"
#include "condyle/geometry/ray_triangle.h"
#include "condyle/simd/float4.h"

namespace condyle {

// Boxes that tell what need not be tested exactly, four at a time. They are kept in float, relative
// to the middle of their mesh. Whoever tests against them widens itself by padding(), so that they
// never lose a hit that a test of every triangle finds.

using Lanes = Eigen::Array4f;

struct BoxPacket {
  Lanes center[3];     ///< x, y, z of the four centres
  Lanes half_size[3];  ///< negative in a lane that holds no box, which nothing can meet

  BoxPacket() {
    for (int k = 0; k < 3; ++k) {
      center[k].setZero();
      half_size[k].setConstant(-1e30f);
    }
  }
};

/// Bit i: lane i is at most `limit`. False for NaN.
inline unsigned lanes_up_to(const Lanes& values, const Lanes& limit) {
  return bits_up_to(values.data(), limit.data());
}

/// Where the boxes of a mesh are counted from, and how large it is.
struct BoxSpace {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  double size = 0;  ///< of the mesh about the origin, along its widest axis

  explicit BoxSpace(const BoundingBox& all)
      : origin(all.center()), size(all.half_size().maxCoeff()) {}

  void set(BoxPacket& packet, int lane, const BoundingBox& box) const {
    const Eigen::Vector3f center = (box.center() - origin).cast<float>();
    const Eigen::Vector3f half_size = box.half_size().cast<float>();
    for (int k = 0; k < 3; ++k) {
      packet.center[k][lane] = center[k];
      packet.half_size[k][lane] = half_size[k];
    }
  }

  /// Covers for something at `point` all of: the rounding of boxes and of the tests against them, a
  /// few 2^-24 of the distances that occur; and the error of cross(), whose weights, right to
  /// 2^-24, place a hit within 2^-22 of its triangle's size.
  double padding(const Eigen::Vector3d& point) const {
    return 0x1p-19 * (size + (point - origin).cwiseAbs().maxCoeff());
  }
};

/// A ray made ready to be tested against many boxes.
class BoxProbe {
 public:
  BoxProbe(const Ray& ray, const BoxSpace& space) {
    // A component so small moves the ray by less than the padding; infinity would give NaN.
    constexpr double k_steepest = 1e18;
    const double padding = space.padding(ray.origin);
    for (int k = 0; k < 3; ++k) {
      const double inverse = std::clamp(1 / ray.direction[k], -k_steepest, k_steepest);
      origin_[k] = static_cast<float>(ray.origin[k] - space.origin[k]);
      inverse_[k] = static_cast<float>(inverse);
      padding_[k] = static_cast<float>(padding * std::abs(inverse));
    }
  }

  /// Bit i: something in box i may be crossed within `limit`; then `entry[i]` is a lower bound of
  /// the distance at which.
  unsigned meets(const BoxPacket& boxes, float limit, Lanes& entry) const {
    Lanes leave = Lanes::Constant(limit);
    entry.setZero();
    for (int k = 0; k < 3; ++k) {
      const Lanes middle = (boxes.center[k] - origin_[k]) * inverse_[k];
      const Lanes radius = boxes.half_size[k] * std::abs(inverse_[k]) + padding_[k];
      entry = entry.max(middle - radius);
      leave = leave.min(middle + radius);
    }
    return lanes_up_to(entry, leave);
  }

 private:
  float origin_[3], inverse_[3], padding_[3];
};

}  // namespace condyle
