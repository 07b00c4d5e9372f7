#include "bench/grid_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/src/collision/proximity_rule.h"
#include "core/src/collision/proximity_window.h"

namespace condyle::bench {
namespace {

constexpr int k_cells_along = 96;  // cells along the longest side

Eigen::AlignedBox3d box_of(const geometry::TriangleTree::Triangle& triangle) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& corner : triangle.corners) box.extend(corner);
  return box;
}

}  // namespace

GridSearch::GridSearch(const TriangleMesh& mesh) {
  int index = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    triangles_.push_back({{mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]}, index++});
    bounds_.extend(box_of(triangles_.back()));
  }
  cell_size_ = bounds_.sizes().maxCoeff() / k_cells_along;
  for (int k = 0; k < 3; ++k) {
    size_[k] = 1 + static_cast<int>((bounds_.max()[k] - bounds_.min()[k]) / cell_size_);
  }
  first_of_cell_.assign(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2] + 1, 0);
  for (const auto& triangle : triangles_) {
    for_each_cell(box_of(triangle), [&](int cell) { ++first_of_cell_[cell + 1]; });
  }
  std::partial_sum(first_of_cell_.begin(), first_of_cell_.end(), first_of_cell_.begin());
  entries_.resize(first_of_cell_.back());
  std::vector<int> next(first_of_cell_.begin(), first_of_cell_.end() - 1);
  for (const auto& triangle : triangles_) {
    for_each_cell(box_of(triangle), [&](int cell) { entries_[next[cell]++] = triangle.index; });
  }
}

GridSearch::Cells GridSearch::cells_of(const Eigen::AlignedBox3d& box) const {
  const double padding = 1e-6 * cell_size_ * k_cells_along;  // far more than rounding
  Cells cells;
  for (int k = 0; k < 3; ++k) {
    const double low = (box.min()[k] - padding - bounds_.min()[k]) / cell_size_;
    const double high = (box.max()[k] + padding - bounds_.min()[k]) / cell_size_;
    cells.low[k] = static_cast<int>(std::clamp(std::floor(low), 0.0, 1.0 * size_[k]));
    cells.high[k] = static_cast<int>(std::clamp(std::floor(high), -1.0, size_[k] - 1.0));
  }
  return cells;
}

template <class Visit>
void GridSearch::for_each_cell(const Eigen::AlignedBox3d& box, const Visit& visit) const {
  const Cells cells = cells_of(box);
  for (int x = cells.low[0]; x <= cells.high[0]; ++x) {
    for (int y = cells.low[1]; y <= cells.high[1]; ++y) {
      for (int z = cells.low[2]; z <= cells.high[2]; ++z) {
        visit((x * size_[1] + y) * size_[2] + z);
      }
    }
  }
}

geometry::RayHit GridSearch::nearest(const geometry::Ray& ray,
                                     const geometry::DistanceRange& range) const {
  const geometry::ShearedRay line = sheared(ray);
  const int pieces =
      1 + static_cast<int>((range.highest - std::min(range.lowest, 0.0)) / cell_size_);
  const auto at = [&](int piece) -> Eigen::Vector3d {
    return ray.origin + range.highest * piece / pieces * ray.direction;
  };
  geometry::RayHit hit;
  for (int piece = 0; piece < pieces; ++piece) {
    Eigen::AlignedBox3d box;
    box.extend(at(piece));
    box.extend(at(piece + 1));
    for_each_cell(box, [&](int cell) {
      for (int i = first_of_cell_[cell]; i < first_of_cell_[cell + 1]; ++i) {
        keep_nearest(line, triangles_[entries_[i]], range, hit);
      }
    });
  }
  return hit;
}

void GridSearch::find(const CastingRays& rays, const Pose& X_CT, const ProximityWindow& window,
                      std::vector<ProximityHit>& hits) const {
  const Pose X_TC = target_from_casting(X_CT);
  const auto search = [&](const geometry::Ray& ray, const geometry::DistanceRange& range) {
    return nearest(ray, range);
  };
  hits.clear();
  for (int i = 0; i < static_cast<int>(rays.origins.size()); ++i) {
    const geometry::Ray ray = inward_ray(X_TC, rays.origins[i], rays.normals[i]);
    ProximityHit hit = decide_by_rays(ray, window, search);
    hit.casting_triangle = i;
    if (hit.target_triangle >= 0) hits.push_back(hit);
  }
}

}  // namespace condyle::bench
