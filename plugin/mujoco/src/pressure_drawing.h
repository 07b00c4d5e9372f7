#pragma once

#include <mujoco/mujoco.h>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/pose.h"

namespace condyle::mujoco {

/// Draws the triangles of a map under pressure, as colours from 0 to `most` [Pa], `lift` [m] above
/// the surface, which lies at X_WS. Returns how many found no room in the scene.
int draw(const ContactSurface& surface, const SideMap& map, const Pose& X_WS, double most,
         double lift, mjvScene& scene);

}  // namespace condyle::mujoco
