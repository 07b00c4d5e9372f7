#pragma once

#include <memory>

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// One side of a contact as it is now.
struct ContactSide {
  std::shared_ptr<const ContactSurface> surface;
  Pose X_WM = Pose::Identity();  ///< of its mesh in the world
  Twist V_W;                     ///< of its body, at p_WBcm, expressed in the world
  Eigen::Vector3d p_WBcm = Eigen::Vector3d::Zero();
};

/// Evaluates a pair of these surfaces where they are now, at their bodies' velocities. With true
/// stiction there is no friction: what the layers have sheared is known to the engine alone.
const ContactResult& evaluate(const ContactSide& casting, const ContactSide& target,
                              ContactPair& pair);

/// The same with other settings, at rest; nothing where a law of the user's fails.
ContactStatistics contact_at_rest(const ContactSide& casting, const ContactSide& target,
                                  const ContactSettings& settings);

}  // namespace condyle
