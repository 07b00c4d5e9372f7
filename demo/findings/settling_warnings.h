#pragma once

#include <string>
#include <vector>

#include "world/scene_world.h"

namespace condyle {

/// Warnings about a world that has settled: that it did not come to rest, and the imbalance left
/// over, which the findings of the run leave out. Sentences; empty if the scene does not settle.
std::vector<std::string> settling_warnings(const SceneWorld& world);

}  // namespace condyle
