#pragma once

#include <string>

#include "plugin/bullet/src/registry.h"

class btDiscreteDynamicsWorld;

namespace condyle::bullet {

/// Whether all entries are finite numbers.
bool is_finite(const btTransform& X);

/// Looks for a body of the world, registered or not, with a pose, velocity, force, torque or
/// gravity that is not finite, or with a velocity so large that the square of its energy is not.
/// Returns the body, the quantity, its value and a remedy; empty if all is well. Precondition: no
/// registered body has been removed.
std::string find_bad_state(const btDiscreteDynamicsWorld& world, const Registry& registry);

}  // namespace condyle::bullet
