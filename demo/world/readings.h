#pragma once

#include <string>
#include <vector>

#include "scene_world.h"
#include "world/bullet_scene.h"

namespace condyle {

/// Amounts of the motions, joints and loads at `clock`, times `load_factor`, in units for people.
/// Fills `readings` where it is empty, and later writes the values alone: no allocation.
void read_drives(const Scene& scene, const BulletScene& bullet, double clock, double load_factor,
                 std::vector<Reading>& readings);

}  // namespace condyle
