#include "core/src/mesh/patches.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/src/mesh/topology.h"

namespace condyle::mesh {
namespace {

using Eigen::Vector3d;

constexpr std::int8_t k_unseen = -1;

/// Collects the patch of triangle `seed` and sets `against` for each of its triangles.
Patch flood(int seed, const TriangleMesh& mesh, const std::vector<int>& across,
            std::vector<std::int8_t>& against) {
  const auto start_of = [&mesh](int side) { return mesh.triangles[side / 3][side % 3]; };
  Patch patch;
  patch.triangles.push_back(seed);
  against[seed] = 0;
  for (std::size_t i = 0; i < patch.triangles.size(); ++i) {
    const int t = patch.triangles[i];
    for (int side = 3 * t; side < 3 * t + 3; ++side) {
      if (across[side] < 0) {
        patch.closed = false;
        continue;
      }
      const int next = across[side] / 3;
      // Windings disagree if both run along the edge in the same direction.
      const bool same_way = start_of(side) == start_of(across[side]);
      const auto wanted = static_cast<std::int8_t>(against[t] ^ (same_way ? 1 : 0));
      if (against[next] == k_unseen) {
        against[next] = wanted;
        patch.triangles.push_back(next);
      } else if (against[next] != wanted) {
        patch.orientable = false;
      }
    }
  }
  for (const int t : patch.triangles)
    patch.against.push_back(static_cast<std::uint8_t>(against[t]));
  return patch;
}

/// The corners of the i-th triangle of the patch, wound like the first triangle.
std::array<Vector3d, 3> corners(const TriangleMesh& mesh, const Patch& patch, std::size_t i) {
  const auto [a, b, c] = mesh.triangles[patch.triangles[i]];
  const bool turn = patch.against[i] != 0;
  return {mesh.vertices[a], mesh.vertices[turn ? c : b], mesh.vertices[turn ? b : c]};
}

double patch_volume(const TriangleMesh& mesh, const Patch& patch) {
  const Vector3d origin = corners(mesh, patch, 0)[0];
  double sixfold = 0;
  for (std::size_t i = 0; i < patch.triangles.size(); ++i) {
    const auto [a, b, c] = corners(mesh, patch, i);
    sixfold += (a - origin).dot((b - origin).cross(c - origin));
  }
  return sixfold / 6;
}

/// Winding number of the patch around the point: the sum of the solid angles of its triangles over
/// 4 pi (van Oosterom and Strackee 1983, IEEE Trans. Biomed. Eng. 30:125-126, equation 8).
double winding_number(const TriangleMesh& mesh, const Patch& patch, const Vector3d& point) {
  double half_angles = 0;
  for (std::size_t i = 0; i < patch.triangles.size(); ++i) {
    const auto corner = corners(mesh, patch, i);
    const Vector3d a = corner[0] - point, b = corner[1] - point, c = corner[2] - point;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    half_angles +=
        std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return half_angles / (2 * std::numbers::pi);
}

Eigen::AlignedBox3d patch_bounds(const TriangleMesh& mesh, const Patch& patch) {
  Eigen::AlignedBox3d bounds;
  for (const int t : patch.triangles) {
    for (const int vertex : mesh.triangles[t]) bounds.extend(mesh.vertices[vertex]);
  }
  return bounds;
}

/// Sets first_is_inward of the closed patches. A patch inside an odd number of other closed patches
/// is the wall of a cavity and must face the other way.
void decide_inward(const TriangleMesh& mesh, std::vector<Patch>& patches) {
  std::vector<Patch*> closed;
  std::vector<Eigen::AlignedBox3d> bounds;
  for (Patch& patch : patches) {
    if (!patch.closed || !patch.orientable) continue;
    closed.push_back(&patch);
    bounds.push_back(patch_bounds(mesh, patch));
  }
  for (Patch* patch : closed) {
    const Vector3d point = centroid(mesh, patch->triangles.front());
    bool in_cavity = false;
    for (std::size_t j = 0; j < closed.size(); ++j) {
      if (closed[j] == patch || !bounds[j].contains(point)) continue;
      if (std::abs(winding_number(mesh, *closed[j], point)) > 0.5) in_cavity = !in_cavity;
    }
    patch->first_is_inward = (patch_volume(mesh, *patch) < 0) != in_cavity;
  }
}

}  // namespace

bool Patch::consistent() const {
  return orientable && std::none_of(against.begin(), against.end(), [](auto a) { return a != 0; });
}

std::vector<Patch> find_patches(const TriangleMesh& mesh) {
  const std::vector<int> across = sides_across(mesh);
  std::vector<std::int8_t> against(mesh.triangles.size(), k_unseen);
  std::vector<Patch> patches;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (against[t] != k_unseen) continue;
    patches.push_back(flood(static_cast<int>(t), mesh, across, against));
  }
  decide_inward(mesh, patches);
  return patches;
}

}  // namespace condyle::mesh
