#include "core/geometry/src/mesh_sides.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "core/src/base/checks.h"
#include "core/src/mesh/topology.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// Tolerance for rounding of the corners' angles at a flat vertex or a straight border [rad].
constexpr double k_flat = 1e-10;

std::vector<int> sound_sides_across(const TriangleMesh& mesh) {
  CONDYLE_VALIDATE(has_valid_indices(mesh));
  for_each_edge(sorted_edge_uses(mesh), [&](auto first, auto last) {
    if (last - first == 1) return;
    const mesh::EdgeUse &a = first[0], &b = first[1];
    if (last - first > 2 || a.forward == b.forward) {
      throw InputError(fmt::format(
          "mesh: the edge of the vertices {} and {} has {}; repair the mesh", a.low, a.high,
          last - first > 2 ? "more than two triangles" : "triangles that are wound differently"));
    }
  });
  return sides_across(mesh);
}

}  // namespace

MeshSides::MeshSides(const TriangleMesh& mesh)
    : positions(mesh.vertices), triangles(mesh.triangles), across(sound_sides_across(mesh)) {
  const int sides = static_cast<int>(across.size());
  fan_of.assign(across.size(), -1);
  turn.assign(across.size(), 0);
  fans.resize(positions.size());
  for (int side = 0; side < sides; ++side) {
    const Vector3d edge = position(next_side(side)) - position(side);
    const Vector3d arm = position(next_side(next_side(side))) - position(side);
    const double height = edge.cross(arm).norm() / edge.norm();
    if (!(height > 0)) {
      throw InputError(fmt::format("mesh: triangle {} has no area; repair the mesh", side / 3));
    }
    length.push_back(edge.norm());
    along.push_back(edge.normalized());
    apex.push_back({arm.dot(along.back()), height});
    angle.push_back(std::atan2(apex.back().y(), apex.back().x()));
  }
  // The next corner around a vertex lies across the side that leads into the vertex.
  const auto after = [&](int corner) { return across[next_side(next_side(corner))]; };
  const auto gather = [&](int first) {
    std::vector<Fan>& all = fans[vertex(first)];
    Fan fan;
    int corner = first;
    do {
      fan_of[corner] = static_cast<int>(all.size());
      turn[corner] = fan.angle;
      fan.angle += angle[corner];
      fan.corners.push_back(corner);
      corner = after(corner);
    } while (corner >= 0 && corner != first);
    fan.closed = corner == first;
    all.push_back(std::move(fan));
  };
  for (int corner = 0; corner < sides; ++corner) {
    if (across[corner] < 0) gather(corner);  // a border begins here
  }
  for (int corner = 0; corner < sides; ++corner) {
    if (fan_of[corner] < 0) gather(corner);
  }
}

Vector3d MeshSides::point_on(int side, double x) const { return position(side) + x * along[side]; }

bool MeshSides::may_bend(int v) const {
  using std::numbers::pi;
  if (fans[v].size() > 1) return true;
  return !fans[v].empty() && fans[v][0].angle > (fans[v][0].closed ? 2 * pi : pi) + k_flat;
}

}  // namespace condyle::geometry
