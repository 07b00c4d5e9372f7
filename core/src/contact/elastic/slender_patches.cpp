#include "core/src/contact/elastic/slender_patches.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "core/src/contact/elastic/inverse_distance.h"

namespace condyle {
namespace {

/// A patch is slender if it is longer than this many widths; those of usual meshes are at most some
/// 3 times as long as wide.
constexpr double k_slender = 4;
/// A slender patch is small if it has less than this part of the mean area of those around it.
constexpr double k_small = 0.1;
/// A patch is left over if it has less than this part of that mean, and of the area wanted. Of a
/// thousand patches of usual meshes one is at most, at a border, where patches grew into its place;
/// with 0.26 it may press twice as hard as those around it.
constexpr double k_left_over = 0.3;

/// Area, middle, and covariance of the points of a patch.
struct Extent {
  double area = 0;                                       ///< [m^2]
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();      ///< [m]
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();  ///< [m^2]
};

Extent together(const Extent& a, const Extent& b) {
  const double area = a.area + b.area, part = b.area / area;
  const Eigen::Vector3d apart = b.middle - a.middle;
  return {area, a.middle + part * apart,
          (1 - part) * a.covariance + part * b.covariance +
              part * (1 - part) * apart * apart.transpose()};
}

std::vector<Extent> extents_of(const ContactSurface& surface, int count,
                               const std::vector<int>& patch_of_triangle) {
  std::vector<Extent> extents(static_cast<std::size_t>(count));
  for (int t = 0; t < surface.triangle_count(); ++t) {
    Extent& extent = extents[patch_of_triangle[t]];
    const Extent triangle{surface.areas()[t], surface.centroids()[t],
                          covariance_of(corners_of(surface.mesh(), t))};
    extent = extent.area > 0 ? together(extent, triangle) : triangle;
  }
  return extents;
}

bool may_join(const Extent& patch, double wanted) {
  return patch.area < k_left_over * wanted || is_slender(patch.covariance);
}

/// Patches while they are being merged.
class Merging {
 public:
  Merging(std::vector<Extent> extents, double wanted, const mesh::NeighbourLists& neighbours)
      : extents_(std::move(extents)),
        wanted_(wanted),
        into_(extents_.size()),
        neighbours_(extents_.size()) {
    for (int i = 0; i < static_cast<int>(extents_.size()); ++i) {
      into_[i] = i;
      const auto others = neighbours.of(i);
      neighbours_[i].assign(others.begin(), others.end());
    }
  }

  /// Smallest patches first; a patch that grew comes up again.
  void merge() {
    using Entry = std::pair<double, int>;  // area [m^2], patch
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> smallest;
    const auto put = [&](int i) {
      if (may_join(extents_[i], wanted_)) smallest.emplace(extents_[i].area, i);
    };
    for (int i = 0; i < static_cast<int>(extents_.size()); ++i) put(i);
    while (!smallest.empty()) {
      const auto [area, i] = smallest.top();
      smallest.pop();
      if (into_[i] != i || area != extents_[i].area || !is_small(i)) continue;
      put(join(i, roundest_with(i)));
    }
  }

  int patch_of(int i) const {
    while (into_[i] != i) i = into_[i];
    return i;
  }

 private:
  bool is_small(int i) {
    std::vector<int>& others = neighbours_[i];
    for (int& other : others) other = patch_of(other);
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    std::erase(others, i);
    if (others.empty()) return false;
    double mean = 0;
    for (const int other : others)
      mean += extents_[other].area / static_cast<double>(others.size());
    const Extent& patch = extents_[i];
    return patch.area < k_left_over * std::min(wanted_, mean) ||
           (patch.area < k_small * mean && is_slender(patch.covariance));
  }

  int roundest_with(int i) const {
    return *std::ranges::min_element(neighbours_[i], {}, [&](int other) {
      const Extent both = together(extents_[i], extents_[other]);
      return both.covariance.trace() / both.area;
    });
  }

  /// Returns the patch that is left.
  int join(int a, int b) {
    const auto [first, second] = std::minmax(a, b);
    extents_[first] = together(extents_[first], extents_[second]);
    into_[second] = first;
    neighbours_[first].insert(neighbours_[first].end(), neighbours_[second].begin(),
                              neighbours_[second].end());
    return first;
  }

  std::vector<Extent> extents_;
  double wanted_;                             ///< area of a patch [m^2]
  std::vector<int> into_;                     ///< per patch: the one it was joined to, or itself
  std::vector<std::vector<int>> neighbours_;  ///< some of them by numbers of joined patches
};

}  // namespace

bool is_slender(const Eigen::Matrix3d& covariance) {
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
  solver.computeDirect(covariance, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()[2] > k_slender * k_slender * solver.eigenvalues()[1];
}

mesh::NeighbourLists patch_neighbours(const ContactSurface& surface, const std::vector<int>& sheet,
                                      int count, const std::vector<int>& patch_of_triangle) {
  std::vector<std::pair<int, int>> pairs;
  for (int t = 0; t < surface.triangle_count(); ++t) {
    for (const int next : surface.neighbours()[t]) {
      if (next < 0 || sheet[next] != sheet[t]) continue;
      const int a = patch_of_triangle[t], b = patch_of_triangle[next];
      if (a != b) pairs.emplace_back(a, b);
    }
  }
  return mesh::neighbour_lists(count, std::move(pairs));
}

int merge_small(const ContactSurface& surface, const std::vector<int>& sheet, double wanted,
                int count, std::vector<int>& patch_of_triangle) {
  const std::vector<Extent> extents = extents_of(surface, count, patch_of_triangle);
  const auto is_candidate = [&](const Extent& patch) { return may_join(patch, wanted); };
  if (std::ranges::none_of(extents, is_candidate)) return count;
  Merging merging(extents, wanted, patch_neighbours(surface, sheet, count, patch_of_triangle));
  merging.merge();
  std::vector<int> number(static_cast<std::size_t>(count), -1);
  int left = 0;
  for (int i = 0; i < count; ++i)
    if (merging.patch_of(i) == i) number[i] = left++;
  for (int& patch : patch_of_triangle) patch = number[merging.patch_of(patch)];
  return left;
}

}  // namespace condyle
