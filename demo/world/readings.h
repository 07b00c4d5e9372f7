#pragma once

#include <string>
#include <vector>

#include "engine/scene_engine.h"
#include "world/scene_world.h"

namespace condyle {

/// Reads the amounts of motions, joints and loads at `clock` [s], with loads multiplied by
/// `load_factor`, in the units shown to the user. Fills `readings` if it is empty; otherwise only
/// updates the values, without allocation.
void read_drives(const scene::Scene& scene, const SceneEngine& engine, double clock,
                 double load_factor, std::vector<Reading>& readings);

}  // namespace condyle
