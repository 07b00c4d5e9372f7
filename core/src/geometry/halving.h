#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "core/src/geometry/tree_data.h"

namespace condyle::geometry {

/// An item to be bundled with its neighbours, the items at nearby positions.
template <int dimensions>
struct Placed {
  float at[dimensions];
  int index;
};

/// The items [first, last) in their new order.
struct Bundle {
  int first, last;
};

/// Orders items so that neighbours are together, in bundles of at most sixteen items for which
/// `fits(first, last)` holds; it must hold for a single item. Splits the items along their widest
/// dimension so that the left part fills whole bundles, whole sixteens of bundles, and so on: the
/// order is that of a tree with sixteen children to a node. Appends to `bundles`.
template <int dimensions, class Fits>
void halve(std::span<Placed<dimensions>> things, int first, int last, const Fits& fits,
           std::vector<Bundle>& bundles) {
  const int count = last - first;
  if (count <= k_bundle && fits(first, last)) {
    bundles.push_back({first, last});
    return;
  }
  int widest = 0;
  float width = -1;
  for (int k = 0; k < dimensions; ++k) {
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (int i = first; i < last; ++i) {
      low = std::min(low, things[i].at[k]);
      high = std::max(high, things[i].at[k]);
    }
    if (high - low > width) width = high - low, widest = k;
  }
  int left = count > k_bundle ? k_bundle : (count + 1) / 2;
  while (left * 2 < count) left *= 2;
  std::nth_element(things.begin() + first, things.begin() + first + left, things.begin() + last,
                   [widest](const auto& a, const auto& b) {
                     const float x = a.at[widest], y = b.at[widest];
                     return x < y || (x == y && a.index < b.index);
                   });
  halve(things, first, first + left, fits, bundles);
  halve(things, first + left, last, fits, bundles);
}

}  // namespace condyle::geometry
