#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "condyle/collision/tree_builder.h"

namespace condyle {

/// Boxes whose centres lie in one cube of a grid of cubes within cubes: [first, last) on the curve.
struct Cluster {
  int first, last;
};

/// All boxes in the order in which a Z-shaped curve (Morton 1966) passes their centres, and the
/// largest cubes along it that hold no more than 64, or cannot be divided further (there are 128
/// along an axis). A tree over these cubes, and one within each, take far fewer passes over the
/// boxes than a tree from the top (Garanzha et al. 2011), and are worth nearly as much.
class Clusters {
 public:
  explicit Clusters(std::span<const LaneBox> boxes);

  std::span<const Cluster> list() const { return list_; }

  /// Which box is the i-th on the curve.
  int index(std::size_t i) const { return keys_[i].index; }

 private:
  static constexpr int k_cubes = 128;  ///< along an axis
  static constexpr int k_bits = 21;
  struct Key {
    std::uint32_t place;  ///< on the curve
    int index;
  };

  void set_keys(std::span<const LaneBox> boxes);
  void sort_by(int shift, std::vector<Key>& other);
  void collect(int first, int last, int bit);

  std::vector<Key> keys_;
  std::vector<Cluster> list_;
};

}  // namespace condyle
