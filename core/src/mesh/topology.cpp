#include "core/src/mesh/topology.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/src/base/checks.h"

namespace condyle::mesh {

namespace {

/// A side of a triangle, stored under its lower vertex.
struct Side {
  int high = -1;
  int use = -1;  ///< 3 triangle + side
};

bool comes_before(const Side& a, const Side& b) {
  return a.high != b.high ? a.high < b.high : a.use < b.use;
}

/// Sorts the sides of a vertex: by insertion, since most vertices have few.
void sort(std::span<Side> sides) {
  constexpr std::size_t k_few = 16;
  if (sides.size() > k_few) return std::sort(sides.begin(), sides.end(), comes_before);
  for (std::size_t i = 1; i < sides.size(); ++i) {
    const Side side = sides[i];
    std::size_t place = i;
    for (; place > 0 && comes_before(side, sides[place - 1]); --place) {
      sides[place] = sides[place - 1];
    }
    sides[place] = side;
  }
}

/// All sides of a mesh, grouped by their lower vertex v in [first[v], first[v + 1]) and sorted
/// there by higher vertex, then by triangle. A counting sort suits this, since a vertex has few
/// sides.
struct FiledSides {
  std::vector<int> first;
  std::vector<Side> sides;
};

template <class Visit>
void for_each_side(const TriangleMesh& mesh, std::span<const int> one_of, Visit&& visit) {
  int use = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    const int p = one_of[a], q = one_of[b], r = one_of[c];
    if (p != q) visit(std::min(p, q), std::max(p, q), use);
    if (q != r) visit(std::min(q, r), std::max(q, r), use + 1);
    if (r != p) visit(std::min(r, p), std::max(r, p), use + 2);
    use += 3;
  }
}

FiledSides file_sides(const TriangleMesh& mesh, std::span<const int> one_of) {
  FiledSides filed;
  filed.first.assign(mesh.vertices.size() + 2, 0);
  int* const count = filed.first.data() + 2;
  for_each_side(mesh, one_of, [&](int low, int, int) { ++count[low]; });
  std::partial_sum(filed.first.begin(), filed.first.end(), filed.first.begin());
  // Each start advances as sides are stored, and so becomes the start of the next vertex.
  int* const next = filed.first.data() + 1;
  filed.sides.resize(filed.first.back());
  for_each_side(mesh, one_of, [&](int low, int high, int use) {
    filed.sides[next[low]++] = {high, use};
  });
  filed.first.pop_back();
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    sort(std::span(filed.sides).subspan(filed.first[v], filed.first[v + 1] - filed.first[v]));
  }
  return filed;
}

std::vector<int> each_itself(const TriangleMesh& mesh) {
  std::vector<int> one_of(mesh.vertices.size());
  std::iota(one_of.begin(), one_of.end(), 0);
  return one_of;
}

std::vector<int> sides_across(const TriangleMesh& mesh, std::span<const int> one_of) {
  std::vector<int> across(3 * mesh.triangles.size(), -1);
  const FiledSides filed = file_sides(mesh, one_of);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const int end = filed.first[v + 1];
    for (int first = filed.first[v], last = first; first < end; first = last) {
      while (last < end && filed.sides[last].high == filed.sides[first].high) ++last;
      if (last - first != 2) continue;
      const int a = filed.sides[first].use, b = filed.sides[first + 1].use;
      across[a] = b;
      across[b] = a;
    }
  }
  return across;
}

}  // namespace

std::vector<EdgeUse> sorted_edge_uses(const TriangleMesh& mesh) {
  const FiledSides filed = file_sides(mesh, each_itself(mesh));
  std::vector<EdgeUse> uses;
  uses.reserve(filed.sides.size());
  for (int low = 0; low < static_cast<int>(mesh.vertices.size()); ++low) {
    for (int i = filed.first[low]; i < filed.first[low + 1]; ++i) {
      const auto& [high, use] = filed.sides[i];
      const int triangle = use / 3, side = use % 3;
      uses.push_back({low, high, triangle, side, mesh.triangles[triangle][side] == low});
    }
  }
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

bool has_valid_indices(const TriangleMesh& mesh) {
  const auto count = static_cast<int>(mesh.vertices.size());
  return std::ranges::all_of(mesh.triangles, [count](const std::array<int, 3>& triangle) {
    return std::ranges::all_of(triangle, [count](int v) { return v >= 0 && v < count; });
  });
}

bool are_mutual(std::span<const std::array<int, 3>> neighbours) {
  for (std::size_t t = 0; t < neighbours.size(); ++t)
    for (const int other : neighbours[t])
      if (other >= 0 && std::ranges::count(neighbours[other], static_cast<int>(t)) !=
                            std::ranges::count(neighbours[t], other))
        return false;
  return true;
}

std::vector<int> sides_across(const TriangleMesh& mesh) {
  return sides_across(mesh, each_itself(mesh));
}

std::vector<std::array<int, 3>> triangle_neighbours(const TriangleMesh& mesh) {
  return triangle_neighbours(mesh, each_itself(mesh));
}

std::vector<std::array<int, 3>> triangle_neighbours(const TriangleMesh& mesh,
                                                    std::span<const int> one_of) {
  std::vector<std::array<int, 3>> neighbours(mesh.triangles.size(), {-1, -1, -1});
  const std::vector<int> across = sides_across(mesh, one_of);
  for (std::size_t side = 0; side < across.size(); ++side) {
    if (across[side] >= 0) neighbours[side / 3][side % 3] = across[side] / 3;
  }
  CONDYLE_VALIDATE(are_mutual(neighbours));
  return neighbours;
}

int used_vertex_count(const TriangleMesh& mesh) {
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const auto& triangle : mesh.triangles) {
    for (const int vertex : triangle) used[vertex] = true;
  }
  return static_cast<int>(std::ranges::count(used, true));
}

}  // namespace condyle::mesh
