#pragma once

#include "world/bullet_scene.h"

namespace condyle {

/// Where the clock of motions and loads starts: at 0, or before it where the scene settles [s].
double first_clock(const Scene& scene);

/// Where the motions put a kinematic body at `time`.
Pose driven_pose(const Scene& scene, int body, double time);

/// Places the kinematic bodies where they are to be at the end of the step from `time` to
/// `next_time`, with the mean velocity over it: Bullet's convention.
void move_driven_bodies(BulletScene& scene, const Scene& description, double time,
                        double next_time);

/// Bullet has a kinematic body at the end of a step before it sets up the step's rows, so that its
/// joints would lead by one step. Puts their frames on it where they are at the start.
void hold_back_joints(BulletScene& scene, const Scene& description, double time, double next_time);

/// Adds the loads at `time`, times `factor`, to the bodies' forces of the next step.
void apply_loads(BulletScene& scene, const std::vector<BuiltBody>& built, const Scene& description,
                 double time, double factor);

/// A spring from a point of a body (Bullet's frame P) to a point of the world.
struct PullSpring {
  int body = -1;
  Eigen::Vector3d p_P, p_W;
  double stiffness = 0;  ///< [N/m]
};

/// Adds the spring's force, damped by half the critical damping. It is taken at the end of the step
/// (backward Euler for the body alone), so that no stiffness makes the mouse throw a body away.
void apply_pull(BulletScene& scene, const PullSpring& pull, double dt);

}  // namespace condyle
