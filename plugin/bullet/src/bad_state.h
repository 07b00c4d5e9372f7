#pragma once

#include <functional>
#include <string>

class btCollisionObject;
class btDiscreteDynamicsWorld;

namespace condyle::bullet {

class WorldBodies;

/// How messages name a body; an empty function, or an empty name, leaves it to the plugin.
using BodyName = std::function<std::string(const btCollisionObject&)>;

/// What is wrong with a body, and what to do about it.
struct BadState {
  std::string what;    ///< the body, the quantity and its value; empty if all is well
  std::string remedy;  ///< an imperative
};

/// Looks for a body of the world, registered or not, with a pose, velocity, force, torque or
/// gravity that is not finite, or with a velocity so large that the square of its energy is not, or
/// will not be after its forces have acted for `dt` [s]. Precondition: look() has found all
/// registered bodies.
BadState find_bad_state(const btDiscreteDynamicsWorld& world, const WorldBodies& bodies,
                        const BodyName& name_of, double dt);

}  // namespace condyle::bullet
