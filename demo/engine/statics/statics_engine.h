#pragma once

#include <memory>
#include <vector>

#include "engine/built_scene.h"
#include "engine/scene_engine.h"

namespace condyle {

/// An engine without time: each of its steps leads to the static balance of the scene's bodies
/// under the loads, motions and angles of hinges at the step's end (world/equilibrium.h). Masses
/// matter by their weight alone; velocities, damping, and friction that is regularised by speed do
/// not matter.
///
/// Throws InputError for a soft body, and for contacts with stiction or a record of wear. Both
/// objects must outlive the engine.
std::unique_ptr<SceneEngine> make_statics_engine(const scene::Scene& scene,
                                                 const std::vector<BuiltBody>& built);

}  // namespace condyle
