#include "core/src/contact/surface/flat_place.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "condyle/geometry/shape.h"
#include "core/src/contact/surface/plain_vectors.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// A brick's side on which p_T lies ends nowhere within the radius.
bool is_inside_side(const geometry::Brick& brick, const Vector3d& p_T, double radius) {
  const Vector3d inside = brick.half_size - p_T.cwiseAbs();
  int across = 0;
  inside.minCoeff(&across);
  for (int k = 0; k < 3; ++k)
    if (k != across && inside[k] < radius) return false;
  return true;
}

double square_distance_from_edge(const Vector3d& p, const Vector3d& a, const Vector3d& b) {
  const Vector3d along = b - a;
  const double t = std::clamp(plain_dot(p - a, along) / plain_dot(along, along), 0.0, 1.0);
  return (a + t * along - p).squaredNorm();
}

double square_distance(const Vector3d& p, const std::array<Vector3d, 3>& corners) {
  const auto& [a, b, c] = corners;
  const Vector3d normal = (b - a).cross(c - a);
  bool is_over = true;
  double nearest = INFINITY;
  for (int k = 0; k < 3; ++k) {
    const Vector3d &from = corners[k], &to = corners[(k + 1) % 3];
    is_over = is_over && plain_dot((to - from).cross(p - from), normal) >= 0;
    nearest = std::min(nearest, square_distance_from_edge(p, from, to));
  }
  if (!is_over) return nearest;
  const double height = plain_dot(p - a, normal);
  return std::min(nearest, height * height / plain_dot(normal, normal));
}

struct Plane {
  Vector3d normal;
  double offset, tolerance;

  double height(const Vector3d& p) const { return plain_dot(normal, p) - offset; }
};

std::array<Vector3d, 3> triangle_corners(const TriangleMesh& mesh, int triangle) {
  const auto& [a, b, c] = mesh.triangles[triangle];
  return {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
}

bool lies_in(const Plane& plane, const ContactSurface& target, int triangle) {
  if (plain_dot(plane.normal, target.normals()[triangle]) < 0) return false;
  return std::ranges::all_of(triangle_corners(target.mesh(), triangle), [&](const Vector3d& p) {
    return std::abs(plane.height(p)) <= plane.tolerance;
  });
}

}  // namespace

bool is_flat_about(const ContactSurface& target, int triangle, const Vector3d& p_T, double radius,
                   double depth, double tolerance) {
  if (target.shape() != nullptr) {
    const auto* const brick = std::get_if<geometry::Brick>(target.shape());
    return brick != nullptr && is_inside_side(*brick, p_T, radius);
  }
  const Vector3d& normal = target.normals()[triangle];
  const Plane plane{normal, plain_dot(normal, target.centroids()[triangle]), tolerance};
  const double square = radius * radius;
  bool is_flat = true;
  const auto visit = [&](const geometry::TreeTriangle& near) {
    if (!is_flat) return;
    const std::array<Vector3d, 3> corners = triangle_corners(target.mesh(), near.index);
    if (!lies_in(plane, target, near.index)) {
      is_flat = std::ranges::all_of(corners,
                                    [&](const Vector3d& p) { return plane.height(p) < -depth; }) ||
                square_distance(p_T, corners) > square;
      return;
    }
    for (int k = 0; k < 3 && is_flat; ++k) {
      const int other = target.neighbours()[near.index][k];
      is_flat = (other >= 0 && lies_in(plane, target, other)) ||
                square_distance_from_edge(p_T, corners[k], corners[(k + 1) % 3]) > square;
    }
  };
  target.tree().for_each_near(
      p_T, [&] { return is_flat ? square : 0.0; }, visit);
  return is_flat;
}

}  // namespace condyle
