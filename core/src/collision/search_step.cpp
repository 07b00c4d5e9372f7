#include "core/src/collision/search_step.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

/// Calls over which the pace of the mesh is averaged.
constexpr double k_calls_of_pace = 8;

}  // namespace

void note_displacement(SearchStep& step, double moved) {
  step.pace += (moved - step.pace) / (step.is_steady ? k_calls_of_pace : 1);
  step.evenness = step.pace < moved ? step.pace / moved : 1;
}

MeshMotion plain(const RigidMotion& motion) {
  MeshMotion same;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) same.turn[i][j] = motion.turn(i, j);
    same.shift[i] = motion.shift[i];
  }
  same.turn_norm = motion.turn_norm;
  same.rounding = motion.rounding;
  return same;
}

SmallMotion small_motion(const Pose& from, const Pose& to, const SearchStep& step) {
  const Eigen::Matrix3d R = from.linear().transpose();
  const Eigen::Matrix3d turn = R * (to.linear() - from.linear());
  const Eigen::Vector3d shift =
      R * (to.translation() - from.translation()) + turn * step.casting.center;
  const double size = step.casting.radius + longest(step.reach);
  const double places = size + step.casting.center.cwiseAbs().sum() +
                        from.translation().cwiseAbs().sum() + to.translation().cwiseAbs().sum();
  SmallMotion motion;
  for (int i = 0; i < 3; ++i) {
    motion.shift[i] = static_cast<float>(std::clamp<double>(
        shift[i] * step.space.scale, -geometry::k_far_away, geometry::k_far_away));
    for (int j = 0; j < 3; ++j) motion.turn[i][j] = static_cast<float>(turn(i, j));
  }
  // A few units in the last place of the displacement, in float, and thousands of units in the last
  // place of the positions, in double.
  motion.rounding =
      step.space.length(0x1p-20 * (3 * turn.cwiseAbs().maxCoeff() * size + shift.cwiseAbs().sum()) +
                        0x1p-42 * places);
  return motion;
}

float rounding_of(const RayCluster& rays, const Pose& X_TC, const SearchStep& step) {
  const Eigen::Vector3d at = X_TC * rays.center_C - step.space.origin;
  const double lengths = at.cwiseAbs().sum() + rays.half_size.sum() + 2 * longest(step.reach) +
                         0.25 * step.casting.radius;
  constexpr float k_target = 3;  // x, y and z of a corner of the target
  return 0x1p-18f * (k_target + step.space.length(lengths));
}

Beam beam_of(const RayCluster& rays, const Pose& X_TC, const SearchStep& step, float weight) {
  const Eigen::Matrix3d axes_T = X_TC.linear() * rays.axes_C;
  const bool fans_out = rays.fans_out(), is_swept = fans_out && rays.is_swept();
  const Eigen::Vector3d& half = is_swept ? rays.swept_half : rays.half_size;
  const auto center = step.space.place(
      X_TC * (is_swept ? rays.center_C + rays.axes_C * rays.swept_center : rays.center_C));
  const float rounding = rounding_of(rays, X_TC, step);
  const float inward = step.space.length(step.reach.inward);
  const float outward = step.space.length(step.reach.outward);
  Beam beam;
  beam.longest = std::max(inward, outward);
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) beam.axes[k][j] = static_cast<float>(axes_T(j, k));
    beam.center[k] = center[k];
    beam.half[k] = step.space.length(half[k]) + rounding;
    if (fans_out && !is_swept) beam.half[k] += beam.longest;
  }
  beam.slope[0] = fans_out ? 0 : slope(rays.lean_x, rays.upright);
  beam.slope[1] = fans_out ? 0 : slope(rays.lean_y, rays.upright);
  beam.low = -beam.half[2] - (fans_out ? 0 : inward);
  beam.high = beam.half[2] + (fans_out ? 0 : outward);
  beam.weight = weight;
  return beam;
}

}  // namespace condyle
