#pragma once

#include <functional>

#include "condyle/scene/scene.h"
#include "lab/gait_cycle.h"
#include "lab/still_run.h"
#include "world/scene_world.h"

namespace condyle {

/// The scene under a cycle, in Bullet: its motion of the joint follows the flexion, and loads on
/// the dynamic body are those of the cycle, which act where the scene's first load on it does, the
/// axial one along that load. Where the cycle gives a displacement, a joint holds the body to a
/// carrier that is moved; rotations of the body by then must be small. Other motions stay as at
/// time 0, other loads at their largest. It settles before time 0. Throws InputError that says what
/// the scene lacks.
scene::Scene gait_scene(const scene::Scene& scene, const TestedJoint& joint,
                        const GaitCycle& cycle);

/// How a cycle is run.
struct GaitRun {
  int cycles = 2;  ///< the last of them is measured
  int steps = 0;   ///< per cycle, a multiple of 100; 0: as the scene's rate asks, at least 200
};

/// Steps of a cycle, a multiple of 100.
int steps_of(const GaitRun& run, const GaitCycle& cycle, double rate);

/// Settles the world and runs the cycles. Calls `take` after each step i = 1 .. steps of the last
/// one, which took dt [s], and with i = 0 at its beginning. Throws SimulationError.
void run_gait(SceneWorld& world, const GaitCycle& cycle, const GaitRun& run,
              const std::function<void(int i, double dt)>& take);

}  // namespace condyle
