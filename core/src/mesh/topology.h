#pragma once

#include <array>
#include <span>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// One side of one triangle. The vertices of the undirected edge identify it, lower index first.
struct EdgeUse {
  int low = -1;
  int high = -1;
  int triangle = -1;
  int side = -1;         ///< the side from corner `side` of the triangle to the next corner
  bool forward = false;  ///< the triangle traverses the edge from low to high
};

/// All sides of all triangles, ordered by edge, then by triangle, so that the uses of an edge are
/// consecutive. A side from a vertex to itself is left out. Precondition: valid indices.
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

/// Whether exactly two triangles use every edge, in opposite directions: the mesh then encloses a
/// volume. Vertices at one position count as different. Precondition: valid indices.
bool is_closed(const TriangleMesh& mesh);

/// Whether each corner of each triangle is a vertex.
bool has_valid_indices(const TriangleMesh& mesh);

/// Whether any two triangles have each other as neighbours equally often.
bool are_mutual(std::span<const std::array<int, 3>> neighbours);

/// For each side 3 t + k, from corner k of triangle t to the next, the neighbour's side on the same
/// edge, or -1 if the edge does not have exactly two uses. Vertices at one position count as
/// different. Precondition: valid indices.
std::vector<int> sides_across(const TriangleMesh& mesh);

/// For each triangle, the neighbour across each side, or -1 where sides_across() has none.
std::vector<std::array<int, 3>> triangle_neighbours(const TriangleMesh& mesh);

/// Neighbours of a mesh that is not welded: `one_of` maps each vertex to the one that represents it
/// (first_vertices_at of welding.h).
std::vector<std::array<int, 3>> triangle_neighbours(const TriangleMesh& mesh,
                                                    std::span<const int> one_of);

/// Number of vertices that a triangle uses. Precondition: valid indices.
int used_vertex_count(const TriangleMesh& mesh);

}  // namespace condyle::mesh
