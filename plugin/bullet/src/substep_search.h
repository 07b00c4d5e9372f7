#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>

namespace condyle::bullet {

// Bullet tells its collision algorithms the length of the substep, but not whether it looks for the
// substep's contact or answers a user's query between two substeps. The plugin sets the length to 0
// once contact has been found, so that a query sees 0.

inline void end_substep_search(btCollisionWorld& world) { world.getDispatchInfo().m_timeStep = 0; }

inline bool is_substep_search(const btDispatcherInfo& info) { return info.m_timeStep > 0; }

}  // namespace condyle::bullet
