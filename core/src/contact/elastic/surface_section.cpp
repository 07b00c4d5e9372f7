#include "core/src/contact/elastic/surface_section.h"

#include <Eigen/Geometry>
#include <limits>

namespace condyle {
namespace {

/// Where the path leaves a triangle.
struct Exit {
  int side = -1;  ///< -1: the plane does not cut the triangle
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
};

/// The path goes where the side `across` of the plane lies to its left, so it leaves a triangle,
/// whose corners run counterclockwise, where a side rises through the plane. Corners in the plane
/// count as above it: each triangle that is cut has one such side, also at corners.
Exit exit_of(const ContactSurface& surface, int t, const Eigen::Vector3d& origin,
             const Eigen::Vector3d& across) {
  const auto& corners = surface.mesh().triangles[t];
  for (int side = 0; side < 3; ++side) {
    const Eigen::Vector3d& p = surface.mesh().vertices[corners[side]];
    const Eigen::Vector3d& q = surface.mesh().vertices[corners[(side + 1) % 3]];
    const double below = across.dot(p - origin), above = across.dot(q - origin);
    if (below < 0 && above >= 0) return {side, p + below / (below - above) * (q - p)};
  }
  return {};
}

}  // namespace

double section_length(const ContactSurface& surface, const LayerNodes& nodes, int from, int to,
                      double longest) {
  constexpr double k_none = std::numeric_limits<double>::infinity();
  const auto sheet_of = [&](int t) { return nodes.sheets[nodes.node_of_triangle[t]]; };
  const Eigen::Vector3d &start = surface.centroids()[from], &end = surface.centroids()[to];
  const Eigen::Vector3d across =
      (surface.normals()[from] + surface.normals()[to]).cross(end - start);
  Eigen::Vector3d point = start;
  double length = 0;
  int t = from;
  // On a surface folded onto itself the path may go round in circles.
  for (int steps = 0; t != to && steps < surface.triangle_count(); ++steps) {
    const Exit exit = exit_of(surface, t, start, across);
    if (exit.side < 0) return k_none;
    length += (exit.point - point).norm();
    const int next = surface.neighbours()[t][exit.side];
    if (next < 0 || sheet_of(next) != sheet_of(from) || length > longest) return k_none;
    point = exit.point;
    t = next;
  }
  length += (end - point).norm();
  return t == to && length <= longest ? length : k_none;
}

}  // namespace condyle
