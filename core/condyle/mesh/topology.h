#pragma once

#include <array>
#include <span>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// One side of one triangle. The undirected edge is named by its vertices, lower index first.
struct EdgeUse {
  int low = -1;
  int high = -1;
  int triangle = -1;
  int side = -1;         ///< from corner `side` of the triangle to the next
  bool forward = false;  ///< the triangle runs from low to high
};

/// Every side of every triangle, ordered by edge, then by triangle: the uses of one edge lie next
/// to each other. A side from a vertex to itself is left out. Precondition: valid indices.
std::vector<EdgeUse> sorted_edge_uses(const TriangleMesh& mesh);

/// Calls visit(first, last) for each edge with the range of its uses.
template <class Visit>
void for_each_edge(const std::vector<EdgeUse>& uses, Visit&& visit) {
  for (auto first = uses.begin(); first != uses.end();) {
    auto last = first + 1;
    while (last != uses.end() && last->low == first->low && last->high == first->high) ++last;
    visit(first, last);
    first = last;
  }
}

/// Every edge is used by exactly two triangles that run along it in opposite directions: the mesh
/// encloses a volume. Precondition: valid indices, welded.
bool is_closed(const TriangleMesh& mesh);

/// Per triangle the neighbour across each side (side k runs from corner k to the next), or -1 where
/// the edge has not exactly two uses. Precondition: valid indices, welded.
std::vector<std::array<int, 3>> triangle_neighbours(const TriangleMesh& mesh);

/// The same where several vertices may stand for one: `one_of` names for each vertex the one that
/// counts (first_vertices_at).
std::vector<std::array<int, 3>> triangle_neighbours(const TriangleMesh& mesh,
                                                    std::span<const int> one_of);

}  // namespace condyle
