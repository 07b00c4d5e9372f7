#include "core/src/contact/triangle_map.h"

namespace condyle {
namespace {

/// Calls visit(triangle, node) for each corner that has a node.
template <class Visit>
void for_each_corner(const ContactSurface& casting, Visit&& visit) {
  for (int t = 0; t < casting.triangle_count(); ++t) {
    for (const int node : casting.nodes_of_triangles()[t])
      if (node >= 0) visit(t, node);
  }
}

std::vector<double> shared_out(const ContactSurface& casting, std::span<const double> per_node) {
  std::vector<double> areas, about(per_node.size(), 0), shares(casting.mesh().triangles.size(), 0);
  for (int t = 0; t < casting.triangle_count(); ++t)
    areas.push_back(area_vector_doubled(casting.mesh(), t).norm());
  for_each_corner(casting, [&](int t, int node) { about[node] += areas[t]; });
  for_each_corner(casting,
                  [&](int t, int node) { shares[t] += per_node[node] * areas[t] / about[node]; });
  return shares;
}

}  // namespace

std::vector<double> triangle_values(const ContactSurface& casting,
                                    std::span<const double> per_element) {
  if (!casting.casts_from_nodes() || per_element.empty())
    return {per_element.begin(), per_element.end()};
  std::vector<double> values(casting.mesh().triangles.size(), 0);
  for_each_corner(casting, [&](int t, int node) { values[t] += per_element[node] / 3; });
  return values;
}

SideMap triangle_map(const ContactSurface& casting, const SideMap& casting_map) {
  if (!casting.casts_from_nodes()) return casting_map;
  SideMap map(casting.mesh().triangles.size());
  map.proximity = triangle_values(casting, casting_map.proximity);
  map.pressure = triangle_values(casting, casting_map.pressure);
  map.potential_energy = shared_out(casting, casting_map.potential_energy);
  for_each_corner(casting, [&](int t, int node) {
    if (map.partner[t] < 0) map.partner[t] = casting_map.partner[node];
  });
  return map;
}

}  // namespace condyle
