#pragma once

#include "condyle/scene/scene.h"
#include "lab/gait_cycle.h"
#include "lab/gait_run.h"
#include "lab/lab_table.h"

namespace condyle {

/// A test of a joint under cycles of loads and motions.
struct GaitTest {
  GaitCycle cycle = built_in_cycle(scene::BuiltInCycle::walk);
  GaitRun run;
};

/// Runs the cycle in Bullet and tells, of its last repetition: the motion of the dynamic body from
/// where the scene has it, force, peak pressure and centre of pressure of the contact and of each
/// of its regions over the percent of the cycle, how long the path of each centre is, and the
/// distance that slides below it. The kind of test of ISO 14243; built-in cycles are ours. Throws
/// InputError, or SimulationError if the run fails.
LabResult test_gait(const scene::Scene& scene, const GaitTest& test);

}  // namespace condyle
