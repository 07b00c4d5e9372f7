#include "core/src/mesh/close_vertices.h"

#include <array>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace condyle::mesh {
namespace {

using Cell = std::array<double, 3>;  ///< integer coordinates

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

/// Vertices, sorted into the cells of a grid. Cells are much wider than the reach, so that most
/// searches look into a single cell.
class VertexGrid {
 public:
  explicit VertexGrid(double reach) : reach_(reach), width_(8 * reach) {}

  /// The lowest-numbered vertex within reach of `point`, or -1.
  int find(const std::vector<Eigen::Vector3d>& vertices, const Eigen::Vector3d& point) const {
    const Cell low = cell_of(point.array() - reach_);
    const Cell high = cell_of(point.array() + reach_);
    int found = -1;
    for (int corner = 0; corner < 8; ++corner) {
      Cell cell = low;
      bool repeated = false;
      for (int axis = 0; axis < 3; ++axis) {
        if ((corner >> axis & 1) == 0) continue;
        repeated = repeated || low[axis] == high[axis];
        cell[axis] = high[axis];
      }
      if (!repeated) found = lower_of(found, find_in(cell, vertices, point));
    }
    return found;
  }

  void add(int vertex, const Eigen::Vector3d& point) {
    cells_[cell_of(point.array())].push_back(vertex);
  }

 private:
  Cell cell_of(const Eigen::Array3d& point) const {
    return {std::floor(point.x() / width_), std::floor(point.y() / width_),
            std::floor(point.z() / width_)};
  }

  /// The lower index; -1 means none.
  static int lower_of(int a, int b) { return a < 0 || (b >= 0 && b < a) ? b : a; }

  /// The lowest-numbered vertex of a cell within reach: a cell lists its vertices in ascending
  /// order.
  int find_in(const Cell& cell, const std::vector<Eigen::Vector3d>& vertices,
              const Eigen::Vector3d& point) const {
    const auto found = cells_.find(cell);
    if (found == cells_.end()) return -1;
    for (const int vertex : found->second) {
      if ((vertices[vertex] - point).norm() <= reach_) return vertex;
    }
    return -1;
  }

  double reach_;
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

}  // namespace condyle::mesh
