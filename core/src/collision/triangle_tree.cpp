#include "core/src/collision/triangle_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "core/src/base/checks.h"
#include "core/src/collision/bounding_box.h"
#include "core/src/collision/halving.h"

namespace condyle {
namespace {

BoundingBox box_of(const TriangleMesh& mesh) {
  BoundingBox box;
  for (const auto& triangle : mesh.triangles)
    for (const int v : triangle) box.include(mesh.vertices[v]);
  return box;
}

TargetSpace space_of(const TriangleMesh& mesh) {
  const BoundingBox box = box_of(mesh);
  const double size = box.half_size().maxCoeff();
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
Bounds take(const TargetTriangle& triangle, const TargetSpace& space, TrianglePack& pack,
            int lane) {
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

/// A ray prepared for tests against boxes. `padding` widens the boxes to cover the rounding of the
/// boxes and of the test, a few 2^-24 of the lengths that occur.
class BoxProbe {
 public:
  BoxProbe(const Ray& ray, const TargetSpace& space) : origin_(space.place(ray.origin)) {
    constexpr double k_steepest = 1e18;  // infinity times zero is not a number
    const float far = std::max({std::abs(origin_[0]), std::abs(origin_[1]), std::abs(origin_[2])});
    for (int k = 0; k < 3; ++k) {
      inverse_[k] = static_cast<float>(std::clamp(1 / ray.direction[k], -k_steepest, k_steepest));
      padding_[k] = 0x1p-19f * (1 + far) * std::abs(inverse_[k]);
    }
  }

  /// Bit i is set if the ray may meet box i within `limit`; `entry[i]` is then a lower bound of the
  /// distance at which it enters.
  unsigned meets(const BoxPack& boxes, float limit, float (&entry)[16]) const {
    unsigned lanes = 0;
    for (int i = 0; i < 16; ++i) {
      float enter = 0, leave = limit;
      for (int k = 0; k < 3; ++k) {
        const float middle = (boxes.center[k][i] - origin_[k]) * inverse_[k];
        const float radius = boxes.half[k][i] * std::abs(inverse_[k]) + padding_[k];
        enter = std::max(enter, middle - radius);
        leave = std::min(leave, middle + radius);
      }
      entry[i] = enter;
      lanes |= static_cast<unsigned>(enter <= leave) << i;
    }
    return lanes;
  }

 private:
  std::array<float, 3> origin_;
  float inverse_[3], padding_[3];
};

}  // namespace

float TargetSpace::length(double metres) const {
  return static_cast<float>(std::min<double>(metres * scale, k_far_away));
}

std::array<float, 3> TargetSpace::place(const Eigen::Vector3d& p) const {
  std::array<float, 3> at;
  for (int k = 0; k < 3; ++k)
    at[k] =
        static_cast<float>(std::clamp<double>((p[k] - origin[k]) * scale, -k_far_away, k_far_away));
  return at;
}

namespace {

/// Whether each triangle of the mesh is in one place of the tree.
bool has_each_once(std::span<const TargetTriangle> triangles) {
  std::vector<char> seen(triangles.size(), 0);
  return std::ranges::all_of(triangles, [&](const TargetTriangle& t) {
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
      TargetTriangle& triangle = triangles_[i];
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
  return tree;
}

RayHit TriangleTree::nearest(const Ray& ray, double max_distance) const {
  struct Waiting {
    std::size_t level, pack;
    float entry;
  };
  RayHit hit;
  const DistanceRange range{std::numeric_limits<double>::min(), max_distance};
  const ShearedRay line = sheared(ray);
  const BoxProbe probe(ray, space_);
  Waiting stack[16 * PackedTree::k_most_levels];
  int waiting = 0;
  if (!levels_.empty()) stack[waiting++] = {levels_.size() - 1, 0, 0};
  const auto limit = [&] {
    return space_.length(hit.triangle < 0 ? max_distance : hit.distance) * (1 + 0x1p-20f);
  };
  while (waiting > 0) {
    const auto [level, pack, nearest_entry] = stack[--waiting];
    if (nearest_entry > limit()) continue;
    float entry[16];
    const unsigned lanes = probe.meets(levels_[level][pack], limit(), entry);
    int order[16], count = 0;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
      order[count++] = std::countr_zero(rest);
    std::sort(order, order + count, [&](int a, int b) { return entry[a] > entry[b]; });
    if (level > 0) {  // the nearest child comes off the stack first
      for (int i = 0; i < count; ++i)
        stack[waiting++] = {level - 1, pack * 16 + order[i], entry[order[i]]};
      continue;
    }
    for (int i = count - 1; i >= 0 && entry[order[i]] <= limit(); --i) {
      const std::size_t first = (pack * 16 + order[i]) * 16;
      for (std::size_t t = first; t < std::min(first + 16, triangles_.size()); ++t)
        keep_nearest(line, plain(triangles_[t]), range, hit);
    }
  }
  return hit;
}

}  // namespace condyle
