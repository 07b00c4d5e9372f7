#include "core/src/mesh/polygon_cut.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "core/src/base/checks.h"
#include "core/src/base/counted.h"

namespace condyle::mesh {
namespace {

using Eigen::Vector3d;

/// Ears take time with the square of the corners: a spiral of this many takes some two seconds.
constexpr std::size_t k_most_corners = 5'000;

/// A polygon counts as plane if its corners lie within this fraction of its size of its plane: as
/// far as the facets of a mesh deviate from the surface that they stand for.
constexpr double k_plane_part = 0.01;

/// The parts of a polygon that turn left and right cancel if their sum is below this fraction: it
/// then has no plane.
constexpr double k_no_plane_part = 1e-6;

void append_fan(std::span<const int> polygon, std::vector<std::array<int, 3>>& triangles) {
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    triangles.push_back({polygon[0], polygon[i - 1], polygon[i]});
  }
}

void drop_repeated(std::span<const Vector3d> vertices, std::span<const int> polygon,
                   std::vector<int>& corners) {
  corners.clear();
  for (const int corner : polygon) {
    if (corners.empty() || vertices[corner] != vertices[corners.back()]) corners.push_back(corner);
  }
  while (corners.size() > 1 && vertices[corners.back()] == vertices[corners.front()]) {
    corners.pop_back();
  }
}

}  // namespace

void PolygonCutter::cut(std::span<const Vector3d> vertices, std::span<const int> polygon,
                        std::vector<std::array<int, 3>>& triangles) {
  CONDYLE_ASSERT(polygon.size() >= 3);
  ++polygons_;
  if (polygon.size() == 3) return append_fan(polygon, triangles);
  drop_repeated(vertices, polygon, corners_);
  if (corners_.size() < 3) return append_fan(polygon, triangles);  // has no area
  if (!lay_flat(vertices)) return append_fan(corners_, triangles);
  if (is_fan(flat_)) return append_fan(corners_, triangles);
  if (corners_.size() > k_most_corners) {
    source_.fail(
        fmt::format("polygon {} is not convex and has {} corners, more than {}; export "
                    "the mesh as triangles",
                    polygons_, corners_.size(), k_most_corners));
  }
  const bool crosses = crosses_itself(flat_);
  const std::span<const std::array<int, 3>> ears = ears_.cut(flat_);
  if (crosses || ears.empty()) note(crossing_);
  if (ears.empty()) return append_fan(corners_, triangles);
  for (const auto& [a, b, c] : ears) triangles.push_back({corners_[a], corners_[b], corners_[c]});
}

void PolygonCutter::cut(const Polygons& polygons, TriangleMesh& mesh) {
  std::size_t begin = 0;
  for (const std::size_t end : polygons.ends) {
    cut(mesh.vertices, std::span(polygons.corners).subspan(begin, end - begin), mesh.triangles);
    begin = end;
  }
}

void PolygonCutter::note(Count& count) {
  if (count.polygons == 0) count.first = polygons_;
  ++count.polygons;
}

/// Sets the polygon's corners in its plane, turning left. Returns false if it has no plane: all its
/// corners lie on a line, or it crosses itself so that its parts cancel, which is noted.
///
/// The normal is Newell's (Sutherland, Sproull, Schumacker 1974), which is right for polygons that
/// are not plane too. The polygon is projected along the axis closest to it, which moves no
/// coordinate: corners on a line stay on it.
bool PolygonCutter::lay_flat(std::span<const Vector3d> vertices) {
  const Vector3d& origin = vertices[corners_[0]];
  Vector3d normal = Vector3d::Zero();
  double sum_of_parts = 0;
  for (std::size_t i = 2; i < corners_.size(); ++i) {
    const Vector3d part =
        (vertices[corners_[i - 1]] - origin).cross(vertices[corners_[i]] - origin);
    normal += part;
    sum_of_parts += part.norm();
  }
  if (!(normal.norm() > k_no_plane_part * sum_of_parts)) {
    if (sum_of_parts > 0) note(crossing_);
    return false;
  }
  measure_bend(vertices, normal.normalized());
  int axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  const double sign = normal[axis] > 0 ? 1 : -1;
  flat_.clear();
  for (const int corner : corners_) {
    const Vector3d p = vertices[corner] - origin;
    flat_.emplace_back(p[x], sign * p[y]);
  }
  return true;
}

void PolygonCutter::measure_bend(std::span<const Vector3d> vertices, const Vector3d& normal) {
  Eigen::AlignedBox1d heights;
  Eigen::AlignedBox3d box;
  const Vector3d& origin = vertices[corners_[0]];
  for (const int corner : corners_) {
    heights.extend(Eigen::Matrix<double, 1, 1>(normal.dot(vertices[corner] - origin)));
    box.extend(vertices[corner]);
  }
  const double bend = heights.sizes()[0] / box.sizes().maxCoeff();
  if (!(bend > k_plane_part)) return;
  note(bent_);
  largest_bend_ = std::max(largest_bend_, bend);
}

std::vector<MeshFinding> PolygonCutter::findings() const {
  std::vector<MeshFinding> findings;
  if (crossing_.polygons > 0) {
    findings.push_back({"crossing_polygons",
                        counted(crossing_.polygons, "polygon of the file crosses or touches itself",
                                "polygons of the file cross or touch themselves") +
                            fmt::format(", the first is number {}: its triangles may overlap or "
                                        "lie outside it",
                                        crossing_.first),
                        "correct it in a mesh editor and export the mesh as triangles; repair "
                        "cannot"});
  }
  if (bent_.polygons > 0) {
    findings.push_back(
        {"bent_polygons",
         counted(bent_.polygons, "polygon of the file is", "polygons of the file are") +
             fmt::format(" not plane, the first is number {}, and up to {:.2g} % of the size away "
                         "from the plane: the surface depends on how they are cut into triangles",
                         bent_.first, 100 * largest_bend_),
         "export the mesh as triangles"});
  }
  return findings;
}

void append_strip(std::span<const int> strip, std::vector<std::array<int, 3>>& triangles) {
  for (std::size_t i = 2; i < strip.size(); ++i) {
    const int a = strip[i - 2], b = strip[i - 1], c = strip[i];
    if (a == b || b == c || c == a) continue;
    if (i % 2 == 0) triangles.push_back({a, b, c});
    if (i % 2 == 1) triangles.push_back({a, c, b});
  }
}

}  // namespace condyle::mesh
