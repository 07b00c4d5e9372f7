#pragma once

#include "condyle/scene/scene.h"
#include "condyle/scene/scene_test.h"
#include "lab/lab_table.h"

namespace condyle {

/// Runs a test on a scene. Throws InputError or SimulationError.
LabResult run_scene_test(const scene::Scene& scene, const scene::SceneTest& test);

/// The same of one of the scene's own tests, which messages name.
LabResult run_test_of_scene(const scene::Scene& scene, const scene::SceneTest& test);

/// Throws InputError unless the scene lists tests.
void require_tests(const scene::Scene& scene);

}  // namespace condyle
