#include "elements/footprint.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <map>

#include "condyle/error.h"
#include "core/src/geometry/turn_between.h"
#include "core/src/mesh/topology.h"

namespace condyle {
namespace {

constexpr double k_steepest = 0.17364817766693033;  ///< cosine of 80 degrees
constexpr double k_any_distance = std::numeric_limits<double>::infinity();

/// The area-weighted mean of a mesh's unit normals. Its length is 1 for a flat mesh and 0 for a
/// closed one.
Eigen::Vector3d mean_normal(const TriangleMesh& mesh) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    sum += area_vector_doubled(mesh, t) / 2;
  return sum / surface_area(mesh);
}

Eigen::Vector3d middle_of(const TriangleMesh& mesh) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    sum += area_vector_doubled(mesh, t).norm() / 2 * centroid(mesh, t);
  return sum / surface_area(mesh);
}

/// The thickness direction of the layer, outward.
Eigen::Vector3d thick_direction(const TriangleMesh& surface, const TriangleMesh& back,
                                const std::string& what) {
  constexpr double k_open = 0.2;
  if (const Eigen::Vector3d n = mean_normal(surface); n.norm() > k_open) return n.normalized();
  const Eigen::Vector3d n = mean_normal(back);
  if (!(n.norm() > k_open))
    throw InputError(fmt::format(
        "{}: surface and back are both closed or curl back on themselves, so the direction of the "
        "thickness is undefined; as back give only the face that is bonded",
        what));
  return n.dot(middle_of(surface) - middle_of(back)) < 0 ? -n.normalized() : n.normalized();
}

TriangleMesh part_of(const TriangleMesh& mesh, const std::vector<int>& triangles) {
  TriangleMesh part{mesh.vertices, {}};
  for (const int t : triangles) part.triangles.push_back(mesh.triangles[t]);
  return welded(part);
}

void require_single(const Footprint& footprint, const std::string& what) {
  constexpr double k_same = 1e-6;  // [m]
  for (int t = 0; t < static_cast<int>(footprint.top.triangles.size()); ++t) {
    const Eigen::Vector3d middle = centroid(footprint.top, t);
    const double below = top_height(footprint, middle.head<2>()).value_or(middle.z()) - middle.z();
    if (!(below > k_same)) continue;
    throw InputError(
        fmt::format("{}: triangle {} lies {:.3g} m below another part of the surface; the surface "
                    "of a modelled layer must not fold over itself: cut the mesh",
                    what, footprint.triangles[t], below));
  }
}

double distance_from(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d along = b - a;
  const double length = along.squaredNorm();
  const double part = length > 0 ? std::clamp(along.dot(p - a) / length, 0.0, 1.0) : 0;
  return (a + part * along - p).norm();
}

/// Appends the points of a chain that are needed to keep within `tolerance` [m] of it, without the
/// last one (Douglas & Peucker 1973).
void straighten(const PlanLoop& loop, std::size_t first, std::size_t last, double tolerance,
                PlanLoop& out) {
  const auto at = [&](std::size_t i) { return loop[i % loop.size()]; };
  double farthest = tolerance;
  std::size_t cut = last;
  for (std::size_t i = first + 1; i < last; ++i)
    if (const double d = distance_from(at(i), at(first), at(last)); d > farthest)
      farthest = d, cut = i;
  if (cut == last) return out.push_back(at(first));
  straighten(loop, first, cut, tolerance, out);
  straighten(loop, cut, last, tolerance, out);
}

PlanLoop straightened(const PlanLoop& loop, double tolerance) {
  const auto distance = [&](const Eigen::Vector2d& p) { return (p - loop.front()).squaredNorm(); };
  const std::size_t half =
      static_cast<std::size_t>(std::ranges::max_element(loop, {}, distance) - loop.begin());
  PlanLoop out;
  straighten(loop, 0, half, tolerance, out);
  straighten(loop, half, loop.size(), tolerance, out);
  return out;
}

/// The open sides of a mesh, by start vertex; the value is the end vertex.
std::multimap<int, int> border_sides(const TriangleMesh& mesh) {
  const std::vector<std::array<int, 3>> neighbours = mesh::triangle_neighbours(mesh);
  std::multimap<int, int> sides;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      if (neighbours[t][k] < 0) sides.emplace(mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]);
  return sides;
}

}  // namespace

Footprint make_footprint(const TriangleMesh& surface, const TriangleMesh& back,
                         const std::string& what) {
  const Eigen::Matrix3d R_FS =
      geometry::turn_between(thick_direction(surface, back, what), Eigen::Vector3d::UnitZ());
  const TriangleMesh turned = transformed(surface, Pose(R_FS));
  TriangleMesh turned_back = transformed(back, Pose(R_FS));
  const geometry::TriangleTree back_tree(turned_back);
  std::vector<int> triangles;
  for (int t = 0; t < static_cast<int>(turned.triangles.size()); ++t) {
    if (!(area_vector_doubled(turned, t).normalized().z() > k_steepest)) continue;
    const geometry::Ray down{centroid(turned, t), -Eigen::Vector3d::UnitZ()};
    if (back_tree.nearest(down, k_any_distance).triangle >= 0) triangles.push_back(t);
  }
  if (triangles.empty())
    throw InputError(
        fmt::format("{}: the mesh encloses no volume with its back, because no part of it lies "
                    "over the back; check the unit of both, and that the surface is wound outward",
                    what));
  TriangleMesh top = part_of(turned, triangles);
  const double highest =
      std::ranges::max(top.vertices, {}, [](const Eigen::Vector3d& v) { return v.z(); }).z();
  geometry::TriangleTree top_tree(top);
  Footprint footprint{R_FS,
                      std::move(triangles),
                      std::move(top),
                      std::move(turned_back),
                      std::move(top_tree),
                      back_tree,
                      highest};
  require_single(footprint, what);
  return footprint;
}

std::optional<double> top_height(const Footprint& footprint, const Eigen::Vector2d& point) {
  const double above = footprint.highest + 1;
  const geometry::RayHit hit = footprint.top_tree.nearest(
      {Eigen::Vector3d(point.x(), point.y(), above), -Eigen::Vector3d::UnitZ()}, k_any_distance);
  if (hit.triangle < 0) return {};
  return above - hit.distance;
}

double area_of(const PlanLoop& loop) {
  double doubled = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Eigen::Vector2d &a = loop[i], &b = loop[(i + 1) % loop.size()];
    doubled += a.x() * b.y() - a.y() * b.x();
  }
  return doubled / 2;
}

std::vector<PlanLoop> outline_of(const Footprint& footprint, double tolerance) {
  std::multimap<int, int> sides = border_sides(footprint.top);
  std::vector<PlanLoop> loops;
  while (!sides.empty()) {
    PlanLoop loop;
    for (auto side = sides.begin(); side != sides.end();) {
      const int to = side->second;
      loop.push_back(footprint.top.vertices[side->first].head<2>());
      sides.erase(side);
      side = sides.find(to);
    }
    loop = straightened(loop, tolerance);
    if (loop.size() > 2 && std::abs(area_of(loop)) > tolerance * tolerance)
      loops.push_back(std::move(loop));
  }
  return loops;
}

}  // namespace condyle
