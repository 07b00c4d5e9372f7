#pragma once

#include "world/bullet_scene.h"

namespace condyle {

/// Settles which meshes cast: contacts whose side is found automatically are turned around where
/// that is better (casts_better), and behind all others comes, for each contact in which both cast,
/// a second one the other way round, named NAME.reverse.
void settle_casting_sides(Scene& scene, const std::vector<BuiltBody>& built);

}  // namespace condyle
