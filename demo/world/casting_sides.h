#pragma once

#include "engine/built_scene.h"

namespace condyle {

/// Determines which meshes cast. Swaps the sides of contacts whose side is automatic if the target
/// casts better (casts_better). For each contact in which both sides cast, appends a reversed
/// contact named NAME.reverse after all others.
void choose_casting_sides(scene::Scene& scene, const std::vector<BuiltBody>& built);

}  // namespace condyle
