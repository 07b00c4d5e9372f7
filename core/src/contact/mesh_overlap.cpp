#include "core/src/contact/mesh_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <utility>

#include "core/src/base/pose_inverse.h"
#include "core/src/contact/laws/law_lanes.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {
namespace {

using Eigen::Vector3d;
using Corners = std::array<Vector3d, 3>;

/// The point of the edge that is deepest in the convex shape, along which distances are a convex
/// function: found by golden section.
Vector3d deepest_on_edge(const geometry::Shape& shape, const Vector3d& a, const Vector3d& b) {
  constexpr int k_sections = 40;
  constexpr double k_golden = 0.6180339887498949;
  double low = 0, high = 1;
  const auto distance = [&](double t) { return nearest(shape, a + t * (b - a)).distance; };
  double left = high - k_golden * (high - low), right = low + k_golden * (high - low);
  double at_left = distance(left), at_right = distance(right);
  for (int i = 0; i < k_sections; ++i) {
    if (at_left < at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      left = high - k_golden * (high - low);
      at_left = distance(left);
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      right = low + k_golden * (high - low);
      at_right = distance(right);
    }
  }
  const double between = 0.5 * (low + high);
  if (distance(0) < distance(between)) return a;
  return distance(1) < distance(between) ? b : a + between * (b - a);
}

/// Whether a point of the triangle's plane is in the triangle.
bool is_in(const Corners& corners, const Vector3d& normal, const Vector3d& point) {
  for (int k = 0; k < 3; ++k) {
    const Vector3d &a = corners[k], &b = corners[(k + 1) % 3];
    if (normal.dot((b - a).cross(point - a)) < 0) return false;
  }
  return true;
}

/// How deep the triangle with this outward unit normal reaches into the shape.
double overlap_with(const geometry::Shape& shape, const Corners& corners, const Vector3d& normal) {
  const Vector3d lowest = support(shape, -normal);
  const double below = normal.dot(corners[0] - lowest);
  const double above = normal.dot(support(shape, normal) - corners[0]);
  // The shape is all in front of the triangle, or most of it behind: it comes from the back.
  if (below <= 0 || above < below) return 0;
  if (is_in(corners, normal, lowest + below * normal)) return below;
  double most = 0;
  for (int k = 0; k < 3; ++k) {
    const Vector3d &a = corners[k], &b = corners[(k + 1) % 3];
    const double nearest_end = std::min(nearest(shape, a).distance, nearest(shape, b).distance);
    if (nearest_end - (b - a).norm() > -most) continue;
    const geometry::SurfacePoint at = nearest(shape, deepest_on_edge(shape, a, b));
    if (at.normal.dot(normal) < -k_least_cosine) most = std::max(most, -at.distance);
  }
  return most;
}

}  // namespace

double overlap_with_mesh(const geometry::Shape& shape, const ContactSurface& target,
                         const Pose& X_CT) {
  if (!is_convex(shape) || !is_bounded(shape)) return 0;
  const Eigen::AlignedBox3d box = bounding_box(shape);
  const geometry::BoundingSphere ball = bounding_sphere(shape);
  double most = 0;
  const auto look_at = [&](const geometry::TreeTriangle& triangle) {
    const TriangleMesh& mesh = target.mesh();
    Corners corners;
    Eigen::AlignedBox3d around;
    for (int k = 0; k < 3; ++k) {
      corners[k] = X_CT * mesh.vertices[mesh.triangles[triangle.index][k]];
      around.extend(corners[k]);
    }
    if (!box.intersects(around)) return;
    const Vector3d normal = X_CT.linear() * target.normals()[triangle.index];
    most = std::max(most, overlap_with(shape, corners, normal));
  };
  target.tree().for_each_near(
      inverse_of(X_CT) * ball.centre, [&] { return ball.radius * ball.radius; }, look_at);
  return most;
}

}  // namespace condyle
