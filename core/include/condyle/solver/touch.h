#pragma once

#include <Eigen/Core>

namespace condyle {

/// The time of a pair from first touch to last release. All its patches count as one.
struct Encounter {
  double start = 0;         ///< time of first touch [s]
  double impact_speed = 0;  ///< speed of approach along the normal at first touch [m/s]
  double peak_force = 0;    ///< largest mean force over a (sub-)step, with friction [N]
  double peak_time = 0;     ///< end of the (sub-)step with the largest mean force [s]
  Eigen::Vector3d impulse_W = Eigen::Vector3d::Zero();  ///< impulse on the casting body [N s]
};

/// The state of touch that a pair remembers.
struct Touch {
  bool is_touching = false;
  Encounter encounter;  ///< valid while the pair touches
};

enum class TouchKind { first_touch, last_release };

}  // namespace condyle
