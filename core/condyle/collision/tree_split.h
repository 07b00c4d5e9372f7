#pragma once

#include <array>
#include <limits>
#include <span>
#include <utility>

#include "condyle/collision/tree_builder.h"

namespace condyle {

// What the parts of the builder share: where to split a node.

using Lanes4 = Eigen::Array4f;

constexpr int k_most_bins = 16;

/// Up to so many boxes every split is tried, beyond it bins.
constexpr int k_few = 32;

/// From so many on all axes and bins are worth their cost.
constexpr int k_many = 256;

/// Twice the centre, which orders as well.
inline Lanes4 center(const LaneBox& box) { return box.lowest + box.highest; }

/// Some boxes of a node.
struct Bin {
  LaneBox box;
  int count = 0;
};

/// The boxes that go to the first child are those in bins below `bin` along `axis`, or, of a few,
/// the first `bin` leaves in the order of their centres.
struct Split {
  int axis = -1;
  int bin = 0;
  float cost = std::numeric_limits<float>::infinity();
};

/// The cheapest of the places between the given parts where to split their sequence.
void improve(Split& best, int axis, std::span<const Bin> parts);

/// Some or all axes, the widest first. Of a few small triangles on a surface those along it matter.
struct Axes {
  std::array<int, 3> axis{0, 1, 2};
  int count;

  Axes(const Lanes4& low, const Lanes4& high, int boxes) : count(boxes < k_many ? 2 : 3) {
    const Lanes4 size = high - low;
    const auto order = [&](int a, int b) {
      if (size[axis[a]] < size[axis[b]]) std::swap(axis[a], axis[b]);
    };
    order(0, 1);
    order(1, 2);
    order(0, 1);
  }
};

}  // namespace condyle
