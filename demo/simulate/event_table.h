#pragma once

#include <span>
#include <string>

#include "world/scene_world.h"

namespace condyle {

/// The text of events.csv: a header with units, then one row for each first touch and last release.
/// The row of a release also holds the results of its encounter: duration, peak force and impulse.
std::string event_table(const SceneWorld& world, std::span<const WorldEvent> events);

}  // namespace condyle
