#include "condyle/mesh/close_vertices.h"

#include <cmath>
#include <unordered_map>

namespace condyle {
namespace {

/// Vertices by the cell of a grid as wide as the distance: what is in reach of a point lies in its
/// cell or in one next to it.
class VertexGrid {
 public:
  explicit VertexGrid(double width) : width_(width) {}

  /// The lowest-numbered vertex in reach of `point`, or -1.
  int find(const std::vector<Eigen::Vector3d>& vertices, const Eigen::Vector3d& point) const {
    int found = -1;
    const Cell centre = cell_of(point);
    for (int i = 0; i < 27; ++i) {
      const auto cell =
          cells_.find({centre[0] + i % 3 - 1, centre[1] + i / 3 % 3 - 1, centre[2] + i / 9 - 1});
      if (cell == cells_.end()) continue;
      for (const int vertex : cell->second) {
        const bool in_reach = (vertices[vertex] - point).norm() <= width_;
        if (in_reach && (found < 0 || vertex < found)) found = vertex;
      }
    }
    return found;
  }

  void add(int vertex, const Eigen::Vector3d& point) { cells_[cell_of(point)].push_back(vertex); }

 private:
  using Cell = std::array<double, 3>;
  struct CellHash {
    std::size_t operator()(const Cell& cell) const {
      std::size_t hash = 0;
      for (const double index : cell) {
        hash = (hash ^ std::hash<double>{}(index)) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
      }
      return hash;
    }
  };

  Cell cell_of(const Eigen::Vector3d& point) const {
    return {std::floor(point.x() / width_), std::floor(point.y() / width_),
            std::floor(point.z() / width_)};
  }

  double width_;
  std::unordered_map<Cell, std::vector<int>, CellHash> cells_;
};

}  // namespace

void draw_close_vertices_together(TriangleMesh& mesh, double distance) {
  VertexGrid grid(distance);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const int kept = grid.find(mesh.vertices, mesh.vertices[i]);
    if (kept >= 0) {
      mesh.vertices[i] = mesh.vertices[kept];
    } else {
      grid.add(static_cast<int>(i), mesh.vertices[i]);
    }
  }
}

}  // namespace condyle
