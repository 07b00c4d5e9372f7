#include "view/divider_drag.h"

#include <algorithm>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {
namespace {

constexpr double k_grab_reach = 8;       // [pixels]
constexpr double k_least_across = 0.02;  // sine squared of the angle between the view and the axis

Pose pose_of_divided(const ShownWorld& world, const Divider& divider) {
  const MeshIndex casting = world.contacts()[divider.contact].casting;
  return world.bodies()[casting.body].X_WB * world.mesh(casting).X_BM;
}

/// The part of the way from a to b that is nearest to p.
double nearest_part(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& p) {
  const double length = (b - a).squaredNorm();
  return length > 0 ? std::clamp((p - a).dot(b - a) / length, 0.0, 1.0) : 0;
}

}  // namespace

std::optional<DividerDrag> grabbed_divider(const ShownWorld& world, const Divider& divider,
                                           const Camera& camera, const PicturePlace& cursor) {
  const Eigen::Vector2d at(cursor.x, cursor.y);
  double least = k_grab_reach;
  std::optional<DividerDrag> found;
  for (const auto& [a, b] : divider_line(world, divider)) {
    const Eigen::Vector3d seen_a = project(camera, cursor.size, a);
    const Eigen::Vector3d seen_b = project(camera, cursor.size, b);
    if (!(seen_a.z() > 0 && seen_b.z() > 0)) continue;
    const double part = nearest_part(seen_a.head<2>(), seen_b.head<2>(), at);
    const Eigen::Vector2d nearest = seen_a.head<2>() + part * (seen_b - seen_a).head<2>();
    if ((nearest - at).norm() > least) continue;
    least = (nearest - at).norm();
    found = {pose_of_divided(world, divider).inverse() * (a + part * (b - a))};
  }
  return found;
}

void drag_divider(const ShownWorld& world, const DividerDrag& drag, const Camera& camera,
                  const PicturePlace& cursor, Divider& divider) {
  const Pose X_WC = pose_of_divided(world, divider);
  const Eigen::Vector3d axis = X_WC.linear().col(divider.axis);
  const CameraRay ray = ray_through(camera, cursor.size, cursor.x, cursor.y);
  const double along = axis.dot(ray.direction), across = 1 - along * along;
  if (across < k_least_across) return;
  // The point of the axis through the grabbed place that is nearest to the ray.
  const Eigen::Vector3d from = X_WC * drag.p_C - ray.origin;
  const double moved = (along * ray.direction.dot(from) - axis.dot(from)) / across;
  const MeshIndex casting = world.contacts()[divider.contact].casting;
  const Eigen::AlignedBox3d box = bounding_box(*world.mesh(casting).mesh);
  divider.offset =
      std::clamp(drag.p_C[divider.axis] + moved, box.min()[divider.axis], box.max()[divider.axis]);
}

}  // namespace condyle
