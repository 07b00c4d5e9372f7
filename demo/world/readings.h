#pragma once

#include <string>
#include <vector>

#include "engine/scene_engine.h"
#include "world/scene_world.h"

namespace condyle {

/// Reads the amounts of motions, joints and loads, and a robot's sensors, in the units shown to the
/// user. Fills `readings` if it is empty; otherwise only updates the values, without allocation.
void read_drives(const scene::Scene& scene, const SceneEngine& engine,
                 std::span<const Drive> drives, std::vector<Reading>& readings);

}  // namespace condyle
