#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/src/geometry/ray_triangle.h"
#include "core/src/geometry/tree_data.h"

namespace condyle::geometry {

/// A length in units of the tree, larger than any that occurs; products of three such lengths would
/// overflow float, but products of two do not.
inline constexpr float k_far_away = 1e15f;

/// Origin and unit of the coordinates that the tree stores in float: no coordinate of the mesh
/// exceeds 1 in magnitude.
struct TreeSpace {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  double scale = 1;  ///< units per metre, a power of two

  /// The length in units of the tree, at most k_far_away so that float can multiply it.
  float length(double metres) const {
    return static_cast<float>(std::min<double>(metres * scale, k_far_away));
  }

  std::array<float, 3> place(const Eigen::Vector3d& p) const {
    std::array<float, 3> at;
    for (int k = 0; k < 3; ++k)
      at[k] = static_cast<float>(
          std::clamp<double>((p[k] - origin[k]) * scale, -k_far_away, k_far_away));
    return at;
  }
};

/// Padding that covers the rounding of boxes in float and of the tests below: a few 2^-24 of the
/// lengths that occur, which are those of the mesh (up to 1) and the distance of `at` from the
/// origin.
inline float box_padding(const std::array<float, 3>& at) {
  return 0x1p-19f * (1 + std::max({std::abs(at[0]), std::abs(at[1]), std::abs(at[2])}));
}

/// A ray with a unit direction, prepared for tests against boxes. With a `radius` [m] it stands for
/// all rays within that distance of it.
class RayProbe {
 public:
  RayProbe(const Ray& ray, const TreeSpace& space, double radius = 0)
      : origin_(space.place(ray.origin)) {
    constexpr double k_steepest = 1e18;  // infinity times zero is not a number
    const float padding = box_padding(origin_) + space.length(radius);
    for (int k = 0; k < 3; ++k) {
      inverse_[k] = static_cast<float>(std::clamp(1 / ray.direction[k], -k_steepest, k_steepest));
      padding_[k] = padding * std::abs(inverse_[k]);
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

/// A point, prepared for its distances from boxes.
class PointProbe {
 public:
  PointProbe(const Eigen::Vector3d& point, const TreeSpace& space)
      : at_(space.place(point)), padding_(box_padding(at_)) {}

  /// Bit i is set if box i may come within the root of `limit` of the point; `entry[i]` is then a
  /// lower bound of its squared distance. A point that is not a number is near everything.
  unsigned meets(const BoxPack& boxes, float limit, float (&entry)[16]) const {
    for (int i = 0; i < 16; ++i) {
      float squared = 0;
      for (int k = 0; k < 3; ++k) {
        const float gap = std::abs(boxes.center[k][i] - at_[k]) - (boxes.half[k][i] + padding_);
        const float outside = std::max(0.0f, gap);
        squared += outside * outside;
      }
      entry[i] = squared * (1 - 0x1p-20f);
    }
    unsigned lanes = 0;
    for (int i = 0; i < 16; ++i)
      lanes |= static_cast<unsigned>(entry[i] <= limit && boxes.half[0][i] >= 0) << i;
    return lanes;
  }

 private:
  std::array<float, 3> at_;
  float padding_;
};

/// The boxes around sixteen triangles.
inline BoxPack boxes_of(const TrianglePack& triangles) {
  BoxPack boxes;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 16; ++i) {
      const float a = triangles.corner[k][i], b = triangles.corner[3 + k][i],
                  c = triangles.corner[6 + k][i];
      const float low = std::min(std::min(a, b), c), high = std::max(std::max(a, b), c);
      boxes.center[k][i] = 0.5f * (low + high);
      boxes.half[k][i] = 0.5f * (high - low);
    }
  return boxes;
}

/// Calls visit(place) for the places in the tree of the triangles that the probe may meet within
/// limit(), those in the nearest boxes first. The limit, in the probe's measure, may shrink as
/// visits find nearer triangles.
template <class Probe, class Limit, class Visit>
void descend(const PackedTree& tree, const Probe& probe, const Limit& limit, const Visit& visit) {
  struct Waiting {
    int level, pack;  // level -1: a leaf
    float entry;
  };
  Waiting stack[16 * (PackedTree::k_most_levels + 1)];
  int waiting = 0;
  if (tree.levels > 0) stack[waiting++] = {tree.levels - 1, 0, 0};
  while (waiting > 0) {
    const auto [level, pack, nearest_entry] = stack[--waiting];
    if (nearest_entry > limit()) continue;
    float entry[16];
    if (level < 0) {
      unsigned lanes = probe.meets(boxes_of(tree.leaves[pack]), limit(), entry);
      for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes), place = pack * 16 + lane;
        if (entry[lane] <= limit() && place < tree.triangles) visit(place);
      }
      continue;
    }
    unsigned lanes = probe.meets(tree.level[level][pack], limit(), entry);
    const int first = waiting;
    for (; lanes != 0; lanes &= lanes - 1) {
      const int lane = std::countr_zero(lanes);
      stack[waiting++] = {level - 1, pack * 16 + lane, entry[lane]};
    }
    // The nearest child comes off the stack first.
    std::sort(stack + first, stack + waiting,
              [](const Waiting& a, const Waiting& b) { return a.entry > b.entry; });
  }
}

}  // namespace condyle::geometry
