#pragma once

#include <Eigen/Core>
#include <cmath>

#include "condyle/solver/touch.h"

namespace condyle::bullet {

/// Handles stay valid until removed; they are never reused.
struct ColliderId {
  int value = -1;
  bool operator==(const ColliderId&) const = default;
};

using condyle::Encounter;

/// A pair touches for the first time, or has let go. Times [s] are Plugin::time()'s.
struct ContactEvent {
  using Kind = TouchKind;

  Kind kind = Kind::first_touch;
  ColliderId casting, target;
  double time = 0;                                       ///< inside the step
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();         ///< first, or last, point of contact [m]
  Eigen::Vector3d normal_W = Eigen::Vector3d::Zero();    ///< on the casting body, unit
  Eigen::Vector3d velocity_W = Eigen::Vector3d::Zero();  ///< of casting relative to target there
  Encounter encounter;  ///< until now: at first touch its start alone

  double duration() const { return time - encounter.start; }
  /// Along the normal [m/s]: of approach at first touch, of separation at last release.
  double normal_speed() const { return std::abs(velocity_W.dot(normal_W)); }
  double slip_speed() const { return (velocity_W - velocity_W.dot(normal_W) * normal_W).norm(); }
};

}  // namespace condyle::bullet
