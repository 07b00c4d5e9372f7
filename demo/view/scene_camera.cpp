#include "view/scene_camera.h"

#include "core/src/geometry/turn_between.h"

namespace condyle {
namespace {

/// From the middle of a scene to an eye that sees it from the right, the front and above.
Eigen::Vector3d usual_direction(const Eigen::Vector3d& up) {
  const Eigen::Vector3d with_y_up(0.2, 0.15, 0.2);
  return geometry::turn_between(Eigen::Vector3d::UnitY(), up) * with_y_up;
}

}  // namespace

Eigen::Vector3d scene_up(const scene::Scene& scene) {
  if (scene.camera.up) return scene.camera.up->normalized();
  return scene.gravity.isZero(0) ? Eigen::Vector3d(Eigen::Vector3d::UnitY())
                                 : Eigen::Vector3d(-scene.gravity.normalized());
}

Camera scene_camera(const scene::Scene& scene, const Eigen::AlignedBox3d& bounds, ViewSize size) {
  const scene::SceneCamera& wanted = scene.camera;
  const Eigen::Vector3d up = scene_up(scene);
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  if (!bounds.isEmpty()) middle = bounds.center();
  const Eigen::Vector3d target = wanted.target.value_or(middle);
  const Eigen::Vector3d sight =
      wanted.eye ? Eigen::Vector3d(target - *wanted.eye) : -usual_direction(up);
  if (!(sight.norm() > 0))  // an eye in the middle of the scene
    return look_at(target + usual_direction(up), target, up, wanted.field_of_view);
  const bool is_along_up = sight.cross(up).norm() < 1e-6 * sight.norm();
  Camera camera =
      look_at(target - sight, target, is_along_up ? up.unitOrthogonal() : up, wanted.field_of_view);
  if (wanted.eye || bounds.isEmpty()) return camera;
  frame(camera, size, bounds);
  if (wanted.target) {
    camera.distance += (camera.target - target).norm();
    camera.target = target;
  }
  return camera;
}

}  // namespace condyle
