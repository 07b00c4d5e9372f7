#pragma once

#include <span>
#include <string>

#include "scene_world.h"

namespace condyle {

/// The text of events.csv: a header with units, then a row per first touch and last release. What
/// an encounter came to (duration, peak force, impulse) stands in the row of its release.
std::string event_table(const SceneWorld& world, std::span<const WorldEvent> events);

}  // namespace condyle
