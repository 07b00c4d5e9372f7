#include "core/src/geometry/mesh_borders.h"

#include <map>

#include "core/src/mesh/topology.h"

namespace condyle {

std::vector<std::vector<int>> border_loops(const TriangleMesh& mesh) {
  std::multimap<int, int> next;  // border edges by their first vertex, in winding direction
  for_each_edge(sorted_edge_uses(mesh), [&](auto first, auto last) {
    if (last - first != 1) return;
    next.emplace(first->forward ? first->low : first->high,
                 first->forward ? first->high : first->low);
  });
  std::vector<std::vector<int>> loops;
  while (!next.empty()) {
    std::vector<int> loop;
    for (auto edge = next.begin(); edge != next.end(); edge = next.find(loop.back())) {
      if (loop.empty()) loop.push_back(edge->first);
      const int to = edge->second;
      next.erase(edge);
      if (to == loop.front()) break;
      loop.push_back(to);
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

}  // namespace condyle
