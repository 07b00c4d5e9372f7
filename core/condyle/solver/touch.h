#pragma once

#include <Eigen/Core>

namespace condyle {

/// From the first touch of a pair to its last release: all of its patches count as one.
struct Encounter {
  double start = 0;         ///< time of first touch [s]
  double impact_speed = 0;  ///< at which the bodies approached then, along the normal [m/s]
  double peak_force = 0;    ///< largest mean over a (sub-)step, friction included [N]
  double peak_time = 0;     ///< end of that (sub-)step [s]
  Eigen::Vector3d impulse_W = Eigen::Vector3d::Zero();  ///< on the casting body [N s]
};

/// What a pair remembers of its touching.
struct Touch {
  bool is_touching = false;
  Encounter encounter;  ///< while it touches
};

enum class TouchKind { first_touch, last_release };

}  // namespace condyle
