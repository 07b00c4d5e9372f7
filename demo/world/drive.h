#pragma once

#include "world/bullet_scene.h"
#include "world/pull_spring.h"

namespace condyle {

/// The initial value of the clock of motions and loads [s]: 0, or earlier if the scene settles.
double first_clock(const scene::Scene& scene);

/// Pose of a kinematic body at `time` according to the motions.
Pose driven_pose(const scene::Scene& scene, int body, double time);

/// Puts the kinematic bodies at their poses at `next_time`, with the mean velocity over the step
/// from `time` to `next_time`, as Bullet expects.
void move_driven_bodies(BulletScene& scene, const scene::Scene& description, double time,
                        double next_time);

/// Bullet moves a kinematic body to its pose at the end of a step before it sets up the step's
/// constraint rows, so joints on it would lead by one step. This function places their frames where
/// they are at the start of the step.
void hold_back_joints(BulletScene& scene, const scene::Scene& description, double time,
                      double next_time);

/// Adds the loads at `time`, multiplied by `factor`, to the forces on the bodies for the next step.
void apply_loads(BulletScene& scene, const std::vector<BuiltBody>& built,
                 const scene::Scene& description, double time, double factor);

/// Adds the force of the spring, with half of the critical damping. The force is evaluated at the
/// end of the step (backward Euler for the body alone), so that no stiffness lets the mouse fling a
/// body away.
void apply_pull(BulletScene& scene, const PullSpring& pull, double dt);

}  // namespace condyle
