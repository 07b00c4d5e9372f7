#pragma once

#include <memory>

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// One side of a contact in its current state.
struct PlacedSurface {
  std::shared_ptr<const ContactSurface> surface;
  Pose X_WM = Pose::Identity();  ///< pose of the mesh in the world
  Twist V_W;                     ///< velocity of its body at p_WBcm, in the world frame
  Eigen::Vector3d p_WBcm = Eigen::Vector3d::Zero();
};

/// Evaluates the pair at the current poses and velocities of its bodies. With true stiction there
/// is no friction, because only the engine knows the shear of the layers.
const ContactResult& evaluate(const PlacedSurface& casting, const PlacedSurface& target,
                              ContactPair& pair);

/// Evaluates the surfaces with other settings and at rest; returns empty statistics if a user's law
/// fails.
ContactStatistics contact_at_rest(const PlacedSurface& casting, const PlacedSurface& target,
                                  const ContactSettings& settings);

}  // namespace condyle
