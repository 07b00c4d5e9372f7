#pragma once

#include <Eigen/Core>
#include <span>
#include <string>

class btSoftBody;

namespace condyle::bullet {

/// Bullet mends a part of what is wrong with a soft body's links in each of its steps, so that
/// links are softer by the square of the step: in steps too long for them a body folds under its
/// own weight or what lies on it, and things fall through. Throws SimulationError naming `name`,
/// the rate and how long steps may be where, with the nodes at `places`, a link is squashed to less
/// than a third of its length, or ten times as long. `dt`: of the steps [s].
void require_links_hold(const btSoftBody& soft, std::span<const Eigen::Vector3d> places, double dt,
                        const std::string& name);

}  // namespace condyle::bullet
