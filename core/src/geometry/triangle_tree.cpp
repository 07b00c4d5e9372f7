#include "core/src/geometry/triangle_tree.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/src/base/checks.h"
#include "core/src/geometry/halving.h"

namespace condyle::geometry {
namespace {

TreeSpace space_of(const TriangleMesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const auto& triangle : mesh.triangles)
    for (const int v : triangle) box.extend(mesh.vertices[v]);
  const double size = 0.5 * box.sizes().maxCoeff();
  constexpr int k_most = 1000;  // a larger exponent would put the scale out of the range of double
  const int exponent = size > 0 && std::isfinite(size) ? std::ilogb(size) + 1 : 0;
  return {box.center(), std::ldexp(1.0, -std::clamp(exponent, -k_most, k_most))};
}

/// Lowest and highest corner, in float.
struct Bounds {
  float low[3] = {k_far_away, k_far_away, k_far_away};
  float high[3] = {-k_far_away, -k_far_away, -k_far_away};

  void include(const Bounds& other) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], other.low[k]);
      high[k] = std::max(high[k], other.high[k]);
    }
  }
};

void set(BoxPack& pack, int lane, const Bounds& box) {
  for (int k = 0; k < 3; ++k) {
    pack.center[k][lane] = 0.5f * (box.low[k] + box.high[k]);
    pack.half[k][lane] = 0.5f * (box.high[k] - box.low[k]);
  }
}

/// The bounds of all boxes of a pack.
Bounds around(const BoxPack& pack) {
  Bounds all;
  for (int lane = 0; lane < 16; ++lane) {
    if (pack.half[0][lane] < 0) continue;
    for (int k = 0; k < 3; ++k) {
      all.low[k] = std::min(all.low[k], pack.center[k][lane] - pack.half[k][lane]);
      all.high[k] = std::max(all.high[k], pack.center[k][lane] + pack.half[k][lane]);
    }
  }
  return all;
}

/// Writes the corners of the triangle into a lane. Returns their bounds.
Bounds take(const TreeTriangle& triangle, const TreeSpace& space, TrianglePack& pack, int lane) {
  Bounds box;
  for (int v = 0; v < 3; ++v) {
    const auto corner = space.place(Eigen::Vector3d(triangle.corner[v]));
    for (int k = 0; k < 3; ++k) {
      pack.corner[3 * v + k][lane] = corner[k];
      box.low[k] = std::min(box.low[k], corner[k]);
      box.high[k] = std::max(box.high[k], corner[k]);
    }
  }
  return box;
}

double area(const BoxPack& pack, int lane) {
  const double x = pack.half[0][lane], y = pack.half[1][lane], z = pack.half[2][lane];
  return x < 0 ? 0 : x * y + y * z + z * x;
}

/// Whether each triangle of the mesh is in one place of the tree.
bool has_each_once(std::span<const TreeTriangle> triangles) {
  std::vector<char> seen(triangles.size(), 0);
  return std::ranges::all_of(triangles, [&](const TreeTriangle& t) {
    return t.index >= 0 && t.index < static_cast<int>(seen.size()) &&
           !std::exchange(seen[t.index], 1);
  });
}

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) { build(mesh); }

void TriangleTree::build(const TriangleMesh& mesh) {
  ++builds_;
  const auto count = static_cast<int>(mesh.triangles.size());
  space_ = space_of(mesh);
  std::vector<Placed<3>> places(count);
  for (int t = 0; t < count; ++t) {
    const auto at = space_.place(centroid(mesh, t));
    places[t] = {{at[0], at[1], at[2]}, t};
  }
  std::vector<Bundle> bundles;
  if (count > 0)
    halve(
        std::span(places), 0, count, [](int, int) { return true; }, bundles);
  triangles_.resize(count);
  for (int i = 0; i < count; ++i) triangles_[i].index = places[i].index;
  leaves_.resize(bundles.size());
  levels_.clear();
  for (std::size_t boxes = bundles.size(); boxes > 0 && (levels_.empty() || boxes > 1);) {
    boxes = (boxes + 15) / 16;
    levels_.emplace_back(boxes);
  }
  fit(mesh);
  built_spread_ = spread();
  CONDYLE_VALIDATE(has_each_once(triangles_));
}

void TriangleTree::refit(const TriangleMesh& mesh) {
  space_ = space_of(mesh);
  fit(mesh);
  if (spread() > k_worst_growth * built_spread_) build(mesh);
}

/// Computes corners and boxes, from the leaves up.
void TriangleTree::fit(const TriangleMesh& mesh) {
  const Bounds none;
  for (auto& level : levels_)
    for (int lane = 0; lane < 16; ++lane) set(level.back(), lane, none);
  const auto count = static_cast<int>(triangles_.size());
  for (int first = 0; first < count; first += 16) {
    TrianglePack& leaf = leaves_[first / 16];
    std::fill_n(&leaf.corner[0][0], 9 * 16, k_far_away);
    Bounds box;
    for (int i = first; i < std::min(first + 16, count); ++i) {
      TreeTriangle& triangle = triangles_[i];
      for (int v = 0; v < 3; ++v)
        for (int k = 0; k < 3; ++k)
          triangle.corner[v][k] = mesh.vertices[mesh.triangles[triangle.index][v]][k];
      box.include(take(triangle, space_, leaf, i % 16));
    }
    set(levels_[0][first / 256], first / 16 % 16, box);
  }
  for (std::size_t l = 1; l < levels_.size(); ++l)
    for (std::size_t i = 0; i < levels_[l - 1].size(); ++i)
      set(levels_[l][i / 16], static_cast<int>(i % 16), around(levels_[l - 1][i]));
}

/// Surface of all boxes, over the surface of the box around the mesh.
double TriangleTree::spread() const {
  double sum = 0;
  for (const auto& level : levels_)
    for (const BoxPack& pack : level)
      for (int lane = 0; lane < 16; ++lane) sum += area(pack, lane);
  if (levels_.empty()) return 0;
  BoxPack whole;
  set(whole, 0, around(levels_.back().front()));
  const double all = area(whole, 0);
  return all > 0 ? sum / all : 0;
}

PackedTree TriangleTree::packed() const {
  PackedTree tree;
  for (const auto& level : levels_) tree.level[tree.levels++] = level.data();
  tree.leaves = leaves_.data();
  tree.triangles = static_cast<int>(triangles_.size());
  return tree;
}

RayHit TriangleTree::nearest(const Ray& ray, double max_distance) const {
  RayHit hit;
  const DistanceRange range{std::numeric_limits<double>::min(), max_distance};
  const ShearedRay line = sheared(ray);
  descend(
      packed(), RayProbe(ray, space_),
      [&] {
        return space_.length(hit.triangle < 0 ? max_distance : hit.distance) * k_past_rounding;
      },
      [&](int place) { keep_nearest(line, plain(triangles_[place]), range, hit); });
  return hit;
}

}  // namespace condyle::geometry
