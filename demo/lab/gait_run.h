#pragma once

#include <functional>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "lab/gait_cycle.h"
#include "lab/still_run.h"
#include "world/scene_world.h"

namespace condyle {

/// The scene under a cycle, in Bullet: its motion of the joint follows the flexion, and loads on
/// the dynamic body are those of the cycle, which act where the scene's first load on it does, the
/// axial one along that load. Where the cycle gives a displacement, a joint holds the body to a
/// carrier that is moved, and generic joints to the world or a fixed body no longer hold that
/// direction; rotations of the body by then must be small. Other motions stay as at time 0, other
/// loads at their largest. It settles before time 0. Throws InputError that says what the scene
/// lacks, or which joint holds a direction that the cycle moves.
scene::Scene gait_scene(const scene::Scene& scene, const TestedJoint& joint,
                        const GaitCycle& cycle);

/// How a cycle is run.
struct GaitRun {
  int cycles = 2;  ///< the last of them is measured
  int steps = 0;   ///< per cycle, a multiple of 100; 0: as the scene's rate asks, at least 200
};

/// Steps of a cycle, a multiple of 100. Throws InputError if all repetitions together have more
/// than a million.
int steps_of(const GaitRun& run, const GaitCycle& cycle, double rate);

/// How far the dynamic body is from the displacements that a cycle asks of it, at the worst.
struct CycleMiss {
  double forward = 0, forward_time = 0;  ///< [m], [s]
  double turn = 0, turn_time = 0;        ///< [rad], [s]
};

/// Takes account of the body as it is at `time` of the cycle [s]; X_WB0 is where the scene has it.
void add_miss(CycleMiss& miss, const Pose& X_WB, const Pose& X_WB0, const GaitCycle& cycle,
              double time);

/// Says where a displacement was missed by more than a twentieth of its greatest amount.
std::vector<std::string> notes_of(const CycleMiss& miss, const GaitCycle& cycle);

/// What is to be said of a cycle on the contact that is tested: notes_of(cycle), and that the
/// built-in ones are a knee's where one side is a cup.
std::vector<std::string> notes_of(const GaitCycle& cycle, const SceneWorld& world,
                                  const TestedJoint& joint);

/// Settles the world and runs the cycles. Calls `take` after each step i = 1 .. steps of the last
/// one, which took dt [s], and with i = 0 at its beginning. Throws SimulationError.
void run_gait(SceneWorld& world, const GaitCycle& cycle, const GaitRun& run,
              const std::function<void(int i, double dt)>& take);

}  // namespace condyle
