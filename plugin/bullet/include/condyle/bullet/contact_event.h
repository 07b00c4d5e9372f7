#pragma once

#include <Eigen/Core>
#include <cmath>

#include "condyle/solver/touch.h"

namespace condyle::bullet {

/// Identifies a collider of one plugin. An id stays valid until its collider is removed, and is
/// never reused.
struct ColliderId {
  int value = -1;
  bool operator==(const ColliderId&) const = default;
};

using condyle::Encounter;

/// The first touch or the last release of a pair. Times [s] are as Plugin::time() counts them.
struct ContactEvent {
  using Kind = TouchKind;

  Kind kind = Kind::first_touch;
  ColliderId casting, target;
  double time = 0;                                     ///< moment of the event, within the substep
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();       ///< first or last point of contact [m]
  Eigen::Vector3d normal_W = Eigen::Vector3d::Zero();  ///< contact normal of the casting body, unit
  Eigen::Vector3d velocity_W = Eigen::Vector3d::Zero();  ///< velocity of the casting body relative
                                                         ///< to the target at that point [m/s]
  Encounter encounter;  ///< the encounter so far; at first touch only its start is set

  double duration() const { return time - encounter.start; }
  /// Speed along the normal [m/s]: of approach at first touch, of separation at last release.
  double normal_speed() const { return std::abs(velocity_W.dot(normal_W)); }
  double slip_speed() const { return (velocity_W - velocity_W.dot(normal_W) * normal_W).norm(); }
};

}  // namespace condyle::bullet
