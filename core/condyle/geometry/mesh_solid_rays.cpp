// Rays against a mesh solid.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/mesh_solid.h"
#include "condyle/geometry/mesh_solid_data.h"

namespace condyle {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

namespace {

/// The axes in which a ray from the origin is the z axis, after a shear (Woop, Benthin & Wald 2013,
/// J. Comput. Graph. Tech. 2:65-82): each corner is sheared by itself, so that triangles that share
/// it see the same numbers.
struct RayAxes {
  int x, y, z;
  double shear_x, shear_y, direction_z;

  explicit RayAxes(const Vector3d& direction) {
    direction.cwiseAbs().maxCoeff(&z);
    x = (z + 1) % 3;
    y = (z + 2) % 3;
    direction_z = direction[z];
    shear_x = direction[x] / direction_z;
    shear_y = direction[y] / direction_z;
  }

  Vector3d sheared(const Vector3d& p) const {
    return {p[x] - shear_x * p[z], p[y] - shear_y * p[z], p[z]};
  }
};

/// p.x q.y - p.y q.x with the sign of the exact value: rounding keeps the order of two products
/// that differ, and of those that do not the rounding errors, which are exact, decide.
double turn(const Vector3d& p, const Vector3d& q) {
  const double a = p.x() * q.y(), b = p.y() * q.x();
  if (a != b) return a - b;
  return std::fma(p.x(), q.y(), -a) - std::fma(p.y(), q.x(), -b);
}

/// t >= 0 at which a ray from the origin meets a triangle, edges and corners included. The signs
/// are exact for the sheared corners, so that no ray slips between triangles.
std::optional<double> crossing(const RayAxes& axes, const Vector3d& a, const Vector3d& b,
                               const Vector3d& c) {
  const Vector3d p = axes.sheared(a), q = axes.sheared(b), r = axes.sheared(c);
  const double u = turn(q, r), v = turn(r, p), w = turn(p, q);
  if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return {};
  const double sum = u + v + w;
  if (sum == 0) return {};
  const double t = (u * p.z() + v * q.z() + w * r.z()) / (sum * axes.direction_z);
  return t >= 0 ? std::optional(t) : std::nullopt;
}

/// Hits of triangles that meet at an edge or corner, but for rounding.
bool at_one_place(const MeshSolid& solid, const RayCrossing& a, const RayCrossing& b) {
  const double size =
      (a.point - solid.mesh().vertices[0]).norm() + solid.bounds().diagonal().norm();
  return (b.point - a.point).norm() <= 1e-12 * size;
}

/// Several triangles are hit at one place, in any order of sides: whether the ray goes through
/// there, or only touches, is told by the points of it before and after.
void add_shared_crossing(const MeshSolid& solid, const Vector3d& origin, const Vector3d& direction,
                         const LineInterval& around, RayCrossing hit,
                         std::vector<RayCrossing>& crossings) {
  const bool inside_before = nearest(solid, origin + around.lowest * direction).distance < 0;
  const bool inside_after = nearest(solid, origin + around.highest * direction).distance < 0;
  if (inside_before == inside_after) return;
  hit.leaves = inside_before;
  crossings.push_back(hit);
}

}  // namespace

std::vector<RayCrossing> MeshSolid::triangle_crossings(const Vector3d& origin,
                                                       const Vector3d& direction) const {
  const MeshBoxes& boxes = data_->boxes;
  const AlignedBox3d& all = boxes.nodes[0].box;
  // Covers the rounding of the slabs and of the crossings.
  const double padding = 1e-12 * (all.diagonal().norm() + (origin - all.center()).norm());
  const RayAxes axes(direction);
  std::vector<RayCrossing> crossings;
  std::vector<int> waiting{0};
  while (!waiting.empty()) {
    const int index = waiting.back();
    waiting.pop_back();
    const MeshBoxes::Node& node = boxes.nodes[index];
    LineInterval inside{0, std::numeric_limits<double>::infinity()};
    for (int k = 0; k < 3; ++k) {
      const double low = node.box.min()[k] - padding, high = node.box.max()[k] + padding;
      inside = intersection(inside, inside_slab(origin[k], direction[k], low, high));
    }
    if (inside.empty()) continue;
    if (!boxes.is_leaf(index)) {
      waiting.push_back(index + 1);
      waiting.push_back(node.right);
      continue;
    }
    for (int k = node.first; k < node.last; ++k) {
      const int t = boxes.order[k];
      const auto at = crossing(axes, data_->corner(t, 0) - origin, data_->corner(t, 1) - origin,
                               data_->corner(t, 2) - origin);
      if (!at) continue;
      const Vector3d point = origin + *at * direction;
      crossings.push_back({*at, point, normal(nearest_point_on(t, point)),
                           data_->face_normals[t].dot(direction) > 0});
    }
  }
  return crossings;
}

std::vector<RayCrossing> ray_crossings(const MeshSolid& solid, const Vector3d& origin,
                                       const Vector3d& direction) {
  std::vector<RayCrossing> hits = solid.triangle_crossings(origin, direction);
  std::sort(hits.begin(), hits.end(),
            [](const RayCrossing& a, const RayCrossing& b) { return a.distance < b.distance; });
  std::vector<RayCrossing> crossings;
  double before = 0;  // where the last group ended
  for (std::size_t first = 0, last = 0; first < hits.size(); first = last) {
    for (last = first + 1; last < hits.size() && at_one_place(solid, hits[last - 1], hits[last]);) {
      ++last;
    }
    const double after = last < hits.size() ? hits[last].distance : 2 * hits[last - 1].distance + 1;
    if (last - first == 1) {
      crossings.push_back(hits[first]);
    } else {
      add_shared_crossing(
          solid, origin, direction,
          {0.5 * (before + hits[first].distance), 0.5 * (hits[last - 1].distance + after)},
          hits[first], crossings);
    }
    before = hits[last - 1].distance;
  }
  return crossings;
}

}  // namespace condyle
