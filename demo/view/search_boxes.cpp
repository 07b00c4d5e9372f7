#include "view/search_boxes.h"

#include <algorithm>

#include "condyle/mesh/primitives.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {
namespace {

constexpr int k_lanes = geometry::k_bundle;
constexpr std::size_t k_most_normals = 400;
constexpr double k_normal_length = 0.04, k_normal_radius = 0.0012;  // over the contact's size

int packs_over(int items) { return (items + k_lanes - 1) / k_lanes; }

}  // namespace

std::vector<Eigen::AlignedBox3d> search_boxes(const ContactSurface& surface, int level) {
  std::vector<Eigen::AlignedBox3d> boxes;
  const geometry::PackedTree tree = surface.tree().packed();
  const geometry::TreeSpace& space = surface.tree().space();
  if (level < 0 || level >= tree.levels) return boxes;
  int count = packs_over(tree.triangles);  // boxes of level 0, one for each leaf
  for (int k = 0; k < level; ++k) count = packs_over(count);
  for (int i = 0; i < count; ++i) {
    const geometry::BoxPack& pack = tree.level[level][i / k_lanes];
    Eigen::Vector3d middle, half;
    for (int k = 0; k < 3; ++k) {
      middle[k] = space.origin[k] + pack.center[k][i % k_lanes] / space.scale;
      half[k] = pack.half[k][i % k_lanes] / space.scale;
    }
    if (half.minCoeff() >= 0) boxes.emplace_back(middle - half, middle + half);
  }
  return boxes;
}

TriangleMesh mesh_of_boxes(const std::vector<Eigen::AlignedBox3d>& boxes) {
  TriangleMesh all;
  for (const Eigen::AlignedBox3d& box : boxes) {
    const TriangleMesh one = mesh::make_box(box.sizes().cwiseMax(1e-9));
    const int first = static_cast<int>(all.vertices.size());
    for (const Eigen::Vector3d& p : one.vertices) all.vertices.push_back(p + box.center());
    for (const auto& [a, b, c] : one.triangles)
      all.triangles.push_back({first + a, first + b, first + c});
  }
  return all;
}

void add_casting_normals(const ShownWorld& world, double size, DrawList& list) {
  const Look look{{0.3f, 0.85f, 1.0f}, 0.5f, 0, 1};
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report) continue;
    const ContactSurface& casting = contact.report->pair().casting();
    const ContactResult& result = contact.report->result();
    const std::size_t step = result.hits.size() / k_most_normals + 1;
    for (std::size_t k = 0; k < result.hits.size(); k += step) {
      const auto e = static_cast<std::size_t>(result.hits[k].casting_triangle);
      if (!(result.casting->pressure[e] > 0)) continue;
      const Eigen::Vector3d& p_C = casting.centroids()[e];
      const Eigen::Vector3d tip_C = p_C + k_normal_length * size * casting.normals()[e];
      list.rods.push_back(
          {contact.report->X_WC * p_C, contact.report->X_WC * tip_C, k_normal_radius * size, look});
    }
  }
}

}  // namespace condyle
