#pragma once

#include <Eigen/Core>
#include <span>
#include <string>

class btSoftBody;

namespace condyle::bullet {

/// Checks the links of a soft body with its nodes at `places`. Throws SimulationError naming
/// `name`, the rate of steps and the longest step allowed if a link is shorter than a third of its
/// rest length, or longer than ten times that. Bullet corrects a fraction of the error of the links
/// in each step, so links get softer with the square of the step: if steps are too long, a body
/// folds under its own weight or a load, and things fall through. `dt`: length of the steps [s].
void require_links_hold(const btSoftBody& soft, std::span<const Eigen::Vector3d> places, double dt,
                        const std::string& name);

}  // namespace condyle::bullet
