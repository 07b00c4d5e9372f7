#pragma once

#include <string>
#include <vector>

#include "scene_world.h"
#include "world/bullet_scene.h"

namespace condyle {

// Both readers fill `readings` where it is empty and later write the values alone: no allocation.

/// Amounts of the motions, joints and loads at `clock`, times `load_factor`, in units for people.
void read_drives(const Scene& scene, const BulletScene& bullet, double clock, double load_factor,
                 std::vector<Reading>& readings);

/// A sphere of `radius` pressed `depth` into a plane layer that casts along its normal: force [N],
/// F = 2 pi * integral of p(d) (R - depth + d) dd from 0 to depth; linear law, exactly
/// (M/h) pi depth^2 (R - depth/3).
double sphere_on_layer_force(const PressureLaw& law, double radius, double depth);

/// The depth [m] at which that force is `force` >= 0.
double sphere_on_layer_depth(const PressureLaw& law, double radius, double force);

/// The rest state of scene.ball_on_plane beside what the world shows; `force` [N] presses the ball.
void read_ball_on_plane(const Scene& scene, std::span<const WorldBody> bodies,
                        std::span<const WorldContact> contacts, double force,
                        std::vector<ClosedFormReading>& readings);

extern const std::string k_ball_on_plane_text;

}  // namespace condyle
