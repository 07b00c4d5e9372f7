#include "bench/capped_mesh.h"

#include <map>

#include "core/src/mesh/topology.h"

namespace condyle::bench {
namespace {

/// Open edges, from each vertex to the next one, against the direction of the edge's triangle: the
/// direction in which the cap needs them. A vertex has several if loops touch there.
std::multimap<int, int> open_edges(const TriangleMesh& mesh) {
  std::multimap<int, int> next;
  for_each_edge(sorted_edge_uses(mesh), [&](auto first, auto last) {
    if (last - first != 1) return;
    first->forward ? next.emplace(first->high, first->low) : next.emplace(first->low, first->high);
  });
  return next;
}

/// Removes one loop from the open edges and returns it.
std::vector<int> take_loop(std::multimap<int, int>& next) {
  std::vector<int> loop;
  const int start = next.begin()->first;
  for (auto edge = next.begin(); edge != next.end();
       edge = loop.back() == start ? next.end() : next.find(loop.back())) {
    loop.push_back(edge->second);
    next.erase(edge);
  }
  return loop;
}

}  // namespace

TriangleMesh capped(TriangleMesh mesh) {
  std::multimap<int, int> next = open_edges(mesh);
  while (!next.empty()) {
    const std::vector<int> loop = take_loop(next);
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (const int vertex : loop)
      middle += mesh.vertices[vertex] / static_cast<double>(loop.size());
    const int center = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(middle);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      mesh.triangles.push_back({loop[i], loop[(i + 1) % loop.size()], center});
    }
  }
  return mesh;
}

}  // namespace condyle::bench
