#include "core/src/contact/elastic/sparse_inverse.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace condyle {
namespace {

/// How far a point looks for points before it, over the distance that points of its level keep from
/// each other: some forty lie within this.
constexpr double k_look = 3.6;

/// Points sorted into cubes of edge `size`, to find those within that distance of a point.
class CubeGrid {
 public:
  explicit CubeGrid(double size) : size_(size > 0 ? size : 1) {}

  void add(const Eigen::Vector3d& point, int index) {
    cubes_[key(cube_of(point))].push_back(index);
  }

  /// Calls what(index) for the points in the cubes around a point, until it returns true.
  template <class What>
  bool any_around(const Eigen::Vector3d& point, const What& what) const {
    const auto [x, y, z] = cube_of(point);
    for (std::int64_t i = x - 1; i <= x + 1; ++i)
      for (std::int64_t j = y - 1; j <= y + 1; ++j)
        for (std::int64_t k = z - 1; k <= z + 1; ++k)
          if (const auto found = cubes_.find(key({i, j, k})); found != cubes_.end())
            if (std::ranges::any_of(found->second, what)) return true;
    return false;
  }

 private:
  using Cube = std::array<std::int64_t, 3>;

  Cube cube_of(const Eigen::Vector3d& p) const {
    const auto part = [this](double x) { return static_cast<std::int64_t>(std::floor(x / size_)); };
    return {part(p.x()), part(p.y()), part(p.z())};
  }
  /// 21 bits per coordinate; cubes that share a key only make a search longer.
  static std::uint64_t key(const Cube& cube) {
    std::uint64_t key = 0;
    for (const std::int64_t part : cube)
      key = key << 21 | (static_cast<std::uint64_t>(part) & 0x1fffff);
    return key;
  }

  double size_;
  std::unordered_map<std::uint64_t, std::vector<int>> cubes_;
};

/// Points from coarse to fine, and the distance that each keeps from the points before it.
struct CoarseToFine {
  std::vector<int> points;
  std::vector<double> distances;
};

CoarseToFine coarse_to_fine(std::span<const Eigen::Vector3d> points) {
  CoarseToFine order;
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& point : points) box.extend(point);
  const double size = box.isEmpty() ? 0 : box.diagonal().norm();
  // Below this distance, a fraction of that between points spread over a square, all points left
  // are taken.
  const double finest = size / std::sqrt(static_cast<double>(points.size())) / 4;
  std::vector<int> left(points.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<int>(i);
  for (double distance = size; !left.empty(); distance /= 2) {
    CubeGrid grid(distance);
    for (const int i : order.points) grid.add(points[i], i);
    std::erase_if(left, [&](int i) {
      const auto is_near = [&](int j) { return (points[i] - points[j]).norm() < distance; };
      if (distance > finest && grid.any_around(points[i], is_near)) return false;
      grid.add(points[i], i);
      order.points.push_back(i);
      order.distances.push_back(distance);
      return true;
    });
  }
  return order;
}

}  // namespace

void SparseInverse::order(std::span<const Eigen::Vector3d> points, std::span<const int> places,
                          int size) {
  const CoarseToFine order = coarse_to_fine(points);
  rows_.assign(points.size(), {});
  factors_.assign(points.size(), {});
  size_ = size;
  std::vector<std::pair<double, int>> near;  // square of the distance, index in the order
  for (std::size_t first = 0, last = 0; first < points.size(); first = last) {
    while (last < points.size() && order.distances[last] == order.distances[first]) ++last;
    const double look = k_look * order.distances[first];
    CubeGrid grid(look);
    for (std::size_t k = 0; k < last; ++k) grid.add(points[order.points[k]], static_cast<int>(k));
    for (std::size_t k = first; k < last; ++k) {
      const Eigen::Vector3d& point = points[order.points[k]];
      near.clear();
      grid.any_around(point, [&](int other) {
        const double square = (points[order.points[other]] - point).squaredNorm();
        if (other < static_cast<int>(k) && square < look * look) near.emplace_back(square, other);
        return false;
      });
      std::ranges::sort(near);
      if (near.size() > k_most) near.resize(k_most);
      rows_[k].place = places[order.points[k]];
      for (const auto& [square, other] : near)
        rows_[k].near[rows_[k].count++] = places[order.points[other]];
    }
  }
}

void SparseInverse::factor(std::span<const char> is_chosen,
                           const std::function<double(int, int)>& entry) {
  chosen_.clear();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const Row& row = rows_[k];
    if (!is_chosen[row.place]) continue;
    chosen_.push_back(static_cast<int>(k));
    Factor factor;
    for (int i = 0; i < row.count; ++i)
      if (is_chosen[row.near[i]]) factor.columns[factor.count++] = row.near[i];
    factor.columns[factor.count++] = row.place;
    if (factor.count == factors_[k].count &&
        std::ranges::equal(factor.columns, factors_[k].columns))
      continue;
    fill(factor, entry);
    factors_[k] = factor;
  }
}

/// Cholesky's factor of the matrix of these columns, and the last row of its inverse.
void SparseInverse::fill(Factor& factor, const std::function<double(int, int)>& entry) {
  double L[k_most + 1][k_most + 1];
  for (int i = 0; i < factor.count; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double own = entry(factor.columns[i], factor.columns[j]);
      double rest = own;
      for (int l = 0; l < j; ++l) rest -= L[i][l] * L[j][l];
      // The root must stay a number if rounding makes a matrix that is hardly definite indefinite.
      L[i][j] = i == j ? std::sqrt(std::max(rest, 1e-12 * own)) : rest / L[j][j];
    }
  }
  for (int i = factor.count - 1; i >= 0; --i) {
    double rest = i == factor.count - 1 ? 1 : 0;
    for (int l = i + 1; l < factor.count; ++l) rest -= L[l][i] * factor.values[l];
    factor.values[i] = rest / L[i][i];
  }
}

void SparseInverse::apply(const Eigen::VectorXd& r, Eigen::VectorXd& z) const {
  z.setZero(size_);
  for (const int k : chosen_) {
    const Factor& factor = factors_[k];
    double product = 0;
    for (int i = 0; i < factor.count; ++i) product += factor.values[i] * r[factor.columns[i]];
    for (int i = 0; i < factor.count; ++i) z[factor.columns[i]] += factor.values[i] * product;
  }
}

}  // namespace condyle
