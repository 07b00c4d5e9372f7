#pragma once

#include "condyle/scene/scene.h"
#include "core/scene/src/scene_test.h"
#include "lab/lab_table.h"

namespace condyle {

/// Runs a test by its word. Files of cycles are relative to the scene's
/// file. Throws InputError or SimulationError.
LabResult run_scene_test(const scene::Scene& scene, const scene::SceneTest& test);

}  // namespace condyle
