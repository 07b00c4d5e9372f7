#pragma once

#include "core/world/src/nearness.h"
#include "plugin/bullet/src/kinematic_tracks.h"

class btRigidBody;

namespace condyle::bullet {

/// Whether forces move a body: it has mass and is neither static nor kinematic.
bool is_dynamic(const btRigidBody& body);

/// Motion of a body over the substep of `dt` [s].
BodyMotion motion_of(const btRigidBody& body, const KinematicTracks& tracks, double dt);

}  // namespace condyle::bullet
