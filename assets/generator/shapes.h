#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::assets {

// The meshes of the shipped scenes, all closed and wound outward, in metres. For dimensions and
// frames see assets/README.md and the constants in the sources.

TriangleMesh knee_femoral_component();
TriangleMesh knee_tibial_insert();
TriangleMesh hip_femoral_head();
TriangleMesh hip_acetabulum();
TriangleMesh plate();
TriangleMesh finger_pad();
TriangleMesh can();
TriangleMesh gear_pinion();
TriangleMesh gear_wheel();
TriangleMesh cam_body();
TriangleMesh mug_cup();
TriangleMesh mug_handle();
TriangleMesh peg();
TriangleMesh peg_block();
TriangleMesh thread_bolt();
TriangleMesh thread_nut();
TriangleMesh bone_distal_femur();
TriangleMesh bone_proximal_tibia();
TriangleMesh bone_patella();
TriangleMesh bone_proximal_femur();
TriangleMesh bone_pelvis();

/// 0 where x <= 0, 1 where x >= 1, between them the cubic 3 x^2 - 2 x^3.
double blend(double x);

/// The smaller of a and b, rounded off where they differ by less than `width`; exact elsewhere.
double smooth_min(double a, double b, double width);

/// The points of a profile by its corners, with more between them, at most about a cell apart.
std::vector<Eigen::Vector2d> divided_profile(const std::vector<Eigen::Vector2d>& corners,
                                             double cell);

/// The solid that a profile (distance from the axis, height) from axis to axis sweeps out about z.
/// Its inside is on the left of the way along the profile.
TriangleMesh turned(const std::vector<Eigen::Vector2d>& profile, int around);

/// Height [m] of a circle of `radius` above its lowest point, at `offset` from it; |offset| <
/// radius.
double arc_height(double radius, double offset);

}  // namespace condyle::assets
