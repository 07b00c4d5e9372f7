#pragma once

#include <string>

class btDiscreteDynamicsWorld;

namespace condyle::bullet {

class WorldBodies;

/// Looks for a body of the world, registered or not, with a pose, velocity, force, torque or
/// gravity that is not finite, or with a velocity so large that the square of its energy is not.
/// Returns the body, the quantity, its value and a remedy; empty if all is well. Precondition:
/// look() has found all registered bodies.
std::string find_bad_state(const btDiscreteDynamicsWorld& world, const WorldBodies& bodies);

}  // namespace condyle::bullet
