#include "condyle/mesh/topology.h"

#include <algorithm>
#include <tuple>

namespace condyle {

std::vector<EdgeUse> sorted_edge_uses(const TriangleMesh& mesh) {
  std::vector<EdgeUse> uses;
  uses.reserve(mesh.triangles.size() * 3);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int side = 0; side < 3; ++side) {
      const int from = mesh.triangles[t][side];
      const int to = mesh.triangles[t][(side + 1) % 3];
      if (from == to) continue;
      uses.push_back(
          {std::min(from, to), std::max(from, to), static_cast<int>(t), side, from < to});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::tie(a.low, a.high, a.triangle, a.side) <
           std::tie(b.low, b.high, b.triangle, b.side);
  });
  return uses;
}

bool is_closed(const TriangleMesh& mesh) {
  if (mesh.triangles.empty()) return false;
  bool closed = true;
  for_each_edge(sorted_edge_uses(mesh), [&](auto first, auto last) {
    closed = closed && last - first == 2 && first->forward != (first + 1)->forward;
  });
  return closed;
}

std::vector<std::array<int, 3>> triangle_neighbours(const TriangleMesh& mesh) {
  std::vector<std::array<int, 3>> neighbours(mesh.triangles.size(), {-1, -1, -1});
  for_each_edge(sorted_edge_uses(mesh), [&](auto first, auto last) {
    if (last - first != 2) return;
    const EdgeUse& a = *first;
    const EdgeUse& b = *(first + 1);
    neighbours[a.triangle][a.side] = b.triangle;
    neighbours[b.triangle][b.side] = a.triangle;
  });
  return neighbours;
}

}  // namespace condyle
