#include "condyle/collision/box_clusters.h"

#include <algorithm>
#include <array>
#include <utility>

#include "condyle/collision/tree_split.h"

namespace condyle {
namespace {

constexpr int k_cluster = 64;

}  // namespace

Clusters::Clusters(std::span<const LaneBox> boxes) {
  set_keys(boxes);
  std::vector<Key> other(keys_.size());
  sort_by(0, other);
  sort_by(k_bits / 2, other);
  collect(0, static_cast<int>(keys_.size()), k_bits - 1);
}

void Clusters::set_keys(std::span<const LaneBox> boxes) {
  Lanes4 low = LaneBox().lowest, high = LaneBox().highest;
  for (const LaneBox& box : boxes) {
    low = low.min(center(box));
    high = high.max(center(box));
  }
  const float size = (high - low).head<3>().maxCoeff();
  const float scale = size > 0 ? (k_cubes - 1) / size : 0.0f;
  std::array<std::uint32_t, k_cubes> spread{};
  for (std::uint32_t i = 0; i < k_cubes; ++i) {
    for (int bit = 0; bit < k_bits / 3; ++bit) spread[i] |= ((i >> bit) & 1) << (3 * bit);
  }
  keys_.reserve(boxes.size());
  for (const LaneBox& box : boxes) {
    const Eigen::Array4i cube = ((center(box) - low) * scale).min(k_cubes - 1.0f).cast<int>();
    const auto part = [&](int k) { return spread[cube[k] & (k_cubes - 1)] << k; };
    keys_.push_back({part(0) | part(1) | part(2), static_cast<int>(keys_.size())});
  }
}

/// One pass of a counting sort, by half of the bits.
void Clusters::sort_by(int shift, std::vector<Key>& other) {
  constexpr std::uint32_t k_mask = (1u << (k_bits - k_bits / 2)) - 1;
  std::array<int, k_mask + 1> next{};
  for (const Key& key : keys_) ++next[(key.place >> shift) & k_mask];
  int first = 0;
  for (int& count : next) first += std::exchange(count, first);
  for (const Key& key : keys_) other[next[(key.place >> shift) & k_mask]++] = key;
  keys_.swap(other);
}

void Clusters::collect(int first, int last, int bit) {
  if (first == last) return;
  if (last - first <= k_cluster || bit < 0) {
    list_.push_back({first, last});
    return;
  }
  const auto middle =
      std::partition_point(keys_.begin() + first, keys_.begin() + last,
                           [bit](const Key& key) { return ((key.place >> bit) & 1) == 0; });
  const int split = static_cast<int>(middle - keys_.begin());
  collect(first, split, bit - 1);
  collect(split, last, bit - 1);
}

}  // namespace condyle
