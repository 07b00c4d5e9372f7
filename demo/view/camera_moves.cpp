#include "view/camera_moves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace condyle {
namespace {

constexpr double k_nearest_eye = 1e-3, k_farthest_eye = 20;  // of the scene's size
constexpr double k_target_beside = 0.5;                      // of a target beside the scene
constexpr double k_zoom_step = 0.9;                          // of the distance, for each step
constexpr double k_same_direction = 1e-6;

/// The middle of the box around a body's meshes as they were made, in the world.
Eigen::Vector3d middle_of(const WorldBody& body) {
  Eigen::AlignedBox3d box_B;
  for (const WorldMesh& mesh : body.meshes)
    box_B.extend(bounding_box(*mesh.mesh).transformed(Eigen::Isometry3d(mesh.X_BM)));
  return body.X_WB * (box_B.isEmpty() ? Eigen::Vector3d::Zero() : Eigen::Vector3d(box_B.center()));
}

bool has_body(const ShownWorld& world, int body) {
  return body >= 0 && body < static_cast<int>(world.bodies().size());
}

}  // namespace

CameraLimits limits_around(const Eigen::AlignedBox3d& box) {
  const double size = box.isEmpty() ? 0 : box.diagonal().norm();
  if (!(size > 0)) return {};
  const Eigen::Vector3d margin = Eigen::Vector3d::Constant(k_target_beside * size);
  return {k_nearest_eye * size, k_farthest_eye * size, {box.min() - margin, box.max() + margin}};
}

void zoom(Camera& camera, double steps, const Eigen::Vector3d& anchor, const CameraLimits& limits) {
  const double wanted = camera.distance * std::pow(k_zoom_step, steps);
  const double distance = std::clamp(wanted, limits.nearest, limits.farthest);
  camera.target = anchor + distance / camera.distance * (camera.target - anchor);
  camera.distance = distance;
  if (limits.targets.isEmpty()) return;
  camera.target = camera.target.cwiseMax(limits.targets.min()).cwiseMin(limits.targets.max());
}

void view_along(Camera& camera, const Eigen::Vector3d& axis) {
  const bool is_there = (view_direction(camera) + axis.normalized()).norm() < k_same_direction;
  const Eigen::Vector3d eye_T =
      camera.R_WT.transpose() * axis.normalized() * (is_there ? -1.0 : 1.0);
  camera.elevation = std::atan2(eye_T.z(), eye_T.head<2>().norm());
  constexpr double k_quarter = std::numbers::pi / 2;
  // From above and below the picture is turned as little as needed to lie along the axes.
  camera.azimuth = eye_T.head<2>().norm() > k_same_direction
                       ? std::atan2(eye_T.y(), eye_T.x())
                       : k_quarter * std::round(camera.azimuth / k_quarter);
}

void follow(CameraFollow& of, const ShownWorld& world, int body) {
  of.body = has_body(world, body) ? body : -1;
  if (of.body >= 0) of.p_W = middle_of(world.bodies()[of.body]);
}

void keep_up(CameraFollow& of, const ShownWorld& world, Camera& camera) {
  if (!has_body(world, of.body)) return;
  const Eigen::Vector3d p_W = middle_of(world.bodies()[of.body]);
  camera.target += p_W - of.p_W;
  of.p_W = p_W;
}

}  // namespace condyle
